#include "report/pages/page.h"

#include <stdlib.h>
#include <string.h>

#include "json_expect.h"
#include "page_sample.h"

static char *print_json(struct report *report, struct page_options options, bool good,
                        const char *locale, struct error *error)
{
    char *text;
    size_t length;
    FILE *out = open_memstream(&text, &length);
    use_locale(locale);
    options.format = FORMAT_JSON;
    assert_int_equal(page_print(report, &options, out, error), good);
    fclose(out);
    assert_int_equal(strlen(text), length);
    return text;
}

/* The page, which must be strict JSON, and the same in a locale without UTF-8. */
static struct json_node *page_of(struct report *report, struct page_options options, bool good)
{
    struct error error;
    char *plain = print_json(report, options, good, "C", &error);
    char *text = print_json(report, options, good, "C.UTF-8", &error);
    assert_string_equal(plain, text);
    struct json_node *page = json_expect(text);
    free(plain);
    free(text);
    if (good)
        assert_string_equal(json_text_at(page, "error"), "null");
    else
        assert_string_equal(json_text_at(page, "error"), error.text);
    return page;
}

/* The report of one kernel with these metrics and more, as a page of these options. */
static struct json_node *one(const char *names, const char *more, struct page_options options)
{
    struct build build = {0};
    struct report *r = build_one(&build, names, more);
    struct json_node *page = page_of(r, options, true);
    report_close(r);
    build_free(&build);
    return page;
}

static void every_page_begins_alike(void **state)
{
    (void)state;
    for (int i = 0; i < PAGE_COUNT; i++) {
        struct json_node *page =
            page_of(sample_report(), (struct page_options){.page = (enum page)i}, true);
        is(page, "schema", "rooftop-report");
        is(page, "version", "1");
        is(page, "rooftop", ROOFTOP_VERSION);
        is(page, "page", page_names[i]);
        counts(page, "reports", 1);
        is(page, "reports[0].path", "built");
        is(page, "reports[0].results", "4");
        lacks(page, "reports[0].damage");
        is(page, "reports[0].session.created", "0");
        is(page, "reports[0].session.command_line", "rooftop app ");
        is(page, "reports[0].session.host.os", "Linux");
        is(page, "reports[0].session.host.name", "node");
        lacks(page, "reports[0].session.target");
        is(page, "reports[0].session.versions[1].of", "PerfWorks");
        is(page, "reports[0].session.versions[1].version", "1");
        is(page, "reports[0].session.processes[0].id", "20");
        is(page, "reports[0].session.devices[0].name", "H200");
        json_node_free(page);
    }
}

static void attributes_of_devices_are_on_the_session_page(void **state)
{
    (void)state;
    struct json_node *page =
        page_of(sample_report(), (struct page_options){.page = PAGE_SESSION}, true);
    is(page, "reports[0].session.devices[0].attributes[0].name",
       "device__attribute_multiprocessor_count");
    is(page, "reports[0].session.devices[0].attributes[0].value", "132");
    lacks(page, "results");
    json_node_free(page);
    page = page_of(sample_report(), (struct page_options){.page = PAGE_RAW}, true);
    lacks(page, "reports[0].session.devices[0].attributes");
    json_node_free(page);
}

static void results_say_what_they_are(void **state)
{
    (void)state;
    struct json_node *page = page_of(sample_report(), (struct page_options){0}, true);
    counts(page, "results", 4);
    const struct json_node *kernel = json_at(page, "results[0]");
    is(kernel, "id", "0");
    is(kernel, "report", "0");
    is(kernel, "kind", "kernel");
    is(kernel, "process.id", "10");
    is(kernel, "process.name", "child");
    is(kernel, "process.host", "127.0.0.1");
    is(kernel, "name", "first<8>(T *)");
    is(kernel, "function", "first");
    is(kernel, "demangled", "ns::first<(int)8>(ns::T *)");
    is(kernel, "mangled", "_Z1first");
    is(kernel, "grid[1]", "2");
    is(kernel, "block[0]", "128");
    is(kernel, "context", "1");
    is(kernel, "stream", "7");
    is(kernel, "device", "0");
    is(kernel, "cc", "9.0");
    is(kernel, "thread", "1");
    is(kernel, "clocks_locked", "false");
    is(page, "results[1].process.name", "parent");
    is(page, "results[1].process.path", "/opt/bin/parent");
    lacks(page, "results[1].clocks_locked");
    is(page, "results[2].kind", "range");
    lacks(page, "results[2].function");
    lacks(page, "results[2].grid");
    lacks(page, "results[2].stream");
    is(page, "results[3].kind", "graph");
    is(page, "results[3].grid[0]", "4096");
    is(page, "results[3].stream", "13");
    json_node_free(page);
    struct page_options options = {.kernel_name = KERNEL_NAME_MANGLED};
    page = page_of(sample_report(), options, true);
    is(page, "results[0].name", "_Z1first");
    json_node_free(page);
}

static void details_have_sections_and_findings(void **state)
{
    (void)state;
    struct json_node *page = page_of(sample_report(), (struct page_options){0}, true);
    const struct json_node *first = json_at(page, "results[0].sections[0]");
    is(first, "identifier", "First");
    is(first, "name", "First Section");
    counts(first, "metrics", 1);
    is(first, "metrics[0].name", "gpu__time_duration.sum");
    is(first, "metrics[0].label", "Duration");
    is(first, "metrics[0].unit", "ns");
    is(first, "metrics[0].value", "1500");
    lacks(first, "body");
    counts(first, "findings", 2);
    is(first, "findings[0].rule", "R");
    is(first, "findings[0].rule_name", "Rule");
    is(first, "findings[0].type", "optimization");
    is(first, "findings[0].text", "Slow \"loads\", see the guide (https://a.b/c:d).");
    is(first, "findings[0].speedup.kind", "local");
    is(first, "findings[0].speedup.value", "12.5");
    is(first, "findings[1].type", "info");
    lacks(first, "findings[1].speedup");
    const struct json_node *second = json_at(page, "results[0].sections[1]");
    counts(second, "metrics", 3);
    is(second, "metrics[0].unit", "byte");
    is(second, "metrics[0].value", "4096");
    is(second, "metrics[1].name", "launch__func_cache_config");
    lacks(second, "metrics[1].value");
    counts(second, "findings", 0);
    is(page, "results[1].sections[1].metrics[1].value", "None");
    json_node_free(page);
}

/* Units are those of the metrics, whatever --print-units says. */
static void parts_of_sections(void **state)
{
    (void)state;
    static const char section[] = METRIC("0", "DoubleValue: 1e9") METRIC("1", "Uint64Value: 7")
        METRIC("2", "DoubleValue: 9") "Sections { Identifier: 'S' DisplayName: 'Sec' "
                                      "Header { Metrics { Name: 'gpu__time_duration.sum' } } "
                                      "Body { DisplayName: 'Charts' Items { BarChart { "
                                      "Label: 'Bars' Description: 'why' SortKey: ByValue "
                                      "SortDirection: Descending Metrics { Name: 'm__a' "
                                      "Label: 'A' } Metrics { Name: 'm__b' Label: 'B' } } } "
                                      "} } ";
    static const char names[] = "gpu__time_duration.sum m__a m__b";
    struct json_node *page = one(names, section, (struct page_options){.details = DETAILS_ALL});
    const struct json_node *sec = json_at(page, "results[0].sections[0]");
    is(sec, "metrics[0].unit", "ns");
    is(sec, "metrics[0].value", "1000000000");
    counts(sec, "body", 1);
    is(sec, "body[0].body", "Charts");
    is(sec, "body[0].label", "Bars");
    is(sec, "body[0].description", "why");
    is(sec, "body[0].metrics[0].name", "m__b");
    is(sec, "body[0].metrics[1].label", "A");
    json_node_free(page);
    page = one(names, section, (struct page_options){.details = DETAILS_BODY});
    lacks(page, "results[0].sections[0].metrics");
    counts(page, "results[0].sections[0].body", 1);
    json_node_free(page);
}

static void findings_in_full(void **state)
{
    (void)state;
    struct json_node *page =
        one("m",
            "Sections { Identifier: 'S' DisplayName: 'Sec' } "
            "RuleResults { Identifier: 'R' DisplayName: 'Rule' SectionIdentifier: 'S' Body { "
            "Items { Message { Message: 'a\\nb' Type: Warning Name: 'Title' } "
            "Speedup { SpeedupType: Global Value: 0.1 } "
            "FocusMetrics { MetricName: 'm' MetricValue: 2.5 Severity: FocusSeverity_High "
            "Info: 'less' } FocusMetrics { MetricName: 'n' } "
            "RuleTables { Config { Title: 'T' Description: 'D' } "
            "Columns { Name: 'x' Type: TableElement_String Size: 99 StringData: 'p' "
            "StringData: 'q' } "
            "Columns { Name: 'y' Type: TableElement_Double Size: 1 DoubleData: 1.5 } "
            "Columns { Name: 'z' Type: TableElement_Int Size: 2 IntData: -1 IntData: 2 } } } "
            "Items { RuleTables { Config { Title: 'U' } } } Items { Proposal { Identifier: 'V' } } "
            "Items { Message { Message: 'no' Type: None } } "
            "Items { Message { Message: 'e' Type: Error } } } } ",
            (struct page_options){0});
    const struct json_node *findings = json_at(page, "results[0].sections[0].findings");
    counts(findings, "", 2);
    is(findings, "[0].type", "warning");
    is(findings, "[0].title", "Title");
    is(findings, "[0].text", "a\nb");
    is(findings, "[0].speedup.kind", "global");
    is(findings, "[0].speedup.value", "0.1");
    is(findings, "[0].focus_metrics[0].name", "m");
    is(findings, "[0].focus_metrics[0].value", "2.5");
    is(findings, "[0].focus_metrics[0].severity", "high");
    is(findings, "[0].focus_metrics[0].info", "less");
    is(findings, "[0].focus_metrics[1].severity", "default");
    lacks(findings, "[0].focus_metrics[1].value");
    is(findings, "[0].tables[0].title", "T");
    is(findings, "[0].tables[0].description", "D");
    is(findings, "[0].tables[0].columns[2]", "z");
    counts(findings, "[0].tables[0].rows", 2);
    is(findings, "[0].tables[0].rows[0][0]", "p");
    is(findings, "[0].tables[0].rows[0][1]", "1.5");
    is(findings, "[0].tables[0].rows[1][1]", "null");
    is(findings, "[0].tables[0].rows[0][2]", "-1");
    is(findings, "[0].tables[1].title", "U");
    is(findings, "[0].see_also[0]", "V");
    is(findings, "[1].type", "error");
    lacks(findings, "[1].see_also");
    json_node_free(page);
}

static const char values[] =
    "MetricResults { NameId: 0 MetricValue { Uint64Value: 18446744073709551615 } } "
    "MetricResults { NameId: 1 MetricValue { DoubleValue: 0.30000000000000004 } } "
    "MetricResults { NameId: 2 } MetricResults { NameId: 3 MetricValue { StringValue: 'x' } } "
    "MetricResults { NameId: 4 MetricValue { DoubleValue: nan } } "
    "MetricResults { NameId: 5 MetricValue { StringValue: 'a,b' } } "
    "MetricResults { NameId: 6 MetricValue { Uint64Value: 3 } "
    "MetricValueList { CorrelationId { Uint64Value: 1795172850677652864 } "
    "ElementValue { Uint64Value: 1 } } MetricValueList { ElementValue { DoubleValue: 2.5 } } "
    "MetricValueList { CorrelationId { Uint64Value: 9 } ElementValue {} } } "
    "MetricResults { NameId: 7 MetricValue { FloatValue: 0.5 Uint64Value: 8 } } "
    "MetricResults { NameId: 8 MetricValue { Uint32Value: 6 } } "
    "MetricResults { NameId: 8 MetricValue { Uint32Value: 7 } } ";
static const char value_names[] = "a__big b__double c__none d__text e__nan breakdown:x "
                                  "inst_executed g__float h__twice";

static void values_keep_their_precision(void **state)
{
    (void)state;
    struct json_node *page = one(value_names, values, (struct page_options){.page = PAGE_RAW});
    const struct json_node *metrics = json_at(page, "results[0].metrics");
    counts(metrics, "", 8);
    is(metrics, "[0].value", "18446744073709551615");
    assert_int_equal(json_at(metrics, "[0].value")->type, JSON_TEXT);
    is(metrics, "[1].value", "0.30000000000000004");
    is(metrics, "[2].name", "c__none");
    lacks(metrics, "[2].value");
    is(metrics, "[3].value", "x");
    assert_int_equal(json_at(metrics, "[4].value")->type, JSON_NULL);
    is(metrics, "[5].value", "0.5");
    is(metrics, "[6].name", "h__twice");
    is(metrics, "[6].value", "7");
    is(metrics, "[7].name", "inst_executed");
    is(metrics, "[7].unit", "inst");
    lacks(metrics, "[7].instances");
    json_node_free(page);
}

static void instances_are_lists(void **state)
{
    (void)state;
    struct page_options options = {
        .page = PAGE_RAW, .instances = INSTANCES_VALUES, .metrics = "inst_executed"};
    struct json_node *page = one(value_names, values, options);
    counts(page, "results[0].metrics", 1);
    const struct json_node *instances = json_at(page, "results[0].metrics[0].instances");
    lacks(instances, "ids");
    counts(instances, "values", 3);
    is(instances, "values[0]", "1");
    is(instances, "values[1]", "2.5");
    is(instances, "values[2]", "null");
    json_node_free(page);
    options.instances = INSTANCES_DETAILS;
    page = one(value_names, values, options);
    instances = json_at(page, "results[0].metrics[0].instances");
    is(instances, "kind", "address");
    counts(instances, "ids", 3);
    is(instances, "ids[0]", "1795172850677652864");
    is(instances, "ids[1]", "null");
    is(instances, "ids[2]", "9");
    counts(instances, "values", 3);
    json_node_free(page);
}

static void nvtx_ranges_and_call_stacks(void **state)
{
    (void)state;
    struct json_node *page =
        one("m",
            "Nvtx { PushPopRangeScope: Process Domains { Id: 1 Name: 'lib' "
            "NameTables { Family: NvtxNameFamilyOsThread Mappings { Id: 5 Value: 'worker' } } } "
            "Threads { TID: 5 PushPopDomains { Id: 1 Stack { Name: 'outer' } Stack { Name: 'inner' "
            "Attributes { Version: 3 Category: 4 Color { ColorType: NvtxColorTypeArgb Color: "
            "4278190335 } Payload { PayloadType: NvtxPayloadTypeInt64 LLValue: -3 } "
            "Message { MessageType: NvtxMessageTypeUnknown } } } } } "
            "StartEndDomains { Id: 1 Ranges { Id: 12 Name: 'job' StartTID: 6 } } } "
            "CpuStack { Frames { ModuleName: 'app' PC: 94534381777411 FuncName: 'launch' } "
            "Frames { ModuleName: 'libc' PC: 7 FileName: '' FuncName: '' Line: 0 } } "
            "PythonStack { Type: CpuStacktraceTypePython Frames { ModuleName: '' PC: 0 "
            "FileName: 'a.py' FuncName: '<module>' Line: 12 } } ",
            (struct page_options){0});
    const struct json_node *nvtx = json_at(page, "results[0].nvtx");
    is(nvtx, "scope", "process");
    counts(nvtx, "ranges", 3);
    is(nvtx, "ranges[0].kind", "push/pop");
    is(nvtx, "ranges[0].thread", "5");
    is(nvtx, "ranges[0].domain", "lib");
    is(nvtx, "ranges[0].name", "outer");
    is(nvtx, "ranges[0].depth", "0");
    is(nvtx, "ranges[0].thread_name", "worker");
    lacks(nvtx, "ranges[0].payload");
    is(nvtx, "ranges[1].category", "4");
    is(nvtx, "ranges[1].color", "#ff0000ff");
    is(nvtx, "ranges[1].payload", "-3");
    is(nvtx, "ranges[2].kind", "start/end");
    is(nvtx, "ranges[2].id", "12");
    is(nvtx, "ranges[2].thread", "6");
    const struct json_node *stacks = json_at(page, "results[0].call_stacks");
    counts(stacks, "", 2);
    is(stacks, "[0].type", "native");
    is(stacks, "[0].frames[0].function", "launch");
    is(stacks, "[0].frames[0].address", "94534381777411");
    counts(stacks, "[0].frames[1]", 2);
    is(stacks, "[1].type", "python");
    is(stacks, "[1].frames[0].file", "a.py");
    is(stacks, "[1].frames[0].line", "12");
    lacks(stacks, "[1].frames[0].address");
    lacks(stacks, "[1].frames[0].module");
    json_node_free(page);
}

/* What is no plain table becomes rows of cells. */
static void items_of_bodies(void **state)
{
    (void)state;
    struct json_node *page = one(
        "l__x.sum l__x.pct",
        METRIC("0", "DoubleValue: 2500") METRIC(
            "1", "DoubleValue: 12.125") "Sections { Identifier: 'S' DisplayName: 'Sec' Body { "
                                        "DisplayName: 'B' "
                                        "Items { SuffixTable { Label: 'T' Description: 'D' "
                                        "Suffixes { Suffix { Name: '.sum' Label: 'Sum' } Suffix { "
                                        "Name: '.pct' Label: 'Pct' } "
                                        "Suffix { Name: '.none' Label: 'None' } } "
                                        "BaseNames { BaseName { Name: 'l__x' Label: 'X' } } } } "
                                        "Items { Table { Columns: 1 Label: 'Plain' Metrics { Name: "
                                        "'l__x.sum' } } } } } ",
        (struct page_options){.details = DETAILS_ALL});
    const struct json_node *body = json_at(page, "results[0].sections[0].body");
    counts(body, "", 2);
    is(body, "[0].body", "B");
    is(body, "[0].label", "T");
    is(body, "[0].description", "D");
    lacks(body, "[0].metrics");
    is(body, "[0].columns[0]", "Sum");
    counts(body, "[0].rows", 1);
    is(body, "[0].rows[0].label", "X");
    is(body, "[0].rows[0].name", "l__x");
    counts(body, "[0].rows[0].cells", 3);
    is(body, "[0].rows[0].cells[0].value", "2500");
    is(body, "[0].rows[0].cells[1].unit", "%");
    is(body, "[0].rows[0].cells[1].value", "12.125");
    is(body, "[0].rows[0].cells[2]", "null");
    is(body, "[1].label", "Plain");
    is(body, "[1].metrics[0].value", "2500");
    json_node_free(page);
}

static void comments(void **state)
{
    (void)state;
    struct json_node *page = one("m",
                                 "Comments: 'slow\\nhere' SectionComments { ID { SectionID: 'S' } "
                                 "DisplayName: 'mine' Text: 'why?' } ",
                                 (struct page_options){0});
    const struct json_node *list = json_at(page, "results[0].comments");
    counts(list, "", 2);
    is(list, "[0].text", "slow\nhere");
    lacks(list, "[0].section");
    is(list, "[1].section", "S");
    is(list, "[1].title", "mine");
    is(list, "[1].text", "why?");
    json_node_free(page);
}

static void summaries(void **state)
{
    (void)state;
    struct page_options options = {.summary = SUMMARY_PER_KERNEL};
    struct json_node *page = page_of(sample_report(), options, true);
    is(page, "summary", "per-kernel");
    counts(page, "groups", 4);
    lacks(page, "results");
    is(page, "groups[0].name", "first<8>(T *)");
    is(page, "groups[0].process.id", "10");
    is(page, "groups[0].grid[0]", "8");
    is(page, "groups[0].cc", "9.0");
    is(page, "groups[0].invocations", "1");
    is(page, "groups[0].sections[0].identifier", "First");
    const struct json_node *metric = json_at(page, "groups[0].sections[0].metrics[0]");
    is(metric, "name", "gpu__time_duration.sum");
    is(metric, "label", "Duration");
    is(metric, "unit", "ns");
    is(metric, "count", "1");
    is(metric, "minimum", "1500");
    is(metric, "maximum", "1500");
    is(metric, "average", "1500");
    json_node_free(page);
    options.page = PAGE_RAW;
    page = page_of(sample_report(), options, true);
    lacks(page, "groups[0].sections");
    is(page, "groups[0].metrics[3].name", "gpu__time_duration.sum");
    lacks(page, "groups[0].metrics[3].label");
    json_node_free(page);
    page = one("gpu__time_duration.sum",
               METRIC("0", "DoubleValue: 1") "Nvtx { Domains { Id: 0 Name: 'd' } "
                                             "Threads { TID: 1 PushPopDomains { Id: 0 Stack { "
                                             "Name: 'a / b' } Stack { Name: 'c' } } } } ",
               (struct page_options){.page = PAGE_RAW, .summary = SUMMARY_PER_NVTX});
    is(page, "groups[0].nvtx.domain", "d");
    counts(page, "groups[0].nvtx.ranges", 2);
    is(page, "groups[0].nvtx.ranges[0]", "a / b");
    json_node_free(page);
}

static void errors_stand_in_a_whole_document(void **state)
{
    (void)state;
    struct launch_filter filter = filter_of("nothing");
    static const enum page pages[] = {PAGE_DETAILS, PAGE_RAW};
    for (size_t page = 0; page < COUNT(pages); page++)
        for (int summary = 0; summary < 2; summary++) {
            struct page_options options = {.page = pages[page],
                                           .filter = &filter,
                                           .summary = summary ? SUMMARY_PER_GPU : SUMMARY_NONE};
            struct json_node *none = page_of(sample_report(), options, false);
            counts(none, summary ? "groups" : "results", 0);
            json_node_free(none);
        }
    launch_filter_free(&filter);
    struct build build = {0};
    build_begin(&build, 7);
    build_raw_entry(&build, "\xff", 1);
    build_entry(&build, &rep__profile_result__descriptor, KERNEL("good"));
    build_block(&build, "NumResults: 2");
    struct report *r = build_open(&build);
    for (size_t page = 0; page < COUNT(pages); page++) {
        struct json_node *rest = page_of(r, (struct page_options){.page = pages[page]}, false);
        counts(rest, "results", 1);
        is(rest, "results[0].function", "good");
        assert_non_null(strstr(json_text_at(rest, "error"), "result 0 is damaged"));
        json_node_free(rest);
    }
    report_close(r);
    build_free(&build);
}

static void damaged_instances_are_told_of(void **state)
{
    (void)state;
    struct build build = {0};
    build_lost_instances(&build);
    struct report *r = build_open(&build);
    struct page_options options = {.page = PAGE_RAW, .instances = INSTANCES_VALUES};
    struct json_node *page = page_of(r, options, false);
    assert_non_null(strstr(json_text_at(page, "error"), "instances of result 0"));
    is(page, "results[0].metrics[0].name", "listed");
    lacks(page, "results[0].metrics[0].instances");
    json_node_free(page);
    report_close(r);
    build_free(&build);
}

static void a_report_without_results(void **state)
{
    (void)state;
    struct build build = {0};
    build_begin(&build, 7);
    struct report *r = build_open(&build);
    for (int i = 0; i < PAGE_COUNT; i++) {
        struct json_node *page = page_of(r, (struct page_options){.page = (enum page)i}, true);
        is(page, "reports[0].results", "0");
        json_node_free(page);
    }
    report_close(r);
    build_free(&build);
}

#define PAYLOAD(name, type, value)                                                                 \
    "Stack { Name: '" name "' Attributes { Version: 3 Category: 0 Color { ColorType: "             \
    "NvtxColorTypeUnknown } Payload { PayloadType: NvtxPayloadType" type " " value                 \
    " } Message { MessageType: NvtxMessageTypeAscii message: '' } } } "

/* Each kind of payload in its own form; without one there is no member. */
static void payloads_of_ranges(void **state)
{
    static const char *const payloads[] = {
        "18446744073709551615", "-9007199254740993", "0.1", "4294967295", "-5", "0.5", "{}", ""};
    struct build build = {0};
    (void)state;
    struct report *report = build_one(
        &build, "x",
        "Nvtx { Domains { Id: 0 Name: '<default domain>' } Threads { TID: 1 PushPopDomains { Id: "
        "0 " PAYLOAD("a", "Uint64", "ULLValue: 18446744073709551615") PAYLOAD(
            "b", "Int64", "LLValue: -9007199254740993") PAYLOAD("c", "Double", "DoubleValue: 0.1")
            PAYLOAD("d", "Uint32", "UValue: 4294967295") PAYLOAD("e", "Int32", "IValue: -5")
                PAYLOAD("f", "Float", "FValue: 0.5") PAYLOAD("g", "Json", "StrValue: '{}'")
                    PAYLOAD("h", "JsonRegistered", "") PAYLOAD(
                        "i", "Unknown", "") "} } DefaultDomain: 0 PushPopRangeScope: Thread } ");
    char *text = print_page(report, &(struct page_options){.format = FORMAT_JSON});
    struct json_node *page = json_expect(text);
    for (size_t i = 0; i <= COUNT(payloads); i++) {
        char path[96];
        snprintf(path, sizeof path, "results[0].nvtx.ranges[%zu].payload", i);
        if (i < COUNT(payloads))
            is(page, path, payloads[i]);
        else
            lacks(page, path);
    }
    json_node_free(page);
    free(text);
    report_close(report);
    build_free(&build);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        on_sample(every_page_begins_alike),
        on_sample(attributes_of_devices_are_on_the_session_page),
        on_sample(results_say_what_they_are),
        on_sample(details_have_sections_and_findings),
        cmocka_unit_test(parts_of_sections),
        cmocka_unit_test(findings_in_full),
        cmocka_unit_test(values_keep_their_precision),
        cmocka_unit_test(instances_are_lists),
        cmocka_unit_test(nvtx_ranges_and_call_stacks),
        cmocka_unit_test(payloads_of_ranges),
        cmocka_unit_test(items_of_bodies),
        cmocka_unit_test(comments),
        on_sample(summaries),
        on_sample(errors_stand_in_a_whole_document),
        cmocka_unit_test(damaged_instances_are_told_of),
        cmocka_unit_test(a_report_without_results),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

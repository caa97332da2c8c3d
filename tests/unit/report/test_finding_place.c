/* The line of code that a finding is about, in a made-up module. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "build_cubin.h"
#include "build_report.h"
#include "report/base/mem.h"
#include "report/rules/finding_place.h"

enum { INSTRUCTIONS = 6 };

/* Two loads of line 7 with the barriers 0 and 1, what waits for both, a reduction of h.h line 3,
 * and what waits for the first load again. */
static const struct {
    unsigned bits, barrier, mask;
} instructions[INSTRUCTIONS] = {{0x981, 0, 0},      {0x981, 1, 0}, {0x223, 7, 1 << 0},
                                {0x223, 7, 1 << 1}, {0x98e, 7, 0}, {0x223, 7, 1 << 0}};
static const struct build_line_row rows[] = {
    {0x00, 1, 7}, {0x20, 1, 8}, {0x40, 2, 3}, {0x50, 1, 9}};

static void add_module(struct build *build, bool has_lines)
{
    uint8_t code[INSTRUCTIONS][16] = {{0}};
    struct build_cubin module = {
        .name = "_Z1k", .instructions = INSTRUCTIONS, .code = code[0], .place_count = has_lines};
    struct build_source entry = {7, 0x1000, 9, NULL};
    struct strbuf packed = {0};
    for (size_t i = 0; i < INSTRUCTIONS; i++) {
        uint32_t control = instructions[i].barrier << 14 | 7u << 17 | instructions[i].mask << 20;
        code[i][0] = (uint8_t)instructions[i].bits;
        code[i][1] = (uint8_t)(instructions[i].bits >> 8);
        for (size_t byte = 0; byte < 4; byte++)
            code[i][12 + byte] = (uint8_t)(control >> (8 * byte));
    }
    if (has_lines)
        module.places[0] =
            build_line_rows(&module.lines, rows, COUNT(rows), INSTRUCTIONS * 16, true);
    build_source(&packed, &module, &entry);
    build_raw_entry(build, packed.data, packed.length);
    build_block(build, "NumSources: 1 Process { ProcessID: 5 }");
    strbuf_free(&packed);
    strbuf_free(&module.lines);
}

struct metric {
    const char *name;
    double values[INSTRUCTIONS];
};

static void add_metric(struct strbuf *entry, size_t id, const struct metric *metric)
{
    strbuf_addf(entry, "MetricResults { NameId: %zu Category: 0 MetricValue { DoubleValue: 0 } ",
                id);
    for (size_t i = 0; i < INSTRUCTIONS; i++)
        strbuf_addf(entry,
                    "MetricValueList { ElementValue { DoubleValue: %g } CorrelationId { "
                    "Uint64Value: %zu } } ",
                    metric->values[i], 0x1000 + i * 16);
    strbuf_adds(entry, "} ");
}

/* Where the first item of a rule's result is; "work.cu:7 0x10", or "" for nowhere. */
static void is_at(bool has_lines, const struct metric *metrics, size_t count, const char *items,
                  const char *wanted)
{
    struct build build = {0};
    struct strbuf entry = {0}, strings = {0}, found = {0};
    struct error error;
    struct finding_place place;
    build_begin(&build, 7);
    add_module(&build, has_lines);
    strbuf_addf(&entry,
                "ThreadID: 1 APICallID: 2 References: 7 RuleResults { Identifier: 'A' "
                "DisplayName: 'A' SectionIdentifier: 'One' Body { %s } } ",
                items);
    strbuf_adds(&strings, "NumRangeResults: 1 Process { ProcessID: 5 } StringTable { ");
    for (size_t i = 0; i < count; i++) {
        add_metric(&entry, i, &metrics[i]);
        strbuf_addf(&strings, "Strings: '%s' ", metrics[i].name);
    }
    strbuf_adds(&strings, "}");
    build_entry(&build, &rep__range_result__descriptor, entry.data);
    build_block(&build, strings.data);
    struct report *report = build_open(&build);
    struct rule_source *source = rule_source_new(report);
    struct result *result = report_result(report, 0, &error);
    assert_non_null(result);
    const Rep__RuleResult *rule = result->rules[0];
    strbuf_adds(&found, "");
    assert_false(finding_place_find(result, NULL, rule, rule->body->items[0], &place));
    if (finding_place_find(result, source, rule, rule->body->items[0], &place)) {
        assert_string_equal(place.function, "_Z1k");
        assert_true(place.file ? place.line > 0 : !place.line);
        const char *slash = place.file ? strrchr(place.file, '/') : NULL;
        strbuf_addf(&found, "%s:%u 0x%x",
                    slash        ? slash + 1
                    : place.file ? place.file
                                 : "",
                    place.line, (unsigned)place.offset);
    }
    assert_string_equal(found.data, wanted);
    rule_source_free(source);
    report_close(report);
    build_free(&build);
    strbuf_free(&entry);
    strbuf_free(&strings);
    strbuf_free(&found);
}

#define SAYS(text, more) "Items { Message { Message: '" text "' Type: Optimization } " more " } "
#define FOCUS(name) "FocusMetrics { MetricName: '" name "' } "
#define STALL "smsp__pcsamp_warps_issue_stalled_long_scoreboard"

/* Line 7 has 9 samples, line 8 has 10; the reduction in h.h has 2, line 9 has 1. */
static const struct metric usual[] = {
    {STALL, {4, 3, 5, 3, 1, 1}},
    {"smsp__pcsamp_warps_issue_stalled_wait", {0, 2, 2, 0, 1, 0}},
    {STALL "_not_issued", {100, 100, 0, 0, 0, 0}},
    {"a__x", {0, 0, 0, 0, 8, 0}},
    {"a__none", {0, 0, 0, 0, 0, 0}},
};

static void without_a_hint_it_is_the_hottest_line(void **state)
{
    (void)state;
    is_at(true, usual, COUNT(usual), SAYS("slow", ""), "work.cu:8 0x20");
    is_at(false, usual, COUNT(usual), SAYS("slow", ""), ":0 0x20");
    is_at(true, &usual[3], 1, SAYS("slow", ""), "");
}

static void a_metric_that_is_named_counts_more(void **state)
{
    (void)state;
    is_at(true, usual, COUNT(usual), SAYS("slow", FOCUS("a__x")), "h.h:3 0x40");
    is_at(true, usual, COUNT(usual), SAYS("slow", FOCUS("a__none") FOCUS("a__x")), "h.h:3 0x40");
    is_at(true, usual, COUNT(usual), SAYS("slow", FOCUS("a__none")), "work.cu:8 0x20");
    is_at(true, usual, COUNT(usual), SAYS("slow", "") "Items { " FOCUS("a__x") " } ", "h.h:3 0x40");
    /* Behind another message it belongs to that one. */
    is_at(true, usual, COUNT(usual), SAYS("slow", "") SAYS("other", FOCUS("a__x")),
          "work.cu:8 0x20");
}

static void a_link_counts_most(void **state)
{
    (void)state;
    const char *link = SAYS("at @source:work.cu:6:work.cu, line 7@.", FOCUS("a__x"));
    const char *near = SAYS("at @source:h.h:2:h.h, line 3@ (near @source:work.cu:8:x@).", "");
    const char *gone = SAYS("at @source:gone.cu:6:gone.cu, line 7@.", "");
    const char *broken = SAYS("at @source:work.cu", "");
    const char *address = SAYS("at @sass:4176:it@, @source:work.cu:6:line 7@.", FOCUS("a__x"));
    const char *second = SAYS("at @sass:16:none@ or @sass:0x1040:this@.", "");
    const char *odd = SAYS("at @sass:0x1040@, @sass::@, @sass:", "");
    is_at(true, usual, COUNT(usual), address, "work.cu:9 0x50");
    is_at(false, usual, COUNT(usual), address, ":0 0x50");
    is_at(true, usual, COUNT(usual), second, "h.h:3 0x40");
    is_at(true, usual, COUNT(usual), odd, "work.cu:8 0x20");
    is_at(true, usual, COUNT(usual), link, "work.cu:7 0x0");
    is_at(true, usual, COUNT(usual), near, "work.cu:9 0x50");
    is_at(true, usual, COUNT(usual), gone, "work.cu:8 0x20");
    is_at(true, usual, COUNT(usual), broken, "work.cu:8 0x20");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(without_a_hint_it_is_the_hottest_line),
        cmocka_unit_test(a_metric_that_is_named_counts_more),
        cmocka_unit_test(a_link_counts_most),
    };
    return cmocka_run_group_tests_name("finding_place", tests, NULL, NULL);
}

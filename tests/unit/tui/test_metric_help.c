/* The help of metrics: its lines and where they lead. */
#include "tui/views/metric_help.h"
#include "tui/views/term_numbers.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "build_report.h"
#include "json_parse.h"
#include "report/base/mem.h"
#include "tui/views/metric_view.h"

#define VALUE(id, number) METRIC(id, "DoubleValue: " number)
#define PEAK ".avg.pct_of_peak_sustained_elapsed"

static const char section[] =
    "Sections { Identifier: 'S' DisplayName: 'Section' Header { Metrics { Label: 'Busy' Name: "
    "'sm__throughput" PEAK "' } Metrics { Label: 'Twice' Name: 'twice' Description: 'Both halves.' "
    "} } MetricDefinitions { "
    "MetricDefinitions { Name: 'twice' Expression: '2 * dram__bytes_read.sum + b__b.sum' } } } ";

static const char names[] =
    "NumResults: 1 StringTable { Strings: 'sm__throughput" PEAK
    "' Strings: 'breakdown:sm__throughput" PEAK
    "' Strings: 'dram__bytes_read.sum' Strings: 'b__b.sum' Strings: 'twice' Strings: "
    "'dram__bytes_read.sum.per_second' Strings: "
    "'dram__bytes_read.sum.pct_of_peak_sustained_elapsed' }";

static void add_result(struct build *build, const char *bytes)
{
    struct strbuf text = {0};
    strbuf_addf(&text,
                KERNEL("f") VALUE("0", "41.5")
                    METRIC("1", "StringValue: 'b__b.sum,dram__bytes_read.sum,gone.sum'")
                        VALUE("2", "%s") VALUE("3", "7") VALUE("4", "16780007") VALUE("5", "3e9")
                            VALUE("6", "62.25") "%s",
                bytes, section);
    build_entry(build, &rep__profile_result__descriptor, text.data);
    strbuf_free(&text);
}

struct sample {
    struct build build;
    struct report *report;
    struct details_view details;
    struct metric_spread spread;
    struct rule_library rules;
    struct metric_help help;
};

static int begin(void **state)
{
    static struct sample sample;
    use_locale("C.UTF-8");
    build_begin(&sample.build, 7);
    static const char *const bytes[] = {"8390000", "1000", "20000000", "1000"};
    for (size_t i = 0; i < COUNT(bytes); i++)
        add_result(&sample.build, bytes[i]);
    char *block = mem_strdup(names);
    block[strlen("NumResults: ")] = '0' + (char)COUNT(bytes);
    build_block(&sample.build, block);
    free(block);
    sample.report = build_open(&sample.build);
    details_view_init(&sample.details);
    details_view_show(&sample.details, report_result(sample.report, 0, NULL));
    rule_library_init(&sample.rules);
    *state = &sample;
    return 0;
}

static int end(void **state)
{
    struct sample *sample = *state;
    metric_help_free(&sample->help);
    metric_spread_free(&sample->spread);
    details_view_free(&sample->details);
    rule_library_free(&sample->rules);
    report_close(sample->report);
    build_free(&sample->build);
    return 0;
}

static void make(struct sample *sample, const char *name, const char *label)
{
    struct metric_question question = {.name = name,
                                       .label = label,
                                       .details = &sample->details,
                                       .rules = &sample->rules,
                                       .report = sample->report,
                                       .spread = &sample->spread};
    metric_spread_begin(&sample->spread, sample->report, name);
    while (metric_spread_pending(&sample->spread))
        metric_spread_step(&sample->spread);
    metric_help_make(&sample->help, &question);
}

/* The line of a group; NULL: it has none such. label NULL: any. */
static const struct help_line *line_of(const struct metric_help *help, const char *heading,
                                       const char *label, const char *text)
{
    const char *group = "";
    for (size_t i = 0; i < help->count; i++) {
        const struct help_line *line = &help->lines[i];
        if (line->heading)
            group = line->text;
        else if (strcmp(group, heading) == 0 && (!text || strcmp(line->text, text) == 0) &&
                 (!label || (line->label && strcmp(line->label, label) == 0)))
            return line;
    }
    return NULL;
}

static void says(const struct sample *sample, const char *heading, const char *label,
                 const char *text)
{
    if (!line_of(&sample->help, heading, label, text))
        fail_msg("no \"%s\": \"%s\" below \"%s\" in the help of %s", label ? label : "",
                 text ? text : "", heading, sample->help.name);
}

static void value_words_and_peak(void **state)
{
    struct sample *sample = *state;
    make(sample, "dram__bytes_read.sum", NULL);
    says(sample, "In result 0", "Value", "8.39 MB");
    says(sample, "In result 0", "In full", "8390000 B");
    says(sample, "In result 0", "Of the peak", "62.25 %");
    says(sample, "What it is", NULL,
         "Device memory (DRAM): bytes read; sum over all instances of the unit.");
    says(sample, "Its name", "unit", "dram: device memory (DRAM)");
    assert_string_equal(
        line_of(&sample->help, "The same counter", "3 GB/s", "dram__bytes_read.sum.per_second")->to,
        "dram__bytes_read.sum.per_second");
    const struct help_line *whole =
        line_of(&sample->help, "A part of", "41.50 %", "sm__throughput" PEAK);
    assert_int_equal(whole->target, HELP_METRIC);
    says(sample, "Sections of this result that show it", "Memory chart",
         "Device Memory -> L2 Cache: bytes");
}

static void the_other_results(void **state)
{
    struct sample *sample = *state;
    make(sample, "dram__bytes_read.sum", NULL);
    says(sample, "All results", "Have it", "4 of 4");
    const struct help_line *least = line_of(&sample->help, "All results", "Least", NULL);
    assert_string_equal(least->text, "1 KB, result 1, f<8>(T *)");
    assert_int_equal(least->target, HELP_RESULT);
    assert_int_equal(least->index, 1);
    says(sample, "All results", "Median", "4.20 MB");
    says(sample, "All results", "Greatest", "20 MB, result 2, f<8>(T *)");
    says(sample, "All results", "This result", "2 of 4, the greatest first");
    make(sample, "not__there.sum", NULL);
    says(sample, "All results", "Have it", "0 of 4");
    says(sample, "All results", "This result", "no value");
    says(sample, "In result 0", "Value", "none: no section and no option asked for it");
}

static void the_spread_is_made_in_steps(void **state)
{
    struct sample *sample = *state;
    struct metric_spread spread = {0};
    metric_spread_begin(&spread, sample->report, "dram__bytes_read.sum");
    metric_spread_step(&spread);
    metric_spread_step(&spread);
    assert_true(metric_spread_pending(&spread));
    struct metric_range range = metric_spread_range(&spread, 0);
    assert_int_equal(range.count, 2);
    assert_int_equal(range.rank, 1);
    assert_int_equal(metric_spread_range(&spread, 3).rank, 0);
    metric_spread_begin(&spread, sample->report, "dram__bytes_read.sum");
    assert_int_equal(spread.next, 2);
    metric_spread_begin(&spread, sample->report, "b__b.sum");
    assert_int_equal(spread.next, 0);
    for (int i = 0; i < 10; i++)
        metric_spread_step(&spread);
    range = metric_spread_range(&spread, 2);
    assert_int_equal(range.count, 4);
    assert_true(range.minimum == 7 && range.median == 7 && range.maximum == 7);
    assert_int_equal(range.rank, 1);
    metric_spread_free(&spread);
}

static void what_it_is_made_of(void **state)
{
    struct sample *sample = *state;
    make(sample, "sm__throughput" PEAK, NULL);
    says(sample, "The greatest of these", "8.39 MB", "dram__bytes_read.sum");
    says(sample, "The greatest of these", "n/a", "gone.sum");
    const struct help_line *line =
        line_of(&sample->help, "Sections of this result that show it", "Section", "Busy");
    assert_int_equal(line->target, HELP_SECTION);
    assert_string_equal(line->to, "S");
    says(sample, "Rules that read it", "SOLBottleneck", NULL);
    make(sample, "twice", NULL);
    says(sample, "What it is", "Section says", "Both halves.");
    says(sample, "Defined by the section Section as", NULL, "2 * dram__bytes_read.sum + b__b.sum");
    says(sample, "Defined by the section Section as", "7", "b__b.sum");
    make(sample, "b__b.sum + dram__bytes_read.sum / b__b.sum", "a link");
    says(sample, "What it is", NULL, "a link");
    says(sample, "Made of", "7", "b__b.sum");
    assert_null(line_of(&sample->help, "Its name", NULL, NULL));
}

static void terms_are_explained(void **state)
{
    struct sample *sample = *state;
    make(sample, "dram__bytes_read.sum", NULL);
    assert_non_null(line_of(&sample->help, "Terms", "dram", NULL));
    assert_non_null(line_of(&sample->help, "Terms", "byte", NULL));
    assert_null(line_of(&sample->help, "Terms", "lts", NULL));
    make(sample, "b__b.sum / dram__bytes_read.sum", "Shared Load: Wavefronts");
    assert_non_null(line_of(&sample->help, "Terms", "wavefront", NULL));
    /* A term in place of a metric. */
    make(sample, "long scoreboard", NULL);
    assert_non_null(line_of(&sample->help, "Terms", "Long Scoreboard", NULL));
    assert_null(line_of(&sample->help, "Made of", NULL, NULL));
}

/* The numbers of the result that it is about, and the first one in all results. */
static void a_term_has_the_numbers_of_the_result(void **state)
{
    struct sample *sample = *state;
    struct term_number number;
    assert_int_equal(term_numbers(&sample->details, "sm", &number, 1), 1);
    assert_string_equal(number.label, "Busy");
    struct metric_question question = {.name = "SM",
                                       .details = &sample->details,
                                       .rules = &sample->rules,
                                       .report = sample->report,
                                       .spread = &sample->spread};
    metric_spread_begin(&sample->spread, sample->report, number.metric);
    while (metric_spread_pending(&sample->spread))
        metric_spread_step(&sample->spread);
    metric_help_make(&sample->help, &question);
    const struct help_line *line = line_of(&sample->help, "In result 0", "Busy", NULL);
    assert_non_null(line);
    assert_int_equal(line->target, HELP_METRIC);
    assert_string_equal(line->to, number.metric);
    line = line_of(&sample->help, "Busy in all results", "Greatest", NULL);
    assert_non_null(line);
    assert_int_equal(line->target, HELP_RESULT);
    assert_int_equal(term_numbers(&sample->details, "no such term", &number, 1), 0);
    /* One that no section shows. */
    assert_int_equal(term_numbers(&sample->details, "dram", &number, 1), 1);
}

static char *printed(const struct metric_help *help, enum page_format format)
{
    char *bytes = NULL;
    size_t length = 0;
    struct error error;
    FILE *out = open_memstream(&bytes, &length);
    assert_true(metric_help_print(help, format, out, &error));
    fclose(out);
    return bytes;
}

static void every_form(void **state)
{
    char problem[128];
    struct sample *sample = *state;
    make(sample, "dram__bytes_read.sum", NULL);
    char *text = printed(&sample->help, FORMAT_TEXT);
    assert_non_null(strstr(text, "dram__bytes_read.sum\n\nIn result 0\n  Value: 8.39 MB\n"));
    free(text);
    text = printed(&sample->help, FORMAT_JSON);
    struct json_node *json = json_parse(text, strlen(text), problem);
    assert_non_null(json);
    assert_string_equal(json_text_at(json, "groups[0].lines[0].text"), "8.39 MB");
    json_node_free(json);
    assert_non_null(strstr(text, "\"metric\": \"sm__throughput" PEAK "\""));
    free(text);
    text = printed(&sample->help, FORMAT_CSV);
    assert_non_null(
        strstr(text, "\"group\",\"label\",\"text\"\n\"In result 0\",\"Value\",\"8.39 MB\"\n"));
    free(text);
    text = printed(&sample->help, FORMAT_MARKDOWN);
    assert_non_null(strstr(text, "| In result 0 | Value | 8.39 MB |"));
    free(text);
}

static void there_and_back(void **state)
{
    struct sample *sample = *state;
    struct metric_view view = {0};
    struct metric_question question = {.details = &sample->details, .report = sample->report};
    assert_null(metric_view_shown(&view));
    metric_view_open(&view, "a.sum", NULL);
    metric_view_make(&view, question);
    view.cursor.at = 3;
    assert_false(metric_view_back(&view));
    /* Also further than it remembers. */
    for (int i = 0; i < 3 * METRICS_DEEPEST; i++) {
        char *name = mem_printf("m%d.sum", i);
        metric_view_follow(&view, name);
        metric_view_make(&view, question);
        assert_string_equal(view.help.name, name);
        view.cursor.at = (size_t)i % 4;
        free(name);
    }
    int back = 0;
    while (metric_view_back(&view)) {
        char *name = mem_printf("m%d.sum", 3 * METRICS_DEEPEST - 2 - back);
        assert_string_equal(metric_view_shown(&view)->name, name);
        assert_int_equal(view.cursor.at, (size_t)(3 * METRICS_DEEPEST - 2 - back) % 4);
        free(name);
        back++;
    }
    assert_int_equal(back, METRICS_DEEPEST - 1);
    metric_view_open(&view, metric_view_shown(&view)->name, NULL);
    assert_false(metric_view_back(&view));
    metric_view_free(&view);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(value_words_and_peak),
        cmocka_unit_test(the_other_results),
        cmocka_unit_test(the_spread_is_made_in_steps),
        cmocka_unit_test(what_it_is_made_of),
        cmocka_unit_test(terms_are_explained),
        cmocka_unit_test(a_term_has_the_numbers_of_the_result),
        cmocka_unit_test(every_form),
        cmocka_unit_test(there_and_back),
    };
    return cmocka_run_group_tests_name("metric_help", tests, begin, end);
}

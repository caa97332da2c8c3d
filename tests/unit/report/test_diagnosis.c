#include "report/content/diagnosis.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "build_report.h"
#include "json_expect.h"
#include "report/base/mem.h"
#include "report/content/triage.h"
#include "report/pages/page.h"

#define METRIC_OF(id, number) METRIC(id, "DoubleValue: " number)

/* 0 duration, 1 compute, 2 memory, 3 instructions, 4 the metric that the finding rests on */
static const char names[] =
    "NumResults: 3 StringTable { Strings: 'gpu__time_duration.sum' "
    "Strings: 'sm__throughput.avg.pct_of_peak_sustained_elapsed' "
    "Strings: 'gpu__compute_memory_throughput.avg.pct_of_peak_sustained_elapsed' "
    "Strings: 'smsp__inst_executed.sum' Strings: 'lts__t_sectors.sum' }";

#define FINDING(title, percent, text)                                                              \
    "RuleResults { Identifier: 'R' DisplayName: 'Rule' SectionIdentifier: 'S' Body { Items { "     \
    "Message { Message: '" text "' Type: Optimization Name: '" title "' } "                        \
    "Speedup { SpeedupType: Global Value: " percent " } "                                          \
    "FocusMetrics { MetricName: 'lts__t_sectors.sum' MetricValue: 7 Info: 'lower it to 9' } } } "  \
    "} "

static const char *const launches[] = {
    KERNEL("idle") METRIC_OF("0", "1000000") METRIC_OF("1", "10") METRIC_OF("2", "20")
        METRIC_OF("3", "12345") METRIC_OF("4", "77") FINDING("Slow", "40", "Do less of it."),
    KERNEL("busy") METRIC_OF("0", "2000000") METRIC_OF("1", "50") METRIC_OF("2", "90")
        FINDING("Slow", "20", "Do less of it."),
    KERNEL("bare") METRIC_OF("3", "5"),
};

static char *print(enum page_format format)
{
    struct build build = {0};
    build_begin(&build, 7);
    for (size_t i = 0; i < COUNT(launches); i++)
        build_entry(&build, &rep__profile_result__descriptor, launches[i]);
    build_block(&build, names);
    struct report *report = build_open(&build);
    struct page_options options = {.page = PAGE_DIAGNOSIS, .format = format};
    char *text = print_page(report, &options);
    report_close(report);
    build_free(&build);
    return text;
}

/* As print(), of a program that the report knows. */
static char *print_of(const char *function, const char *program, const char *more)
{
    struct build build = {0};
    struct strbuf launch = {0}, header = {0};
    strbuf_addf(&launch, "%s %s", function, more);
    strbuf_addf(&header, "%s SessionDetails { %s }", names, program);
    header.data[strlen("NumResults: ")] = '1';
    build_begin(&build, 7);
    build_entry(&build, &rep__profile_result__descriptor, launch.data);
    build_block(&build, header.data);
    struct report *report = build_open(&build);
    struct page_options options = {.page = PAGE_DIAGNOSIS, .format = FORMAT_TEXT};
    char *text = print_page(report, &options);
    report_close(report);
    build_free(&build);
    strbuf_free(&launch);
    strbuf_free(&header);
    return text;
}

static void has(const char *text, const char *part)
{
    if (!strstr(text, part))
        fail_msg("\"%s\" is not in:\n%s", part, text);
}

static void a_change_leaves_the_work(void **state)
{
    (void)state;
    struct diagnosis_change after = diagnosis_change(100, 50, 10, 30);
    assert_true(after.duration == 50 && after.compute == 20 && after.memory == 60);
    assert_false(after.stopped);
    after = diagnosis_change(100, 80, 10, 60);
    assert_true(after.stopped);
    assert_true(fabs(after.duration - 60) < 1e-9 && fabs(after.memory - 100) < 1e-9);
    assert_true(fabs(after.compute - 100.0 / 6) < 1e-9);
}

static void odd_numbers_change_nothing(void **state)
{
    (void)state;
    struct diagnosis_change after = diagnosis_change(0, 50, 10, 30);
    assert_true(after.duration == 0 && after.compute == 10 && !after.stopped);
    after = diagnosis_change(100, -5, 10, 30);
    assert_true(after.duration == 100 && after.memory == 30);
    after = diagnosis_change(100, 500, 10, 130);
    assert_true(after.duration == 100 && after.memory == 100 && after.stopped);
    after = diagnosis_change(100, 500, 0, 0);
    assert_true(after.duration == 0 && after.compute == 0);
    after = diagnosis_change(NAN, 1, 2, 3);
    assert_true(isnan(after.duration) && !after.stopped);
}

static void as_text(void **state)
{
    (void)state;
    char *text = print(FORMAT_TEXT);
    const char *busy = strstr(text, "busy"), *bare = strstr(text, "bare");
    assert_true(busy && bare && busy < bare);
    has(text, "Duration                  1.00 ms [gpu__time_duration.sum]\n");
    has(text, "12,345 warp instructions");
    has(text, "compute 10 %, memory 20 % of their peaks");
    has(text, "Limit                     Slow, which could save 400.00 us, 40 % of its time");
    has(text, "Evidence                  77 sectors (lower it to 9)  ");
    has(text, "1. Slow                   saves up to 400.00 us, 40 %\n");
    has(text, "Do less of it.\n");
    has(text, "Then it takes 600.00 us, compute runs at 16.7 % and memory at 33.3 %");
    /* A unit that works hard is the limit, and ends the saving. */
    has(busy, "which runs at 90 % of its peak");
    has(busy, "Then it takes 1.80 ms, compute runs at 55.6 % and memory at 100 %");
    has(bare, "Limit                     not known: its throughputs were not measured");
    has(bare, "no rule finds time that a change could save in what was measured");
    has(bare, "Look closer               rooftop -k bare -c 1 --set full -o closer PROGRAM");
    assert_null(strstr(bare, "And compare"));
    free(text);
}

/* The first answer that is not good enough is where to look first. */
static void what_to_look_at_first(void **state)
{
    (void)state;
    enum { NO_NUMBERS = 9 };
    static const char more[] =
        "Strings: 'launch__waves_per_multiprocessor' "
        "Strings: 'smsp__issue_active.avg.per_cycle_active' "
        "Strings: 'smsp__average_warps_issue_stalled_long_scoreboard_per_issue_active.ratio' "
        "Strings: 'smsp__average_warps_issue_stalled_wait_per_issue_active.ratio' "
        "Strings: 'smsp__average_warps_issue_stalled_selected_per_issue_active.ratio' "
        "Strings: 'smsp__average_warp_latency_per_inst_issued.ratio'";
    static const char waits[] =
        METRIC("5", "DoubleValue: 6") METRIC("7", "DoubleValue: 9") METRIC("8", "DoubleValue: 10");
    static const struct {
        const char *metrics, *work, *units, *waits;
        size_t first;
    } cases[] = {
        {METRIC("3", "DoubleValue: 0.25") METRIC("4", "DoubleValue: 0.1"),
         "too little: 0.25 waves of blocks (one fills the GPU)",
         "memory, at 20 % of its peak: no limit (from 60 % on); compute at 10 %",
         "not hidden: the schedulers issue in 10 % of the cycles (enough from 60 % on); warps wait "
         "most for long scoreboard, 60 % of the time between two instructions",
         0},
        {METRIC("3", "DoubleValue: 1") METRIC("4", "DoubleValue: 0.1"),
         "enough: 1 wave of blocks (one fills the GPU)", NULL, NULL, 2},
        {METRIC("3", "DoubleValue: 4") METRIC("4", "DoubleValue: 0.6"), NULL, NULL,
         "hidden: the schedulers issue in 60 % of the cycles (enough from 60 % on)", 3},
        /* What has no number is no answer. */
        {METRIC("3", "DoubleValue: nan") METRIC("4", "DoubleValue: nan"), NULL, NULL, NULL,
         NO_NUMBERS},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct build build = {0};
        struct strbuf launch = {0}, header = {0};
        strbuf_addf(&launch, KERNEL("f") "%s%s%s%s", METRIC("1", "DoubleValue: 10"),
                    METRIC("2", "DoubleValue: 20"), cases[i].metrics, waits);
        strbuf_addf(
            &header,
            "NumResults: 1 StringTable { Strings: 'gpu__time_duration.sum' "
            "Strings: 'sm__throughput.avg.pct_of_peak_sustained_elapsed' "
            "Strings: 'gpu__compute_memory_throughput.avg.pct_of_peak_sustained_elapsed' %s }",
            more);
        build_begin(&build, 7);
        build_entry(&build, &rep__profile_result__descriptor, launch.data);
        build_block(&build, header.data);
        struct report *report = build_open(&build);
        struct fact_list list = {0};
        const char *const expected[] = {cases[i].work, cases[i].units, cases[i].waits};
        fact_list_heading(&list, 0, "x");
        triage_add(&list, report_result(report, 0, NULL), report_summary(report, 0));
        assert_int_equal(list.count, cases[i].first == NO_NUMBERS ? 2 : 4);
        for (size_t j = 0; j < COUNT(expected) && list.count == 4; j++) {
            const struct fact *fact = &list.facts[j + 1];
            if (expected[j])
                assert_string_equal(fact->value, expected[j]);
            assert_int_equal(fact->weight, cases[i].first == j ? FACT_WARNING : FACT_PLAIN);
        }
        fact_list_free(&list);
        report_close(report);
        build_free(&build);
        strbuf_free(&launch);
        strbuf_free(&header);
    }
}

static void as_markdown_and_csv(void **state)
{
    (void)state;
    char *text = print(FORMAT_MARKDOWN);
    has(text, "#### What limits it\n");
    has(text, "- **1. Slow:** saves up to 400.00 us, 40 %<br>Do less of it.<br>Then");
    has(text, "`lts__t_sectors.sum`");
    free(text);
    text = print(FORMAT_CSV);
    has(text, "\"ID\",\"Kernel\",\"Group\",\"Name\",\"Value\",\"Metric Name\"\n\"0\",");
    has(text, "\"What limits it\",\"Evidence\",");
    free(text);
}

static void as_json(void **state)
{
    (void)state;
    char *text = print(FORMAT_JSON);
    has(text, "\"page\": \"diagnosis\"");
    has(text, "\"title\": \"What to change\"");
    has(text, "\"metric\": \"lts__t_sectors.sum\"");
    free(text);
}

static void the_next_commands_are_those_of_the_program(void **state)
{
    (void)state;
    static const char slow[] = METRIC_OF("0", "1000000") METRIC_OF("1", "10") METRIC_OF("2", "20")
        FINDING("Slow", "40", "Do less of it.");
    char *text = print_of(KERNEL("idle"),
                          "ExecutableSettings { ExecutablePath: '/opt/app' CmdlineAgruments: "
                          "'--size 4' }",
                          slow);
    has(text, "rooftop -k idle -c 1 --set full -o after /opt/app --size 4");
    has(text, "rooftop diff built after.ncu-rep");
    free(text);
    text = print_of(KERNEL("<unnamed>::f"), "", slow);
    has(text, "rooftop -k '<unnamed>::f' -c 1 --set full -o after PROGRAM\n");
    free(text);
    /* What a report says is no command of its own. */
    text = print_of(KERNEL("idle"),
                    "ExecutableSettings { ExecutablePath: '/opt/my app' CmdlineAgruments: "
                    "'4; touch /tmp/x' }",
                    slow);
    has(text, " -o after '/opt/my app' ARGUMENTS\n");
    free(text);
    /* Nothing is to be changed. */
    text = print_of(KERNEL("bare"), "", METRIC_OF("3", "5"));
    assert_null(strstr(text, "rooftop diff"));
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_change_leaves_the_work),
        cmocka_unit_test(odd_numbers_change_nothing),
        cmocka_unit_test(as_text),
        cmocka_unit_test(what_to_look_at_first),
        cmocka_unit_test(as_markdown_and_csv),
        cmocka_unit_test(as_json),
        cmocka_unit_test(the_next_commands_are_those_of_the_program),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

#include "report/content/rank_spread.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "build_report.h"
#include "report/base/mem.h"

#define NEAR(a, b) assert_true(fabs((a) - (b)) < 1e-6)
#define NAMES                                                                                      \
    "StringTable { Strings: 'gpu__time_duration.sum' Strings: "                                    \
    "'gpc__cycles_elapsed.avg.per_second' }"

static void add_launch(struct build *build, const char *name, double duration, double clock)
{
    char *text = strcmp(name, "a") == 0   ? mem_strdup(KERNEL("a"))
                 : strcmp(name, "b") == 0 ? mem_strdup(KERNEL("b"))
                                          : mem_strdup(KERNEL("c"));
    char *all = mem_printf("%s MetricResults { NameId: 0 MetricValue { DoubleValue: %f } Category: "
                           "0 } MetricResults { NameId: 1 MetricValue { DoubleValue: %f } "
                           "Category: 0 } ",
                           text, duration, clock);
    build_entry(build, &rep__profile_result__descriptor, all);
    free(text);
    free(all);
}

/* Kernel a twice, kernel b once. */
static void add_process(struct build *build, unsigned id, const char *host, double a, double b,
                        double clock)
{
    add_launch(build, "a", a, clock);
    add_launch(build, "a", a, clock);
    add_launch(build, "b", b, clock);
    char *header =
        mem_printf("NumResults: 3 Process { ProcessID: %u Hostname: '%s' } " NAMES, id, host);
    build_block(build, header);
    free(header);
}

/* The fourth GPU is slow, and the second process has more work in kernel b. */
static void build_job(struct build *build)
{
    build_begin(build, 7);
    add_process(build, 10, "n1", 1000, 2000, 1.7e9);
    add_process(build, 11, "n1", 1000, 3000, 1.7e9);
    add_process(build, 12, "n2", 1000, 2000, 1.7e9);
    add_process(build, 13, "n2", 1200, 2400, 1.2e9);
    add_launch(build, "c", 9000, 1.7e9);
    build_block(build, "NumResults: 1 Process { ProcessID: 10 Hostname: 'n1' } " NAMES);
}

static void processes_are_compared_by_kernel(void **state)
{
    (void)state;
    struct build build = {0};
    struct rank_spread spread;
    struct error error;
    build_job(&build);
    struct report *report = build_open(&build);
    assert_true(rank_spread_make(&spread, report, NULL, &error));
    assert_null(rank_spread_why_none(&spread));

    assert_int_equal(spread.part_count, 4);
    assert_string_equal(spread.parts[3].label, "process 13 @ n2");
    assert_int_equal(spread.parts[0].results, 4);
    NEAR(spread.parts[0].time, 13000);
    NEAR(spread.parts[0].ratio, 1);
    NEAR(spread.parts[1].ratio, 1.25);
    NEAR(spread.parts[3].ratio, 1.2);
    NEAR(spread.parts[3].clock, 1.2e9);

    /* What one process alone has is not compared. */
    assert_int_equal(spread.kernel_count, 2);
    const struct rank_kernel *b = &spread.kernels[0], *a = &spread.kernels[1];
    NEAR(b->median, 2000);
    NEAR(b->loss, 1000);
    assert_int_equal(b->worst, 1);
    NEAR(a->means[3], 1200);
    NEAR(a->loss, 400);
    assert_int_equal(a->most, 2);

    assert_int_equal(spread.finding_count, 3);
    assert_int_equal(spread.findings[0].kind, RANK_IS_SLOW);
    assert_int_equal(spread.findings[0].part, 3);
    assert_int_equal(spread.findings[1].kind, RANK_CLOCK_IS_LOW);
    assert_int_equal(spread.findings[1].part, 3);
    assert_int_equal(spread.findings[2].kind, RANK_IS_UNEVEN);
    assert_int_equal(spread.findings[2].part, 1);
    assert_int_equal(spread.findings[2].kernel, 0);
    NEAR(spread.findings[2].ratio, 1.5);
    char *text = rank_finding_text(&spread, &spread.findings[2], false);
    assert_non_null(strstr(text, "takes 3.00 us on process 11 @ n1, and 2.00 us is usual among 4"));
    free(text);
    rank_spread_free(&spread);
    report_close(report);
    build_free(&build);
}

/* Of two, the faster one is usual, and the higher clock. */
static void two_are_compared_with_each_other(void **state)
{
    (void)state;
    struct build build = {0};
    struct rank_spread spread;
    struct error error;
    build_begin(&build, 7);
    add_process(&build, 1, "", 1100, 2200, 1.5e9);
    add_process(&build, 2, "", 1000, 2000, 1.7e9);
    struct report *report = build_open(&build);
    assert_true(rank_spread_make(&spread, report, NULL, &error));
    assert_string_equal(spread.parts[0].label, "process 1");
    NEAR(spread.parts[0].ratio, 1.1);
    NEAR(spread.parts[1].ratio, 1);
    assert_int_equal(spread.finding_count, 2);
    assert_int_equal(spread.findings[0].part, 0);
    assert_int_equal(spread.findings[1].part, 0);
    rank_spread_free(&spread);
    report_close(report);
    build_free(&build);
}

static void has(const char *text, const char *part)
{
    if (!strstr(text, part))
        fail_msg("\"%s\" is not in: %s", part, text);
}

static void pages(void **state)
{
    (void)state;
    struct build build = {0};
    build_job(&build);
    struct report *report = build_open(&build);
    struct page_options options = {.page = PAGE_RANKS};
    char *text = print_page(report, &options);
    has(text, "process 13 @ n2 is slow: its kernels take 20.0 % longer than usual, and 2 of 2");
    has(text, "The SMs of process 13 @ n2 run at 1.20 GHz, 29.4 % below");
    has(text, "+50.0 %");
    free(text);
    options.format = FORMAT_CSV;
    text = print_page(report, &options);
    has(text, "\"Kernel\",\"Grid\",\"Block\",\"Rank\",\"Launches\"");
    has(text, "\"process 11 @ n1\",\"1\",\"3000.00\",\"2000.00\",\"1.5000\"");
    assert_null(strstr(text, "9000"));
    free(text);
    options.format = FORMAT_MARKDOWN;
    text = print_page(report, &options);
    has(text, "## Ranks");
    has(text, "> process 13 @ n2 is slow");
    free(text);
    options.format = FORMAT_JSON;
    text = print_page(report, &options);
    has(text, "\"kind\": \"uneven\"");
    free(text);
    report_close(report);
    build_free(&build);
}

static void one_process_has_nothing_to_compare(void **state)
{
    (void)state;
    struct build build = {0};
    build_begin(&build, 7);
    add_process(&build, 1, "", 1100, 2200, 1.5e9);
    struct report *report = build_open(&build);
    struct page_options options = {.page = PAGE_RANKS};
    char *text = print_page(report, &options);
    has(text, "All results are of one process");
    free(text);
    report_close(report);
    build_free(&build);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(processes_are_compared_by_kernel),
        cmocka_unit_test(two_are_compared_with_each_other),
        cmocka_unit_test(pages),
        cmocka_unit_test(one_process_has_nothing_to_compare),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

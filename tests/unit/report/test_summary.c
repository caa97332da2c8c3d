#include "report/content/summary.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "build_report.h"
#include "report/base/mem.h"

/* A launch of `name` with a duration and, as text, more of the result. */
#define LAUNCH(name, grid, duration, more)                                                         \
    "ThreadID: 7 APICallID: 2 ProgramHandle: 3 KernelID: 4 KernelMangledName: 'm' "                \
    "KernelFunctionName: '" name "' KernelDemangledName: '" name "()' WorkDimensions: 3 "          \
    "GlobalWorkOffset { } GridSize { X: " grid " Y: 1 Z: 1 } BlockSize { X: 64 Y: 1 Z: 1 } "       \
    "Source {} " METRIC("0", "DoubleValue: " duration) METRIC("1", "StringValue: 'None'") more     \
        "Sections { Identifier: 'B' DisplayName: 'b section' Header { Metrics { Name: "            \
        "'gpu__time_duration.sum' Label: 'Duration' } Metrics { Name: "                            \
        "'launch__func_cache_config' "                                                             \
        "Label: 'Cache' } Metrics { Name: '' } Metrics { Name: 'never__collected.sum' Label: "     \
        "'No' } "                                                                                  \
        "} } "                                                                                     \
        "Sections { Identifier: 'T' DisplayName: 'Texts' Header { Metrics { Name: "                \
        "'launch__func_cache_config' Label: 'Cache' } } } "                                        \
        "Sections { Identifier: 'A' DisplayName: 'a section' Order: 99 Header { Metrics { Name: "  \
        "'sm__throughput.avg.pct_of_peak_sustained_elapsed' Label: 'SM' } Metrics { Name: "        \
        "'gpu__time_duration.sum' Label: 'Time' } } } "

struct fixture {
    struct build build;
    struct report *report;
    struct summary *summary;
    const struct summary_group *groups;
    size_t count;
};

static void open_results(struct fixture *f, const char *const *texts, size_t count,
                         enum summary_mode mode)
{
    *f = (struct fixture){.summary = summary_new(mode, NULL, NULL)};
    build_begin(&f->build, 7);
    for (size_t i = 0; i < count; i++) {
        build_entry(&f->build, &rep__profile_result__descriptor, texts[i]);
        build_block(&f->build, i ? "NumResults: 1 Process { ProcessID: 5 }"
                                 : "NumResults: 1 Process { ProcessID: 5 } StringTable { Strings: "
                                   "'gpu__time_duration.sum' Strings: 'launch__func_cache_config' "
                                   "Strings: 'device__attribute_device_index' Strings: "
                                   "'sm__throughput.avg.pct_of_peak_sustained_elapsed' }");
    }
    f->report = build_open(&f->build);
    for (size_t i = 0; i < count; i++) {
        summary_add(f->summary, report_result(f->report, i, NULL));
        /* Nothing of a result is needed once it was added. */
        report_drop(f->report, i);
    }
    f->groups = summary_groups(f->summary, &f->count);
}

static void close_results(struct fixture *f)
{
    summary_free(f->summary);
    report_close(f->report);
    build_free(&f->build);
}

static void launches_of_a_kernel_and_size_are_one_group(void **state)
{
    (void)state;
    static const char *const texts[] = {
        LAUNCH("zeta", "8", "1", ""), LAUNCH("alpha", "16", "2", ""), LAUNCH("zeta", "8", "3", ""),
        LAUNCH("alpha", "9", "4", ""), LAUNCH("alpha", "16", "5", "")};
    struct fixture f;
    open_results(&f, texts, COUNT(texts), SUMMARY_PER_KERNEL);
    assert_int_equal(f.count, 3);
    /* By name, then size as a number. */
    assert_string_equal(f.groups[0].first->name, "alpha()");
    assert_int_equal(f.groups[0].first->grid[0], 9);
    assert_int_equal(f.groups[1].count, 2);
    assert_int_equal(f.groups[1].first->id, 1);
    assert_string_equal(f.groups[2].first->name, "zeta()");
    assert_int_equal(f.groups[2].count, 2);
    assert_true(summary_same_heading(&f.groups[0], &f.groups[2], SUMMARY_PER_KERNEL));
    close_results(&f);
}

static void devices_are_kept_apart(void **state)
{
    (void)state;
    static const char *const texts[] = {LAUNCH("a", "8", "1", METRIC("2", "Uint64Value: 1")),
                                        LAUNCH("b", "8", "2", METRIC("2", "Uint64Value: 0")),
                                        LAUNCH("a", "8", "3", METRIC("2", "Uint64Value: 0"))};
    struct fixture f;
    open_results(&f, texts, COUNT(texts), SUMMARY_PER_GPU);
    assert_int_equal(f.count, 3);
    assert_string_equal(f.groups[0].first->name, "a()");
    assert_string_equal(f.groups[1].first->name, "b()");
    assert_int_equal(result_device(f.groups[2].first), 1);
    assert_true(summary_same_heading(&f.groups[0], &f.groups[1], SUMMARY_PER_GPU));
    assert_false(summary_same_heading(&f.groups[1], &f.groups[2], SUMMARY_PER_GPU));
    close_results(&f);
}

#define IN_RANGES(second)                                                                          \
    "Nvtx { Domains { Id: 0 Name: 'd0' } Domains { Id: 1 Name: 'd1' } Threads { TID: 7 "           \
    "PushPopDomains { Id: 0 Stack { Name: 'outer' } " second " } } } "

static void a_launch_counts_in_every_domain_with_open_ranges(void **state)
{
    (void)state;
    static const char *const texts[] = {
        LAUNCH("k", "8", "1", IN_RANGES("Stack { Name: 'inner' }")),
        LAUNCH("k", "8", "2", IN_RANGES("} PushPopDomains { Id: 1 Stack { Name: 'other' }")),
        LAUNCH("k", "8", "3", ""), LAUNCH("k", "8", "4", IN_RANGES(""))};
    struct fixture f;
    open_results(&f, texts, COUNT(texts), SUMMARY_PER_NVTX);
    assert_int_equal(f.count, 4);
    assert_string_equal(f.groups[0].domain, "");
    assert_string_equal(f.groups[0].ranges, "");
    assert_string_equal(f.groups[1].names, "outer");
    assert_int_equal(f.groups[1].count, 2);
    assert_string_equal(f.groups[1].ranges, " \"outer:none:none:none:none:none:none\" ");
    assert_string_equal(f.groups[2].names, "outer / inner");
    assert_string_equal(f.groups[3].domain, "d1");
    assert_string_equal(f.groups[3].names, "other");
    close_results(&f);
}

static void least_greatest_and_mean(void **state)
{
    (void)state;
    static const char *const texts[] = {
        LAUNCH("k", "8", "1500", METRIC("3", "DoubleValue: 50")), LAUNCH("k", "8", "500", ""),
        LAUNCH("k", "8", "1000000", METRIC("3", "DoubleValue: 25"))};
    struct fixture f;
    open_results(&f, texts, COUNT(texts), SUMMARY_PER_KERNEL);
    assert_int_equal(f.count, 1);
    const struct summary_section *sections = f.groups[0].sections;
    /* By display name; a section of texts only has no rows and is left out. */
    assert_int_equal(f.groups[0].section_count, 2);
    assert_string_equal(sections[0].identifier, "A");
    assert_string_equal(sections[1].identifier, "B");
    assert_int_equal(sections[1].count, 1);
    /* By metric name, with the label of this section. */
    assert_int_equal(sections[0].count, 2);
    assert_string_equal(sections[0].rows[0].label, "Time");
    assert_true(sections[0].rows[0].minimum == 500 && sections[0].rows[0].maximum == 1000000);
    assert_true(sections[0].rows[0].total == 1002000);
    /* The mean is over the results that have a value. */
    assert_string_equal(sections[0].rows[1].label, "SM");
    assert_int_equal(sections[0].rows[1].count, 2);
    assert_true(sections[0].rows[1].minimum == 25 && sections[0].rows[1].total == 75);
    close_results(&f);
}

static void expect(const char *metric, double minimum, double maximum, double total, size_t count,
                   bool base_units, const char *expected)
{
    struct summary_row row = {.metric = metric,
                              .minimum = minimum,
                              .maximum = maximum,
                              .total = total,
                              .weight = (double)count,
                              .count = count};
    struct summary_text text;
    summary_row_text(&row, base_units, &text);
    char *all = mem_printf("%s|%s|%s|%s", text.unit, text.minimum.data, text.maximum.data,
                           text.average.data);
    assert_string_equal(all, expected);
    free(all);
    summary_text_free(&text);
}

static void numbers_have_two_decimals(void **state)
{
    (void)state;
    expect("launch__grid_size", 0, 65536, 65536, 2, false, "|0.00|65,536.00|32,768.00");
    expect("gpu__time_duration.sum", 500, 1000000, 1002000, 3, false, "us|0.50|1,000.00|334.00");
    expect("gpu__time_duration.sum", 500, 1000000, 1002000, 3, true,
           "ns|500.00|1,000,000.00|334,000.00");
    expect("x", -1234.567, -0.25, -1234.567, 1, false, "|-1,234.57|-0.25|-1,234.57");
    expect("x", 999999.999, 999999.999, 999999.999, 1, false,
           "|1,000,000.00|1,000,000.00|1,000,000.00");
    expect("x", -INFINITY, INFINITY, NAN, 1, false, "|-inf|inf|nan");
    expect("x", 1e20, 1e20, 1e20, 1, false,
           "|100,000,000,000,000,000,000.00|100,000,000,000,000,000,000.00|"
           "100,000,000,000,000,000,000.00");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(launches_of_a_kernel_and_size_are_one_group),
        cmocka_unit_test(devices_are_kept_apart),
        cmocka_unit_test(a_launch_counts_in_every_domain_with_open_ranges),
        cmocka_unit_test(least_greatest_and_mean),
        cmocka_unit_test(numbers_have_two_decimals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

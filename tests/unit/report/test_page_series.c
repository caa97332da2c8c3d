#include "report/page_parts/page_series.h"

#include <stdlib.h>
#include <string.h>

#include "json_expect.h"
#include "page_sample.h"

#define PLAIN(name, more) KERNEL(name) more
#define IN_SERIES(name, series, parameters, more)                                                  \
    KERNEL(name) "SeriesInfo { SeriesID: " series " CombinationStr: '" parameters "' } " more
#define TIME(value) METRIC("0", "DoubleValue: " value)
#define OCCUPANCY(value) METRIC("1", "DoubleValue: " value)

/* A launch without a series, one of three with a best and one that was not measured, one without
 * times. */
static const char *const entries[] = {
    PLAIN("alone", TIME("5")),
    IN_SERIES("f", "1", "block=64", TIME("10000") OCCUPANCY("50")),
    IN_SERIES("f", "1", "block=128", TIME("8000") OCCUPANCY("62.5")),
    IN_SERIES("f", "1", "block=|256", OCCUPANCY("25")),
    IN_SERIES("g", "2", "smem=0", ""),
    IN_SERIES("g", "2", "smem=\\033[2J", ""),
};

static struct build build;
static struct report *report;

static int set_up(void **state)
{
    (void)state;
    use_locale("C.UTF-8");
    build_begin(&build, 7);
    for (size_t i = 0; i < COUNT(entries); i++)
        build_entry(&build, &rep__profile_result__descriptor, entries[i]);
    build_block(&build, "NumResults: 6 StringTable { Strings: 'gpu__time_duration.sum' Strings: "
                        "'sm__warps_active.avg.pct_of_peak_sustained_active' }");
    report = build_open(&build);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    report_close(report);
    build_free(&build);
    build = (struct build){0};
    return 0;
}

static void prints(const struct page_options *options, const char *expected)
{
    char *text;
    size_t length;
    FILE *out = open_memstream(&text, &length);
    page_series(report, options, out);
    fclose(out);
    if (strcmp(text, expected) != 0)
        fail_msg("printed:\n%s\nexpected:\n%s", text, expected);
    free(text);
}

/* What the member "series" is in; json_node_free() it. */
static struct json_node *members(const struct page_options *options)
{
    char *text;
    size_t length;
    struct json_writer json;
    FILE *out = open_memstream(&text, &length);
    json_begin(&json, out);
    json_open(&json, NULL, JSON_OBJECT);
    page_series_json(report, options, &json);
    json_finish(&json);
    fclose(out);
    struct json_node *page = json_expect(text);
    free(text);
    return page;
}

static void a_table_for_each_series(void **state)
{
    (void)state;
    prints(&(struct page_options){0},
           "\n"
           "Series\n"
           "  f<8>(T *)\n"
           "    the best of 3 is block=128 (result 2): 1.25 times as fast as the launch\n"
           "    - --------------------- -------- ------- ---------\n"
           "    # Parameters            Duration Speedup Occupancy\n"
           "    - --------------------- -------- ------- ---------\n"
           "    1 block=64 (the launch) 10.00 us   1.00x     50.0%\n"
           "    2 block=128 (best)       8.00 us   1.25x     62.5%\n"
           "    3 block=|256                                 25.0%\n"
           "\n"
           "  g<8>(T *)\n"
           "    2 variants; without gpu__time_duration.sum the best one is unknown\n"
           "    - ------------------- -------- ------- ---------\n"
           "    # Parameters          Duration Speedup Occupancy\n"
           "    - ------------------- -------- ------- ---------\n"
           "    4 smem=0 (the launch)                           \n"
           "    5 smem=\xe2\x90\x9b[2J                                     \n");
}

static void in_markdown(void **state)
{
    (void)state;
    prints(&(struct page_options){.format = FORMAT_MARKDOWN},
           "## Series\n"
           "\n"
           "### `f<8>(T *)`\n"
           "\n"
           "the best of 3 is block=128 (result 2): 1.25 times as fast as the launch\n"
           "\n"
           "| # | Parameters | Duration | Speedup | Occupancy |\n"
           "| ---: | --- | ---: | ---: | ---: |\n"
           "| 1 | block=64 (the launch) | 10.00 us | 1.00x | 50.0% |\n"
           "| 2 | block=128 (best) | 8.00 us | 1.25x | 62.5% |\n"
           "| 3 | block=\\|256 |  |  | 25.0% |\n"
           "\n"
           "### `g<8>(T *)`\n"
           "\n"
           "2 variants; without gpu\\_\\_time\\_duration.sum the best one is unknown\n"
           "\n"
           "| # | Parameters | Duration | Speedup | Occupancy |\n"
           "| ---: | --- | ---: | ---: | ---: |\n"
           "| 4 | smem=0 (the launch) |  |  |  |\n"
           "| 5 | smem=\xe2\x90\x9b\\[2J |  |  |  |\n"
           "\n");
}

static void in_json(void **state)
{
    (void)state;
    struct json_node *page = members(&(struct page_options){0});
    counts(page, "series", 2);
    is(page, "series[0].kernel", "f<8>(T *)");
    is(page, "series[0].report", "0");
    is(page, "series[0].number", "1");
    is(page, "series[0].best", "2");
    counts(page, "series[0].combinations", 3);
    is(page, "series[0].combinations[1].result", "2");
    is(page, "series[0].combinations[1].parameters", "block=128");
    is(page, "series[0].combinations[1].duration", "8000");
    is(page, "series[0].combinations[1].gain", "1.25");
    lacks(page, "series[0].combinations[2].duration");
    lacks(page, "series[0].combinations[2].gain");
    is(page, "series[1].best", "4");
    is(page, "series[1].number", "2");
    is(page, "series[1].combinations[1].parameters", "smem=\x1b[2J");
    json_node_free(page);
}

/* What came out of a series is said whatever of it is shown. */
static void only_what_passes(void **state)
{
    (void)state;
    struct launch_filter filter = filter_of("f");
    filter.skip = 1;
    filter.count = 1;
    const struct page_options options = {.filter = &filter, .base_units = true};
    prints(&options, "\n"
                     "Series\n"
                     "  f<8>(T *)\n"
                     "    the best of 3 is block=128 (result 2): 1.25 times as fast as the launch\n"
                     "    - ---------------- ----------- ------- ---------\n"
                     "    # Parameters          Duration Speedup Occupancy\n"
                     "    - ---------------- ----------- ------- ---------\n"
                     "    2 block=128 (best) 8,000.00 ns   1.25x     62.5%\n");
    struct json_node *page = members(&options);
    counts(page, "series", 1);
    counts(page, "series[0].combinations", 1);
    is(page, "series[0].combinations[0].result", "2");
    json_node_free(page);
    launch_filter_free(&filter);
}

static void without_series_there_is_nothing(void **state)
{
    (void)state;
    struct launch_filter filter = filter_of("alone");
    const struct page_options options = {.filter = &filter};
    prints(&options, "");
    prints(&(struct page_options){.filter = &filter, .format = FORMAT_MARKDOWN}, "");
    struct json_node *page = members(&options);
    lacks(page, "series");
    json_node_free(page);
    launch_filter_free(&filter);
}

/* Numbers of series are those of a process: two reports have the same ones. */
static void of_several_reports_each_is_named(void **state)
{
    (void)state;
    report_close(report);
    report = report_new_list();
    for (int i = 0; i < 2; i++)
        assert_true(report_add_bytes(report, i ? "y/b.ncu-rep" : "x/a.ncu-rep",
                                     (const uint8_t *)build.file.data, build.file.length, NULL));
    struct json_node *page = members(&(struct page_options){0});
    counts(page, "series", 4);
    is(page, "series[2].report", "1");
    is(page, "series[2].best", "2");
    counts(page, "series[2].combinations", 3);
    json_node_free(page);
    struct launch_filter filter = filter_of("f");
    filter.skip = 5;
    prints(&(struct page_options){.filter = &filter},
           "\n"
           "Series\n"
           "  b.ncu-rep: f<8>(T *)\n"
           "    the best of 3 is block=128 (result 2): 1.25 times as fast as the launch\n"
           "    - ---------- -------- ------- ---------\n"
           "    # Parameters Duration Speedup Occupancy\n"
           "    - ---------- -------- ------- ---------\n"
           "    3 block=|256                      25.0%\n");
    launch_filter_free(&filter);
}

int main(void)
{
#define TEST(function) cmocka_unit_test_setup_teardown(function, set_up, tear_down)
    const struct CMUnitTest tests[] = {TEST(a_table_for_each_series),
                                       TEST(in_markdown),
                                       TEST(in_json),
                                       TEST(only_what_passes),
                                       TEST(without_series_there_is_nothing),
                                       TEST(of_several_reports_each_is_named)};
    return cmocka_run_group_tests_name("page_series", tests, NULL, NULL);
}

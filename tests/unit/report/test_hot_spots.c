#include "report/content/hot_spots.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "build_report.h"
#include "code_sample.h"
#include "report/pages/page.h"

#define NEAR(a, b) assert_true(fabs((a) - (b)) < 1e-6)

static struct hot_index *index_of(struct report *report)
{
    struct hot_index *index = hot_index_new(report);
    for (size_t i = 0; i < report_count(report); i++)
        hot_index_add(index, report_result(report, i, NULL));
    return index;
}

static const struct hot_spot *spot_at(const struct hot_spots *spots, const char *place)
{
    for (size_t i = 0; i < spots->count; i++) {
        struct strbuf text = {0};
        hot_spot_add_place(&text, &spots->items[i], spots->by);
        bool is = strcmp(text.data, place) == 0;
        strbuf_free(&text);
        if (is)
            return &spots->items[i];
    }
    return NULL;
}

/* Of the 1,000 samples of blur, 905 are of line 10: 760 wait for memory, 45 at a barrier. */
static void samples_are_added_up_by_line_instruction_and_function(void **state)
{
    (void)state;
    struct build build = {0};
    struct hot_spots spots;
    build_code(&build, &(struct code_sample){.instructions = CODE_INSTRUCTIONS});
    struct report *report = build_open(&build);
    struct hot_index *index = index_of(report);

    hot_spots_find(&spots, index, HOT_BY_LINE, NULL, NULL);
    const struct hot_spot *line = spot_at(&spots, "work.cu:10");
    assert_ptr_equal(line, &spots.items[0]);
    NEAR(line->share, 0.905);
    NEAR(line->samples, 905);
    assert_string_equal(line->stall, "long scoreboard");
    NEAR(line->stall_share, 760.0 / 905);
    assert_string_equal(line->finding, "Stalls");
    assert_string_equal(line->place->text, "sum += weight(k) * in[i * 32 + k];");
    assert_true(line->time == 0);
    assert_null(spot_at(&spots, "work.cu:12")->finding);
    assert_int_equal(spots.totals.results, 2);
    assert_int_equal(spots.totals.sampled, 1);
    hot_spots_free(&spots);

    hot_spots_find(&spots, index, HOT_BY_INSTRUCTION, NULL, NULL);
    assert_int_equal(spots.count, CODE_INSTRUCTIONS);
    assert_ptr_equal(spot_at(&spots, "blur+0x80"), &spots.items[0]);
    NEAR(spots.items[0].share, 0.8);
    assert_string_equal(spots.items[0].finding, "Stalls");
    /* "selected" is no stall. */
    assert_null(spot_at(&spots, "blur+0x0")->stall);
    hot_spots_free(&spots);

    hot_spots_find(&spots, index, HOT_BY_FUNCTION, NULL, NULL);
    assert_int_equal(spots.count, 1);
    NEAR(spots.items[0].share, 1);
    hot_spots_free(&spots);
    hot_index_free(index);
    report_close(report);
    build_free(&build);
}

#define AT(address, count)                                                                         \
    "MetricValueList { CorrelationId { Uint64Value: " #address                                     \
    " } ElementValue { Uint64Value: " #count " } } "
#define SAMPLES(id, list)                                                                          \
    "MetricResults { NameId: " id " MetricValue { Uint64Value: 1 } Category: 0 " list "} "
#define DURATION(ns) METRIC("0", "DoubleValue: " ns)

/* Kernels whose code is not in the report: f with few samples, g with many, h without any. */
static struct report *open_three(struct build *build)
{
    static const char *const launches[] = {
        KERNEL("f") DURATION("6000") SAMPLES("1", AT(4096, 1) AT(4112, 2)),
        KERNEL("g") DURATION("1000") SAMPLES("1", AT(8192, 500)) SAMPLES("2", AT(8192, 1500)),
        KERNEL("h") DURATION("3000"), KERNEL("f") DURATION("2000") SAMPLES("2", AT(4112, 7))};
    build_begin(build, 7);
    for (size_t i = 0; i < COUNT(launches); i++)
        build_entry(build, &rep__profile_result__descriptor, launches[i]);
    build_block(build, "NumResults: 4 StringTable { Strings: 'gpu__time_duration.sum' "
                       "Strings: 'smsp__pcsamp_warps_issue_stalled_wait' "
                       "Strings: 'smsp__pcsamp_warps_issue_stalled_lg_throttle' "
                       "Strings: 'smsp__pcsamp_warps_issue_stalled_wait_not_issued' }");
    return build_open(build);
}

/* The 2,000 samples of g stand for 1 us, the 3 of a launch of f for 6. */
static void kernels_count_by_their_time(void **state)
{
    (void)state;
    struct build build = {0};
    struct hot_spots spots;
    struct report *report = open_three(&build);
    struct hot_index *index = index_of(report);
    hot_spots_find(&spots, index, HOT_BY_LINE, NULL, NULL);
    assert_int_equal(spots.totals.without_lines, 3);
    NEAR(spots.totals.duration, 12000);
    NEAR(spots.totals.sampled_duration, 9000);
    NEAR(spots.items[0].time, 6000);
    NEAR(spots.items[0].share, 0.5);
    assert_int_equal(spots.items[0].launches, 2);
    assert_int_equal(spots.items[0].result, 0);
    assert_string_equal(spots.items[0].stall, "wait");
    NEAR(spots.items[0].stall_share, 4000.0 / 6000);
    NEAR(spots.items[1].time, 2000);
    NEAR(spots.items[2].time, 1000);
    assert_string_equal(spots.items[2].stall, "lg throttle");
    NEAR(spots.items[2].stall_share, 0.75);
    assert_int_equal(spots.items[0].place->offset, 4112);
    hot_spots_free(&spots);
    hot_index_free(index);
    report_close(report);
    build_free(&build);
}

static bool is_second(const void *context, size_t result)
{
    (void)context;
    return result == 1;
}

static bool is_third(const void *context, size_t result)
{
    (void)context;
    return result == 2;
}

static void some_of_the_results_can_be_chosen(void **state)
{
    (void)state;
    struct build build = {0};
    struct hot_spots spots;
    struct report *report = open_three(&build);
    struct hot_index *index = index_of(report);
    hot_index_add(index, report_result(report, 1, NULL)); /* again: ignored */
    hot_spots_find(&spots, index, HOT_BY_FUNCTION, is_second, NULL);
    assert_int_equal(spots.count, 1);
    NEAR(spots.items[0].share, 1);
    NEAR(spots.items[0].samples, 2000);
    assert_null(hot_spots_why_none(&spots.totals));
    hot_spots_free(&spots);
    hot_spots_find(&spots, index, HOT_BY_FUNCTION, is_third, NULL);
    assert_int_equal(spots.count, 0);
    assert_non_null(strstr(hot_spots_why_none(&spots.totals), "--section SourceCounters"));
    hot_spots_free(&spots);
    hot_index_free(index);
    report_close(report);
    build_free(&build);
}

static char *page_of(struct report *report, enum page_format format)
{
    const struct page_options options = {.page = PAGE_HOTSPOTS, .format = format};
    return print_page(report, &options);
}

static void the_page_has_all_in_every_form(void **state)
{
    (void)state;
    struct build build = {0};
    struct report *report = open_three(&build);
    char *text = page_of(report, FORMAT_TEXT);
    assert_non_null(strstr(text, "4 results, 3 of them with 2,010 warp samples, 12.00 us\n"));
    assert_non_null(strstr(text, "50.0 %"));
    assert_non_null(strstr(text, "lg throttle 75 %"));
    free(text);
    text = page_of(report, FORMAT_CSV);
    assert_non_null(strstr(text, "\"By\",\"Rank\",\"Share (%)\",\"Time (ns)\""));
    assert_non_null(strstr(text, "\"line\",\"1\",\"50\",\"6000\",\"9\",\"2\""));
    free(text);
    text = page_of(report, FORMAT_MARKDOWN);
    assert_non_null(strstr(text, "## By source line"));
    assert_non_null(strstr(text, "| 1 | 50.0 % | 6.00 us | 2 | "));
    free(text);
    text = page_of(report, FORMAT_JSON);
    assert_non_null(strstr(text, "\"page\": \"hotspots\""));
    assert_non_null(strstr(text, "\"sampled_duration\": 9000"));
    assert_non_null(strstr(text, "\"stall\": \"lg throttle\""));
    free(text);
    report_close(report);
    build_free(&build);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(samples_are_added_up_by_line_instruction_and_function),
        cmocka_unit_test(kernels_count_by_their_time),
        cmocka_unit_test(some_of_the_results_can_be_chosen),
        cmocka_unit_test(the_page_has_all_in_every_form),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

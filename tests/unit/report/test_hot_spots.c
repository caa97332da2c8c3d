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
    struct hot_index *index = hot_index_new(report, NULL);
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

/* Kernels whose code is not in the report: f with few samples, g with many, h without any, and i
 * with too few. */
static struct report *open_three(struct build *build)
{
    static const char *const launches[] = {
        KERNEL("f") DURATION("6000") SAMPLES("1", AT(4096, 10) AT(4112, 20)),
        KERNEL("g") DURATION("1000") SAMPLES("1", AT(8192, 500)) SAMPLES("2", AT(8192, 1500)),
        KERNEL("h") DURATION("3000"), KERNEL("f") DURATION("2000") SAMPLES("2", AT(4112, 70)),
        KERNEL("i") DURATION("20") SAMPLES("1", AT(16384, 1))};
    build_begin(build, 7);
    for (size_t i = 0; i < COUNT(launches); i++)
        build_entry(build, &rep__profile_result__descriptor, launches[i]);
    build_block(build, "NumResults: 5 StringTable { Strings: 'gpu__time_duration.sum' "
                       "Strings: 'smsp__pcsamp_warps_issue_stalled_wait' "
                       "Strings: 'smsp__pcsamp_warps_issue_stalled_lg_throttle' "
                       "Strings: 'smsp__pcsamp_warps_issue_stalled_wait_not_issued' }");
    return build_open(build);
}

/* The 2,000 samples of g stand for 1 us, the 30 of a launch of f for 6. */
static void kernels_count_by_their_time(void **state)
{
    (void)state;
    struct build build = {0};
    struct hot_spots spots;
    struct report *report = open_three(&build);
    struct hot_index *index = index_of(report);
    hot_spots_find(&spots, index, HOT_BY_LINE, NULL, NULL);
    assert_int_equal(spots.totals.without_lines, 3);
    NEAR(spots.totals.duration, 12020);
    NEAR(spots.totals.sampled_duration, 9020);
    NEAR(spots.items[0].time, 6000);
    NEAR(spots.items[0].share, 6000.0 / 12020);
    assert_int_equal(spots.items[0].launches, 2);
    assert_int_equal(spots.items[0].result, 0);
    assert_string_equal(spots.items[0].stall, "wait");
    NEAR(spots.items[0].stall_share, 4000.0 / 6000);
    NEAR(spots.items[2].time, 2000);
    NEAR(spots.items[3].time, 1000);
    assert_string_equal(spots.items[3].stall, "lg throttle");
    NEAR(spots.items[3].stall_share, 0.75);
    assert_int_equal(spots.items[0].place->offset, 4112);
    hot_spots_free(&spots);
    hot_index_free(index);
    report_close(report);
    build_free(&build);
}

static void text_is(const struct hot_spot *spot, enum hot_by by, const char *expected)
{
    struct strbuf text = {0};
    hot_spot_add_text(&text, spot, by);
    assert_string_equal(text.data, expected);
    strbuf_free(&text);
}

/* One sample tells of no line, and none tells of nothing: the kernel is one spot with its time. */
static void a_kernel_with_few_samples_is_one_spot(void **state)
{
    (void)state;
    struct build build = {0};
    struct hot_spots spots;
    struct report *report = open_three(&build);
    struct hot_index *index = index_of(report);
    for (int by = 0; by < HOT_BYS; by++) {
        hot_spots_find(&spots, index, (enum hot_by)by, NULL, NULL);
        const struct hot_spot *h = spot_at(&spots, "h<8>"), *i = spot_at(&spots, "i<8>");
        assert_non_null(h);
        assert_non_null(i);
        assert_true(h->place->whole && i->place->whole);
        assert_false(spots.items[0].place->whole);
        NEAR(h->time, 3000);
        NEAR(h->samples, 0);
        NEAR(i->time, 20);
        NEAR(i->samples, 1);
        assert_int_equal(h->result, 2);
        assert_int_equal(i->result, 4);
        assert_null(h->stall);
        assert_null(i->stall);
        text_is(h, (enum hot_by)by, "without warp samples");
        text_is(i, (enum hot_by)by, "1 warp sample: too few to tell where");
        hot_spots_free(&spots);
    }
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

#define SAYS(rule, title, percent)                                                                 \
    "RuleResults { Identifier: '" rule "' DisplayName: '" rule                                     \
    "' Body { Items { Message { Message: 'm' Type: Optimization Name: '" title                     \
    "' } Speedup { SpeedupType: Global Value: " percent " } } } } "

/* As in the list and the summary: not the symptom, even if that promises more. */
static void the_finding_of_a_function_is_its_cause(void **state)
{
    (void)state;
    static const char launch[] = KERNEL("f") DURATION("60000")
        SAMPLES("1", AT(4096, 10) AT(4112, 20)) SAYS("CPIStall", "Short Scoreboard Stalls", "60")
            SAYS("SharedMemoryConflicts", "Shared Load Bank Conflicts", "40");
    struct build build = {0};
    struct hot_spots spots;
    struct rule_library stock;
    build_begin(&build, 7);
    build_entry(&build, &rep__profile_result__descriptor, launch);
    build_block(&build, "NumResults: 1 StringTable { Strings: 'gpu__time_duration.sum' "
                        "Strings: 'smsp__pcsamp_warps_issue_stalled_wait' }");
    struct report *report = build_open(&build);
    rule_library_init(&stock);
    const struct {
        const struct rule_library *rules;
        const char *finding;
    } cases[] = {{&stock, "Bank Conflicts"}, {NULL, "Short Scoreboard Stalls"}};
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct hot_index *index = hot_index_new(report, cases[i].rules);
        hot_index_add(index, report_result(report, 0, NULL));
        hot_spots_find(&spots, index, HOT_BY_FUNCTION, NULL, NULL);
        assert_int_equal(spots.count, 1);
        assert_string_equal(spots.items[0].finding, cases[i].finding);
        hot_spots_free(&spots);
        hot_index_free(index);
    }
    rule_library_free(&stock);
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
    assert_non_null(strstr(text, "5 results, 4 of them with 2,101 warp samples, 12.02 us\n"));
    assert_non_null(strstr(text, "49.9 %"));
    assert_non_null(strstr(text, "lg throttle 75 %"));
    assert_non_null(
        strstr(text, "  3 of 5 have no source line: compile that code with -lineinfo\n"));
    free(text);
    text = page_of(report, FORMAT_CSV);
    assert_non_null(strstr(text, "\"By\",\"Rank\",\"Share (%)\",\"Time (ns)\""));
    assert_non_null(strstr(text, ",\"6000\",\"90\",\"2\""));
    free(text);
    text = page_of(report, FORMAT_MARKDOWN);
    assert_non_null(strstr(text, "## By source line"));
    assert_non_null(strstr(text, "| 1 | 49.9 % | 6.00 us | 2 | "));
    assert_non_null(strstr(text, "\n\n3 of 5 have no source line"));
    free(text);
    text = page_of(report, FORMAT_JSON);
    assert_non_null(strstr(text, "\"page\": \"hotspots\""));
    assert_non_null(strstr(text, "\"sampled_duration\": 9020"));
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
        cmocka_unit_test(a_kernel_with_few_samples_is_one_spot),
        cmocka_unit_test(some_of_the_results_can_be_chosen),
        cmocka_unit_test(the_finding_of_a_function_is_its_cause),
        cmocka_unit_test(the_page_has_all_in_every_form),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

#include "report/metric/logical_range.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "build_report.h"
#include "report/content/result_notes.h"
#include "report/file/report.h"

static void percentages_and_counts(void **state)
{
    (void)state;
    assert_true(logical_range_holds("sm__throughput.avg.pct_of_peak_sustained_elapsed", 100.4));
    assert_false(logical_range_holds("sm__throughput.avg.pct_of_peak_sustained_elapsed", 101.3));
    assert_false(logical_range_holds("dram__throughput.sum.pct_of_peak_sustained_elapsed", 250));
    assert_true(logical_range_holds("l1tex__throughput.max.pct_of_peak_sustained_active", 555));
    assert_true(
        logical_range_holds("sm__pipe_cycles_active.min.pct_of_peak_sustained_elapsed", -1));
    assert_false(logical_range_holds("lts__t_sector_hit_rate.pct", 118.9));
    assert_false(logical_range_holds("lts__t_sector_hit_rate.pct", -3));
    assert_true(logical_range_holds("lts__t_sectors.sum", 1e9));
    assert_true(logical_range_holds("lts__t_sectors.avg.per_second", 101));
    assert_false(logical_range_holds("lts__t_sectors.sum", -1));
    assert_true(logical_range_holds("smsp__warps_per_issue.ratio", -1));
    assert_true(logical_range_holds("derived__pct_occupancy.pct", 5706));
    assert_true(logical_range_holds("launch__grid_size", -1));
    assert_true(logical_range_holds("lts__t_sector_hit_rate.pct", NAN));
}

static void the_note_names_what_is_beyond(void **state)
{
    struct build build = {0};
    size_t count;
    (void)state;
    struct report *report =
        build_one(&build,
                  "lts__t_sector_hit_rate.pct sm__throughput.avg.pct_of_peak_sustained_elapsed "
                  "lts__t_sectors.sum",
                  METRIC("0", "DoubleValue: 118.86") METRIC("1", "DoubleValue: 50")
                      METRIC("2", "DoubleValue: -7"));
    struct note_block *blocks = result_notes(report_result(report, 0, NULL), true, &count);
    assert_int_equal(count, 1);
    assert_string_equal(blocks->id, "beyond-range");
    assert_string_equal(blocks->digest, "2 values");
    assert_int_equal(blocks->count, 3);
    assert_string_equal(blocks->lines[0].text, "lts__t_sector_hit_rate.pct  118.86 %");
    assert_string_equal(blocks->lines[1].text, "lts__t_sectors.sum  -7.00 sector");
    assert_non_null(strstr(blocks->lines[2].text, "shown as measured"));
    result_notes_free(blocks, count);
    report_close(report);
    build_free(&build);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(percentages_and_counts),
        cmocka_unit_test(the_note_names_what_is_beyond),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

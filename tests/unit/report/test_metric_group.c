#include "report/metric/metric_group.h"

#include <string.h>

#include "build_report.h"

static void add(void *list, const char *name)
{
    strbuf_addf(list, "%s,", name);
}

static size_t members(const char *group, unsigned arch, const char *with, const char *without)
{
    struct strbuf list = {0};
    size_t count = 0;
    strbuf_adds(&list, "");
    assert_true(metric_group_each(group, arch, add, &list));
    for (const char *c = list.data; *c; c++)
        count += *c == ',';
    if (with)
        assert_non_null(strstr(list.data, with));
    if (without)
        assert_null(strstr(list.data, without));
    strbuf_free(&list);
    return count;
}

static void members_depend_on_the_chip(void **state)
{
    (void)state;
    const char *late = "lrc__ilc_input_sectors.sum,", *early = "lts__gcomp_input_sectors.sum,";
    assert_int_equal(members("memory__chart", 90, late, early), 218);
    assert_int_equal(members("memory__chart", 86, early, late), 161);
    assert_int_equal(members("memory__chart", 100, late, early), 213);
    assert_int_equal(members("memory__chart", 75, NULL, early), 137);
    assert_int_equal(members("memory__chart", 0, late, NULL), 241); /* all that there are */
    assert_int_equal(members("memory__first_level_cache_table", 90, "ctc__rx_", NULL), 204);
    assert_int_equal(members("memory__first_level_cache_table", 120, NULL, "ctc__rx_"), 198);
    assert_int_equal(members("memory__dram_table", 75, "dram__bytes_read.sum,", NULL), 8);
    assert_int_equal(members("smsp__pcsamp_warp_stall_reasons", 90, "_warpgroup_arrive,", NULL),
                     19);
    assert_int_equal(members("smsp__pcsamp_warp_stall_reasons", 86, NULL, "_warpgroup_arrive,"),
                     18);
}

static void an_unknown_group_has_none(void **state)
{
    (void)state;
    struct strbuf list = {0};
    assert_false(metric_group_each("memory__char", 90, add, &list));
    assert_false(metric_group_each("group:memory__chart", 90, add, &list));
    assert_int_equal(list.length, 0);
}

static void groups_are_listed_once(void **state)
{
    (void)state;
    struct strbuf list = {0};
    metric_groups_each(add, &list);
    assert_string_equal(list.data, "memory__chart,memory__dram_table,"
                                   "memory__first_level_cache_table,"
                                   "memory__l2_cache_evict_policy_table,memory__l2_cache_table,"
                                   "memory__shared_table,smsp__pcsamp_warp_stall_reasons,"
                                   "smsp__pcsamp_warp_stall_reasons_not_issued,");
    strbuf_free(&list);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(members_depend_on_the_chip),
        cmocka_unit_test(an_unknown_group_has_none),
        cmocka_unit_test(groups_are_listed_once),
    };
    return cmocka_run_group_tests_name("metric_group", tests, NULL, NULL);
}

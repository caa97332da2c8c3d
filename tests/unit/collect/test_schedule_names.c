#include "collect/plan/schedule_names.h"

#include <stdlib.h>
#include <string.h>

#include "build_report.h"

static void one_of_siblings_is_kept(void **state)
{
    (void)state;
    static const char *const names[] = {
        "sm__cycles_active.max",
        "sm__cycles_active.avg",
        "sm__cycles_active.avg.per_second",
        "l1tex__t_sector_hit_rate.pct",
        "l1tex__t_sector_hit_rate.ratio",
        "sm__cycles_active.sum.per_second",
        "sm__cycles_active_x.sum",
        "sm__cycles.sum",
        "LTS.TriageCompute.lts__t_sectors.sum",
        "lts__t_sectors.sum",
        "sm__cycles_active.min",
        "LTS.TriageCompute.lts__t_sectors.avg",
    };
    static const char *const expected[] = {
        "sm__cycles_active.max",
        "sm__cycles_active.avg.per_second",
        "l1tex__t_sector_hit_rate.pct",
        "l1tex__t_sector_hit_rate.ratio",
        "sm__cycles_active_x.sum",
        "sm__cycles.sum",
        "LTS.TriageCompute.lts__t_sectors.sum",
        "lts__t_sectors.sum",
    };
    size_t count;
    const char **first = schedule_names((char *const *)(uintptr_t)names, COUNT(names), &count);
    assert_int_equal(count, COUNT(expected));
    for (size_t i = 0; i < count; i++)
        assert_string_equal(first[i], expected[i]);
    free(first);
}

static void what_packs_badly_comes_after_its_unit(void **state)
{
    (void)state;
    static const char *const names[] = {"dram__bytes.sum",
                                        "l1tex__t_output_wavefronts_pipe_lsu.sum",
                                        "l1tex__t_output_wavefronts_pipe_tex.sum",
                                        "l1tex__t_sectors.sum",
                                        "lts__t_sectors.sum",
                                        "sm__cycles_active.avg"};
    static const size_t order[] = {0, 3, 2, 1, 5, 4};
    size_t count;
    const char **chosen = schedule_names((char *const *)(uintptr_t)names, COUNT(names), &count);
    assert_int_equal(count, COUNT(order));
    for (size_t i = 0; i < count; i++)
        assert_string_equal(chosen[i], names[order[i]]);
    free(chosen);
}

static void an_empty_list_stays_empty(void **state)
{
    (void)state;
    size_t count;
    free(schedule_names(NULL, 0, &count));
    assert_int_equal(count, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_of_siblings_is_kept),
        cmocka_unit_test(what_packs_badly_comes_after_its_unit),
        cmocka_unit_test(an_empty_list_stays_empty),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

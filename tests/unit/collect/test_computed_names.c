#include "collect/metrics/computed_names.h"

#include <string.h>

#include "build_report.h"

static void names_of_all_families_exist(void **state)
{
    (void)state;
    static const char *const names[] = {
        "launch__grid_size",
        "launch__stream_id",
        "launch__function_pcs",
        "launch__occupancy_cluster_pct",
        "launch__barrier_count",
        "launch__occupancy_per_barrier_count",
        "launch__cluster_max_active",
        "launch__tpc_enabled",
        "launch__cluster_scheduling_policy",
        "device__attribute_display_name",
        "device__attribute_sass_level",
        "device__attribute_chip",
        "device__attribute_gpu_pci_ext_gpu_gen",
        "device__attribute_multiprocessor_count",
        "device__attribute_gpu_pci_ext_gen",
        "device__attribute_gpu_pci_ext_downstream_link_rate",
        "device__attribute_confidential_computing_mode",
        "launch__uses_vgpu",
        "nvlink__bandwidth",
        "nvlink__enabled_mask",
        "c2clink__present",
        "numa__id_memory",
        "profiler__replayer_passes",
        "profiler__replayer_bytes_mem_backed_up.sum",
        "sm__maximum_warps_per_active_cycle_pct",
    };
    for (size_t i = 0; i < COUNT(names); i++)
        if (!computed_name_exists(names[i]))
            fail_msg("%s is missing", names[i]);
}

static void other_names_do_not(void **state)
{
    (void)state;
    assert_false(computed_name_exists("launch__grid_sise"));
    assert_false(computed_name_exists("sm__cycles_active.avg"));
    assert_false(computed_name_exists(""));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_of_all_families_exist),
        cmocka_unit_test(other_names_do_not),
    };
    return cmocka_run_group_tests_name("computed_names", tests, NULL, NULL);
}

#include "collect/inject/base/host_room.h"

#include <stdint.h>
#include <string.h>

#include "build_report.h"
#include "temp_folder.h"

static int set_up(void **state)
{
    *state = temp_folder_new();
    return 0;
}

static int tear_down(void **state)
{
    return temp_folder_free(*state);
}

static void test_nothing_known(void **state)
{
    assert_int_equal(host_room(*state), SIZE_MAX);
}

static void test_system(void **state)
{
    temp_folder_put(*state, "proc/meminfo",
                    "MemTotal: 4000 kB\nMemAvailable:     3000 kB\nBuffers: 1 kB\n");
    assert_int_equal(host_room(*state), 3000 * 1024);
}

static void test_group_without_limit(void **state)
{
    temp_folder_put(*state, "proc/meminfo", "MemAvailable: 3000 kB\n");
    temp_folder_put(*state, "sys/fs/cgroup/memory.max", "max\n");
    temp_folder_put(*state, "sys/fs/cgroup/memory.current", "900000\n");
    assert_int_equal(host_room(*state), 3000 * 1024);
}

static void test_group_of_a_container(void **state)
{
    temp_folder_put(*state, "proc/meminfo", "MemAvailable: 3000 kB\n");
    temp_folder_put(*state, "sys/fs/cgroup/memory.max", "1000000\n");
    temp_folder_put(*state, "sys/fs/cgroup/memory.current", "900000\n");
    assert_int_equal(host_room(*state), 100000);
}

static void test_own_group(void **state)
{
    temp_folder_put(*state, "proc/meminfo", "MemAvailable: 3000 kB\n");
    temp_folder_put(*state, "proc/self/cgroup", "0::/job/7\n");
    temp_folder_put(*state, "sys/fs/cgroup/memory.max", "2000000\n");
    temp_folder_put(*state, "sys/fs/cgroup/job/7/memory.max", "500000\n");
    temp_folder_put(*state, "sys/fs/cgroup/job/7/memory.current", "600000\n");
    assert_int_equal(host_room(*state), 0);
    temp_folder_put(*state, "sys/fs/cgroup/job/7/memory.current", "100000\n");
    assert_int_equal(host_room(*state), 400000);
}

static void test_first_version(void **state)
{
    temp_folder_put(*state, "proc/self/cgroup", "5:cpu:/x\n4:memory:/job\n");
    temp_folder_put(*state, "sys/fs/cgroup/memory/job/memory.limit_in_bytes", "7000\n");
    temp_folder_put(*state, "sys/fs/cgroup/memory/job/memory.usage_in_bytes", "3000\n");
    assert_int_equal(host_room(*state), 4000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_nothing_known, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_system, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_group_without_limit, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_group_of_a_container, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_own_group, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_first_version, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

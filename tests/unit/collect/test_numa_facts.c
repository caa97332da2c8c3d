/* Trees like /sys of three machines: two nodes of 48 processors each, threads of a core 48 apart; a
 * virtual machine of one node that places no device (as on two H200: numa_node -1, local_cpulist
 * 0-31, node 0 with 0-31); a kernel without NUMA. */
#include "collect/machine/numa_facts.h"

#include <stdlib.h>

#include "build_report.h"
#include "temp_folder.h"

#define DEVICE "bus/pci/devices/0001:c2:0a.0"
enum { ADDRESS = 0x1c20a };

static char *root;

static void put(const char *name, const char *text)
{
    temp_folder_put(root, name, text);
}

static int make_root(void **state)
{
    (void)state;
    root = temp_folder_new();
    return 0;
}

static int drop_root(void **state)
{
    (void)state;
    return temp_folder_free(root);
}

static void expect(const struct numa_set *set, const char *ranges, const char *numbers)
{
    char *a = numa_set_ranges(set), *b = numa_set_numbers(set);
    assert_string_equal(a, ranges);
    assert_string_equal(b, numbers);
    free(a);
    free(b);
}

static void lists_are_read_and_written(void **state)
{
    (void)state;
    put(DEVICE "/local_cpulist", "0-2,8,63-64,127\n");
    struct numa_set near = numa_processors_near(root, ADDRESS);
    expect(&near, "0-2,8,63-64,127", "0,1,2,8,63,64,127");
    /* Beyond what a set holds, and what is no list. */
    put(DEVICE "/local_cpulist", "5,8190-4000000000\n");
    near = numa_processors_near(root, ADDRESS);
    expect(&near, "5,8190-8191", "5,8190,8191");
    put(DEVICE "/local_cpulist", "7-x\n");
    near = numa_processors_near(root, ADDRESS);
    expect(&near, "7", "7");
    put(DEVICE "/local_cpulist", "\n");
    near = numa_processors_near(root, ADDRESS);
    assert_true(numa_set_is_empty(&near));
    assert_null(numa_set_ranges(&near));
}

static void nodes_of_two_sockets(void **state)
{
    (void)state;
    put("devices/system/node/online", "0-1\n");
    put("devices/system/node/node0/cpulist", "0-23,48-71\n");
    put("devices/system/node/node1/cpulist", "24-47,72-95\n");
    put(DEVICE "/local_cpulist", "24-47,72-95\n");
    put(DEVICE "/numa_node", "1\n");
    struct numa_set near = numa_processors_near(root, ADDRESS);
    struct numa_set nodes = numa_nodes_with(root, &near), own = numa_node_of(root, ADDRESS);
    expect(&nodes, "1", "1");
    expect(&own, "1", "1");
    put(DEVICE "/local_cpulist", "71-72\n");
    near = numa_processors_near(root, ADDRESS);
    nodes = numa_nodes_with(root, &near);
    expect(&nodes, "0-1", "0,1");
}

static void one_node_that_places_no_device(void **state)
{
    (void)state;
    put("devices/system/node/online", "0\n");
    put("devices/system/node/node0/cpulist", "0-31\n");
    put(DEVICE "/local_cpulist", "0-31\n");
    put(DEVICE "/numa_node", "-1\n");
    struct numa_set near = numa_processors_near(root, ADDRESS);
    struct numa_set nodes = numa_nodes_with(root, &near), own = numa_node_of(root, ADDRESS);
    expect(&near, "0-31",
           "0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,"
           "27,28,29,30,31");
    expect(&nodes, "0", "0");
    assert_true(numa_set_is_empty(&own));
}

static void without_numa_there_is_node_0(void **state)
{
    (void)state;
    put(DEVICE "/local_cpulist", "0-3\n");
    struct numa_set near = numa_processors_near(root, ADDRESS);
    struct numa_set nodes = numa_nodes_with(root, &near);
    expect(&nodes, "0", "0");
    /* A device that is not there is near nothing. */
    near = numa_processors_near(root, ADDRESS + 1);
    nodes = numa_nodes_with(root, &near);
    assert_true(numa_set_is_empty(&near));
    assert_true(numa_set_is_empty(&nodes));
}

int main(void)
{
#define IN_A_TREE(test) cmocka_unit_test_setup_teardown(test, make_root, drop_root)
    const struct CMUnitTest tests[] = {
        IN_A_TREE(lists_are_read_and_written),
        IN_A_TREE(nodes_of_two_sockets),
        IN_A_TREE(one_node_that_places_no_device),
        IN_A_TREE(without_numa_there_is_node_0),
    };
    return cmocka_run_group_tests_name("numa_facts", tests, NULL, NULL);
}

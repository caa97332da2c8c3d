#include "memory_items.h"

#include <stdlib.h>
#include <string.h>

#include "build_report.h"
#include "mem.h"
#include "section_metrics.h"

static void note(void *names, const char *name)
{
    strbuf_addf(names, "%s ", name);
}

static void looks_like(const char *item, const char *table, const char *label)
{
    char *text = mem_printf("Identifier: 'S' DisplayName: 'S' Body { Items { %s } }", item);
    Rep__ProfilerSection *section = build_section(text);
    const char *found;
    const struct memory_item *memory = memory_item_of(section->body[0]->items[0], &found);
    if (table) {
        assert_non_null(memory);
        assert_string_equal(memory->table, table);
        assert_string_equal(found, label);
    } else {
        assert_null(memory);
    }
    rep__profiler_section__free_unpacked(section, NULL);
    free(text);
}

static void items_have_a_table_and_a_label(void **state)
{
    (void)state;
    static const struct {
        const char *item, *table, *label;
    } cases[] = {
        {"MemoryChart { Label: 'Map' }", "chart", "Map"},
        {"MemoryChart {}", "chart", "Memory Chart"},
        {"MemorySharedTable { Label: '' }", "shared", "Shared Memory"},
        {"MemoryL1TEXCacheTable { Label: 'L1' }", "l1", "L1"},
        {"MemoryFirstLevelCacheTable {}", "l1", "L1/TEX Cache"},
        {"MemoryL2CacheTable {}", "l2", "L2 Cache"},
        {"MemorySecondLevelCacheTable {}", "l2", "L2 Cache"},
        {"MemoryL2CacheEvictPolicyTable {}", "evict", "L2 Cache Eviction Policies"},
        {"MemoryDeviceMemoryTable { Label: 'DRAM' }", "device", "DRAM"},
        {"NvlinkTopology {}", NULL, NULL},
    };
    for (size_t i = 0; i < COUNT(cases); i++)
        looks_like(cases[i].item, cases[i].table, cases[i].label);
}

static void formulas_name_counters(void **state)
{
    (void)state;
    struct strbuf names = {0};
    struct memory_item item = {.table = "shared"};
    strbuf_addc(&names, ' ');
    memory_item_metrics(&item, note, &names);
    assert_non_null(strstr(names.data, " smsp__inst_executed_op_ldsm.sum "));
    /* Both operands of a difference. */
    assert_non_null(strstr(names.data, " l1tex__data_bank_conflicts_pipe_lsu_mem_shared.sum "));
    assert_null(strstr(names.data, MEMORY_JOINT));
    assert_null(strstr(names.data, "dram__"));
    for (char *rest = names.data, *name; (name = strsep(&rest, " "));)
        assert_true(!*name || section_metric_kind(name) == SECTION_METRIC_COUNTER);
    strbuf_free(&names);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(items_have_a_table_and_a_label),
        cmocka_unit_test(formulas_name_counters),
    };
    return cmocka_run_group_tests_name("memory_items", tests, NULL, NULL);
}

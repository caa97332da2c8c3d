#include "report/metric/memory_items.h"

#include <stdlib.h>
#include <string.h>

#include "build_report.h"
#include "report/base/mem.h"
#include "report/expr/expr.h"
#include "report/metric/metric_group.h"
#include "report/section/section_metrics.h"

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

static void rows_can_be_hidden(void **state)
{
    (void)state;
    static const struct {
        const char *item, *row;
        bool shown;
    } cases[] = {
        {"MemorySharedTable { ShowLoads: false }", "Shared Load", false},
        {"MemorySharedTable { ShowLoads: false }", "Shared Load Matrix", false},
        {"MemorySharedTable { ShowLoads: false }", "Shared Store", true},
        {"MemorySharedTable { ShowLoads: true }", "Shared Load", true},
        {"MemorySharedTable {}", "Shared Load", true},
        {"MemorySharedTable { ShowTotals: false }", "Total", false},
        {"MemorySharedTable { ShowTotals: false }", "Other", true},
        {"MemoryL1TEXCacheTable { ShowLoads: false }", "Global Load", false},
        {"MemoryL1TEXCacheTable { ShowLoads: false }", "Loads", true},
        {"MemoryL1TEXCacheTable { ShowTotalLoads: false }", "Loads", false},
        {"MemoryL1TEXCacheTable { ShowTotalLoads: false }", "Global Load", true},
        {"MemoryL1TEXCacheTable { ShowAtomics: false }", "Global Atomic CAS", false},
        {"MemoryL1TEXCacheTable { ShowReductions: false }", "Surface Reduction", false},
        {"MemoryL1TEXCacheTable { ShowSurface: false }", "Surface Reduction", false},
        {"MemoryL1TEXCacheTable { ShowGlobal: false ShowLocal: false }", "Local Store", false},
        {"MemoryL1TEXCacheTable { ShowGlobal: false ShowLocal: false }", "Texture Load", true},
        {"MemoryL2CacheTable { ShowStores: false }", "L1/TEX Store", false},
        {"MemoryDeviceMemoryTable { ShowStores: false }", "Store", false},
        {"MemoryDeviceMemoryTable { ShowStores: false }", "Load", true},
        {"Table { Columns: 1 }", "Load", true},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        char *text =
            mem_printf("Identifier: 'S' DisplayName: 'S' Body { Items { %s } }", cases[i].item);
        Rep__ProfilerSection *section = build_section(text);
        if (memory_item_shows(section->body[0]->items[0], cases[i].row) != cases[i].shown)
            fail_msg("%s: %s", cases[i].item, cases[i].row);
        rep__profiler_section__free_unpacked(section, NULL);
        free(text);
    }
}

struct member {
    const char *name;
    bool found;
};

static void compare_member(void *context, const char *name)
{
    struct member *wanted = context;
    wanted->found = wanted->found || strcmp(wanted->name, name) == 0;
}

static void is_member(void *group, const char *name)
{
    struct member wanted = {name, false};
    assert_true(metric_group_each(group, 0, compare_member, &wanted));
    if (!wanted.found)
        fail_msg("%s is not in the group %s", name, (char *)group);
    assert_int_equal(section_metric_kind(name), SECTION_METRIC_COUNTER);
}

/* What the cells show is collected: every operand is a member of the item's group. */
static void formulas_take_members_of_the_group(void **state)
{
    (void)state;
    static const char *const kinds[] = {"MemoryChart",
                                        "MemorySharedTable",
                                        "MemoryFirstLevelCacheTable",
                                        "MemorySecondLevelCacheTable",
                                        "MemoryL2CacheEvictPolicyTable",
                                        "MemoryDeviceMemoryTable"};
    size_t formulas = 0;
    for (size_t i = 0; i < COUNT(kinds); i++) {
        char *text =
            mem_printf("Identifier: 'S' DisplayName: 'S' Body { Items { %s {} } }", kinds[i]);
        Rep__ProfilerSection *section = build_section(text);
        const char *label;
        const struct memory_item *item = memory_item_of(section->body[0]->items[0], &label);
        assert_non_null(item);
        assert_memory_equal(item->group, METRIC_GROUP_PREFIX, strlen(METRIC_GROUP_PREFIX));
        char *group = mem_strdup(item->group + strlen(METRIC_GROUP_PREFIX));
        for (size_t j = 0; j < memory_formula_count; j++) {
            const struct memory_formula *formula = &memory_formulas[j];
            if (strcmp(formula->table, item->table) != 0)
                continue;
            formulas++;
            /* The ports of units come with the breakdowns of other sections. */
            if (strcmp(formula->column, "port peak %") == 0)
                continue;
            if (strcmp(formula->formula, MEMORY_JOINT) != 0)
                assert_true(expr_metrics(formula->formula, is_member, group, NULL));
        }
        rep__profiler_section__free_unpacked(section, NULL);
        free(group);
        free(text);
    }
    assert_int_equal(formulas, memory_formula_count); /* no table was left out */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_can_be_hidden),
        cmocka_unit_test(items_have_a_table_and_a_label),
        cmocka_unit_test(formulas_take_members_of_the_group),
    };
    return cmocka_run_group_tests_name("memory_items", tests, NULL, NULL);
}

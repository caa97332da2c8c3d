#include "report/metric/memory_items.h"

#include <stddef.h>

const struct memory_formula memory_formulas[] = {
#include "memory_tables.inc"
};
const size_t memory_formula_count = sizeof memory_formulas / sizeof *memory_formulas;

#define ITEM(field, type) offsetof(Rep__ProfilerSectionBodyItem, field), offsetof(type, label)

static const struct {
    size_t field, label;
    struct memory_item item;
} items[] = {
    {ITEM(memorychart, Rep__ProfilerSectionMemoryChart),
     {"chart", "Memory Chart", "group:memory__chart"}},
    {ITEM(memorysharedtable, Rep__ProfilerSectionMemorySharedTable),
     {"shared", "Shared Memory", "group:memory__shared_table"}},
    {ITEM(memoryl1texcachetable, Rep__ProfilerSectionMemoryL1TEXCacheTable),
     {"l1", "L1/TEX Cache", "group:memory__first_level_cache_table"}},
    {ITEM(memoryfirstlevelcachetable, Rep__ProfilerSectionMemoryFirstLevelCacheTable),
     {"l1", "L1/TEX Cache", "group:memory__first_level_cache_table"}},
    {ITEM(memoryl2cachetable, Rep__ProfilerSectionMemoryL2CacheTable),
     {"l2", "L2 Cache", "group:memory__l2_cache_table"}},
    {ITEM(memorysecondlevelcachetable, Rep__ProfilerSectionMemorySecondLevelCacheTable),
     {"l2", "L2 Cache", "group:memory__l2_cache_table"}},
    {ITEM(memoryl2cacheevictpolicytable, Rep__ProfilerSectionMemoryL2CacheEvictPolicyTable),
     {"evict", "L2 Cache Eviction Policies", "group:memory__l2_cache_evict_policy_table"}},
    {ITEM(memorydevicememorytable, Rep__ProfilerSectionMemoryDeviceMemoryTable),
     {"device", "Device Memory", "group:memory__dram_table"}},
};

const struct memory_item *memory_item_of(const Rep__ProfilerSectionBodyItem *item,
                                         const char **label)
{
    for (size_t i = 0; i < sizeof items / sizeof *items; i++) {
        const char *inner = *(const char *const *)((const char *)item + items[i].field);
        if (!inner)
            continue;
        const char *own = *(const char *const *)(inner + items[i].label);
        *label = own && *own ? own : items[i].item.label;
        return &items[i].item;
    }
    return NULL;
}

#include "report/metric/memory_items.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>

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

/* Which rows a field Show... is about: those with one of the words. */
static const struct {
    const char *field, *words[2];
} shows[] = {
    {"ShowLoads", {" Load"}},
    {"ShowStores", {" Store"}},
    {"ShowAtomics", {" Atomic"}},
    {"ShowReductions", {" Reduction"}},
    {"ShowGlobal", {" Global "}},
    {"ShowLocal", {" Local "}},
    {"ShowSurface", {" Surface "}},
    {"ShowTexture", {" Texture "}},
    {"ShowTotalLoads", {" Loads "}},
    {"ShowTotalStores", {" Stores "}},
    {"ShowTotals", {" Total "}},
    {"ShowTotalAtomicsAndReductions", {" Atomics ", " Reductions "}},
};

/* Whether the message sets the field to false. */
static bool is_hidden(const ProtobufCMessage *table, const char *name)
{
    const ProtobufCFieldDescriptor *field =
        protobuf_c_message_descriptor_get_field_by_name(table->descriptor, name);
    const char *base = (const char *)table;
    return field && *(const protobuf_c_boolean *)(base + field->quantifier_offset) &&
           !*(const protobuf_c_boolean *)(base + field->offset);
}

bool memory_item_shows(const Rep__ProfilerSectionBodyItem *item, const char *row)
{
    const ProtobufCMessage *table = NULL;
    for (size_t i = 0; i < sizeof items / sizeof *items && !table; i++)
        table = *(const ProtobufCMessage *const *)((const char *)item + items[i].field);
    /* Totals of all loads and stores have fields of their own. */
    bool total = strcmp(row, "Loads") == 0 || strcmp(row, "Stores") == 0;
    char words[128];
    snprintf(words, sizeof words, " %s ", row);
    for (size_t i = 0; table && i < sizeof shows / sizeof *shows; i++)
        for (size_t j = 0; j < 2 && shows[i].words[j]; j++) {
            bool whole = shows[i].words[j][strlen(shows[i].words[j]) - 1] == ' ';
            if (strstr(words, shows[i].words[j]) && (whole || !total) &&
                is_hidden(table, shows[i].field))
                return false;
        }
    return true;
}

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

#include "report/trace/trace_stats.h"

#include "report/trace/trace.h"

#include <math.h>
#include <stdlib.h>

#include "report/base/mem.h"

static size_t find_slot(const struct trace_stats *stats, uint64_t key0, uint64_t key1)
{
    const uint64_t mixed = (key0 ^ key1 * 0xff51afd7ed558ccdu) * 0x9e3779b97f4a7c15u;
    size_t slot = (size_t)(mixed >> 24) & (stats->slot_count - 1);
    for (; stats->slots[slot]; slot = (slot + 1) & (stats->slot_count - 1)) {
        const struct trace_stat *group = &stats->groups[stats->slots[slot] - 1];
        if (group->key[0] == key0 && group->key[1] == key1)
            break;
    }
    return slot;
}

static void grow_slots(struct trace_stats *stats)
{
    stats->slot_count = stats->slot_count ? stats->slot_count * 2 : 64;
    free(stats->slots);
    stats->slots = mem_alloc(stats->slot_count * sizeof *stats->slots);
    for (size_t i = 0; i < stats->count; i++)
        stats->slots[find_slot(stats, stats->groups[i].key[0], stats->groups[i].key[1])] =
            (uint32_t)i + 1;
}

struct trace_stat *trace_stats_group(struct trace_stats *stats, uint64_t key0, uint64_t key1)
{
    if (stats->count * 2 >= stats->slot_count)
        grow_slots(stats);
    const size_t slot = find_slot(stats, key0, key1);
    if (!stats->slots[slot]) {
        mem_grow(&stats->groups, stats->count, &stats->capacity, sizeof *stats->groups);
        stats->groups[stats->count++] = (struct trace_stat){.key = {key0, key1}};
        stats->slots[slot] = (uint32_t)stats->count;
    }
    return &stats->groups[stats->slots[slot] - 1];
}

void trace_stat_add(struct trace_stat *group, uint64_t value)
{
    mem_grow(&group->values, group->timed, &group->capacity, sizeof *group->values);
    group->values[group->timed++] = value;
    group->count++;
}

void trace_stat_add_row(struct trace_stat *group, uint64_t value, size_t row)
{
    if (!group->timed || value > group->max) {
        group->max = value;
        group->longest = row;
    }
    trace_stat_add(group, value);
}

void trace_stat_count(struct trace_stat *group)
{
    group->count++;
}

void trace_stat_add_span(struct trace_stat *group, uint64_t start, uint64_t end, size_t row)
{
    if (trace_span_is_good(start, end))
        trace_stat_add_row(group, end - start, row);
    else
        trace_stat_count(group);
}

static int by_value(const void *a, const void *b)
{
    const uint64_t first = *(const uint64_t *)a, second = *(const uint64_t *)b;
    return (first > second) - (first < second);
}

static void finish(struct trace_stat *group)
{
    double squares = 0;
    if (!group->timed)
        return;
    qsort(group->values, group->timed, sizeof *group->values, by_value);
    for (size_t i = 0; i < group->timed; i++)
        group->total += (double)group->values[i];
    group->mean = group->total / (double)group->timed;
    for (size_t i = 0; i < group->timed; i++) {
        const double from_mean = (double)group->values[i] - group->mean;
        squares += from_mean * from_mean;
    }
    group->deviation = sqrt(squares / (double)group->timed);
    group->min = group->values[0];
    group->max = group->values[group->timed - 1];
    group->median = trace_stat_percentile(group, 50);
}

static int by_total(const void *a, const void *b)
{
    const struct trace_stat *first = a, *second = b;
    if (first->total != second->total)
        return first->total > second->total ? -1 : 1;
    if (first->count != second->count)
        return first->count > second->count ? -1 : 1;
    return (first->key[0] > second->key[0]) - (first->key[0] < second->key[0]);
}

void trace_stats_finish(struct trace_stats *stats)
{
    for (size_t i = 0; i < stats->count; i++) {
        finish(&stats->groups[i]);
        stats->total += stats->groups[i].total;
    }
    if (stats->count)
        qsort(stats->groups, stats->count, sizeof *stats->groups, by_total);
}

uint64_t trace_stat_percentile(const struct trace_stat *group, double percent)
{
    if (!group->timed)
        return 0;
    const double rank = ceil(percent / 100 * (double)group->timed);
    const size_t at = rank < 1 ? 0 : (size_t)rank - 1;
    return group->values[at < group->timed ? at : group->timed - 1];
}

void trace_stats_free(struct trace_stats *stats)
{
    for (size_t i = 0; i < stats->count; i++)
        free(stats->groups[i].values);
    free(stats->groups);
    free(stats->slots);
    *stats = (struct trace_stats){0};
}

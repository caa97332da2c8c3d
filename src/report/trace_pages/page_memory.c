/* Allocations, and unified memory. */
#include <math.h>
#include <stdlib.h>

#include "report/base/mem.h"
#include "report/trace_pages/trace_page_forms.h"

/* An allocation that is not released yet, in an open table by address and process. */
struct live {
    uint64_t address, bytes;
    uint32_t process, group; /* group + 1; 0: free slot or released */
};

struct live_table {
    struct live *slots;
    size_t count;
};

static struct live *find_live(const struct live_table *table, uint32_t process, uint64_t address)
{
    size_t slot = (size_t)((address ^ (uint64_t)process << 50) * 0x9e3779b97f4a7c15u >> 20) &
                  (table->count - 1);
    while (table->slots[slot].address &&
           (table->slots[slot].address != address || table->slots[slot].process != process))
        slot = (slot + 1) & (table->count - 1);
    return &table->slots[slot];
}

struct memory_sum {
    uint64_t allocated, now, peak, largest;
    size_t allocations, releases, open;
    uint64_t first, last;
};

static void add_record(struct trace *trace, size_t row, struct live_table *live,
                       struct trace_stats *groups, struct memory_sum *sums)
{
    const uint64_t time = trace_column(trace, TRACE_MEMORY, MEMORY_TIME)[row];
    const uint64_t bytes = trace_column(trace, TRACE_MEMORY, MEMORY_BYTES)[row];
    const uint64_t told = trace_column(trace, TRACE_MEMORY, MEMORY_ADDRESS)[row];
    const uint64_t address = told ? told : 1; /* 0 is a free slot */
    const uint32_t process = trace_processes(trace, TRACE_MEMORY)[row];
    const uint64_t kind = trace_column(trace, TRACE_MEMORY, MEMORY_KIND)[row];
    const uint64_t device = trace_column(trace, TRACE_MEMORY, MEMORY_DEVICE)[row];
    struct live *at = find_live(live, process, address);
    if (trace_column(trace, TRACE_MEMORY, MEMORY_RELEASE)[row]) {
        if (!at->group)
            return; /* it was allocated before the trace began */
        struct memory_sum *sum = &sums[at->group - 1];
        sum->now -= at->bytes;
        sum->open--;
        sum->releases++;
        at->group = 0;
        return;
    }
    const struct trace_stat *found =
        trace_stats_group(groups, (uint64_t)process << 32 | device, kind);
    const size_t group = (size_t)(found - groups->groups);
    struct memory_sum *sum = &sums[group];
    *at = (struct live){address, bytes, process, (uint32_t)group + 1};
    sum->first = sum->allocations ? sum->first : time;
    sum->last = time;
    sum->allocations++;
    sum->open++;
    sum->allocated += bytes;
    sum->now += bytes;
    sum->peak = sum->now > sum->peak ? sum->now : sum->peak;
    sum->largest = bytes > sum->largest ? bytes : sum->largest;
}

enum { MOST_GROUPS = 4096 };

static size_t fill_sums(struct trace *trace, struct trace_stats *groups, struct memory_sum *sums)
{
    const size_t count = trace_count(trace, TRACE_MEMORY);
    struct live_table live = {NULL, 64};
    while (live.count < count * 2 + 2)
        live.count *= 2;
    live.slots = mem_alloc(live.count * sizeof *live.slots);
    size_t i = 0;
    for (; i < count && groups->count < MOST_GROUPS - 1; i++)
        add_record(trace, i, &live, groups, sums);
    free(live.slots);
    return i;
}

size_t trace_page_memory(const struct trace_view *view, struct trace_table **tables)
{
    struct trace *trace = view->index->trace;
    struct trace_stats groups = {0};
    struct memory_sum *sums = mem_alloc(MOST_GROUPS * sizeof *sums);
    struct trace_table *table = *tables = trace_table_new("memory", "Allocations");
    trace_table_column(table, "Process", "process", UNIT_COUNT);
    trace_table_column(table, "GPU", "gpu", UNIT_COUNT);
    trace_table_column(table, "Memory", "memory", UNIT_TEXT);
    trace_table_column(table, "Peak", "peak_bytes", UNIT_BYTES);
    trace_table_column(table, "Allocations", "allocations", UNIT_COUNT);
    trace_table_column(table, "Bytes", "bytes", UNIT_BYTES);
    trace_table_column(table, "Largest", "largest_bytes", UNIT_BYTES);
    trace_table_column(table, "Releases", "releases", UNIT_COUNT);
    trace_table_column(table, "Left", "left", UNIT_COUNT);
    trace_table_column(table, "Left Bytes", "left_bytes", UNIT_BYTES);
    trace_table_column(table, "per Second", "allocations_per_second", UNIT_NUMBER);
    fill_sums(trace, &groups, sums);
    for (size_t i = 0; i < groups.count; i++) {
        const double seconds = (double)(sums[i].last - sums[i].first) / 1e9;
        trace_table_number(table, trace_process(trace, groups.groups[i].key[0] >> 32)->pid);
        trace_table_number(table, (double)(groups.groups[i].key[0] & UINT32_MAX));
        trace_table_text(table, trace_memory_word(groups.groups[i].key[1]));
        trace_table_number(table, (double)sums[i].peak);
        trace_table_number(table, (double)sums[i].allocations);
        trace_table_number(table, (double)sums[i].allocated);
        trace_table_number(table, (double)sums[i].largest);
        trace_table_number(table, (double)sums[i].releases);
        trace_table_number(table, (double)sums[i].open);
        trace_table_number(table, (double)sums[i].now);
        trace_table_number(table, seconds > 0 && sums[i].allocations > 1
                                      ? (double)(sums[i].allocations - 1) / seconds
                                      : NAN);
    }
    if (!table->rows)
        trace_table_note(table, "allocations are recorded with --trace mem");
    trace_stats_free(&groups);
    free(sums);
    return 1;
}

static bool is_move(uint64_t kind)
{
    return kind == 1 || kind == 2 || kind == 8;
}

size_t trace_page_um(const struct trace_view *view, struct trace_table **tables)
{
    struct trace *trace = view->index->trace;
    const uint64_t *kind = trace_column(trace, TRACE_UM, UM_KIND);
    const uint64_t *value = trace_column(trace, TRACE_UM, UM_VALUE);
    const uint64_t *flags = trace_column(trace, TRACE_UM, UM_FLAGS);
    const uint64_t *start = trace_column(trace, TRACE_UM, SPAN_START);
    const uint64_t *end = trace_column(trace, TRACE_UM, SPAN_END);
    struct trace_stats stats = {0};
    struct trace_table *table = *tables = trace_table_new("um", "Unified memory");
    trace_table_column(table, "Event", "event", UNIT_TEXT);
    trace_table_column(table, "Cause", "cause", UNIT_TEXT);
    trace_stat_columns(table);
    trace_table_column(table, "Bytes", "bytes", UNIT_BYTES);
    trace_table_column(table, "Rate", "bytes_per_second", UNIT_RATE);
    trace_table_column(table, "Faults", "faults", UNIT_COUNT);
    for (size_t i = 0; i < trace_count(trace, TRACE_UM); i++) {
        struct trace_stat *group = trace_stats_group(&stats, kind[i], flags[i]);
        /* The value of a fault of the CPU is an address in the program. */
        group->extra[0] += is_move(kind[i]) ? value[i] : 0;
        group->extra[1] += kind[i] == 4 ? value[i] : kind[i] == 3;
        if (trace_span_is_good(start[i], end[i]) && end[i] > start[i])
            trace_stat_add_row(group, end[i] - start[i], i);
        else
            trace_stat_count(group);
    }
    trace_stats_finish(&stats);
    for (size_t i = 0; i < stats.count; i++) {
        const struct trace_stat *group = &stats.groups[i];
        const bool moves = is_move(group->key[0]);
        trace_table_text(table, trace_um_word(group->key[0]));
        trace_table_text(table, trace_um_cause(group->key[0], group->key[1]));
        trace_stat_cells(table, group, (double)(view->index->end - view->index->start));
        trace_table_number(table, moves ? (double)group->extra[0] : NAN);
        trace_table_number(
            table, moves && group->total > 0 ? (double)group->extra[0] / group->total * 1e9 : NAN);
        trace_table_number(table, group->extra[1] ? (double)group->extra[1] : NAN);
        trace_stat_spot(table, group, TRACE_UM);
    }
    if (!table->rows)
        trace_table_note(table, "unified memory is recorded with --trace um");
    trace_stats_free(&stats);
    return 1;
}

/* Kernels, copies and fills: what the GPU did, by name or kind. */
#include <math.h>
#include <stdio.h>

#include "report/trace_pages/trace_page_forms.h"

static double span_of(const struct trace_view *view)
{
    return (double)(view->index->end - view->index->start);
}

bool trace_view_takes(const struct trace_view *view, uint64_t name)
{
    return !view->kernel || !view->kernel->text ||
           name_pattern_matches(view->kernel, trace_kernel_name(view->names, name));
}

static void add_kernels(const struct trace_view *view, struct trace_stats *stats)
{
    struct trace *trace = view->index->trace;
    const uint64_t *start = trace_column(trace, TRACE_KERNEL, SPAN_START);
    const uint64_t *end = trace_column(trace, TRACE_KERNEL, SPAN_END);
    const uint64_t *name = trace_column(trace, TRACE_KERNEL, KERNEL_NAME);
    const size_t count = trace_count(trace, TRACE_KERNEL);
    for (size_t i = 0; i < count; i++) {
        if (!trace_view_takes(view, name[i]))
            continue;
        struct trace_stat *group = trace_stats_group(stats, name[i], 0);
        if (!group->count)
            group->first = i;
        trace_stat_add_span(group, start[i], end[i], i);
    }
}

static void shape_cell(struct trace_table *table, struct trace *trace, size_t row, size_t field)
{
    unsigned long long size[3];
    for (size_t i = 0; i < 3; i++)
        size[i] = trace_column(trace, TRACE_KERNEL, field + i)[row];
    trace_table_textf(table, "%llu,%llu,%llu", size[0], size[1], size[2]);
}

size_t trace_page_kernels(const struct trace_view *view, struct trace_table **tables)
{
    struct trace *trace = view->index->trace;
    struct trace_stats stats = {0};
    struct trace_table *table = *tables = trace_table_new("kernels", "Kernels");
    trace_table_column(table, "Kernel", "kernel", UNIT_TEXT);
    trace_stat_columns(table);
    trace_table_column(table, "of Kernels", "of_kernels_pct", UNIT_PERCENT);
    trace_table_column(table, "Grid", "first_grid", UNIT_TEXT);
    trace_table_column(table, "Block", "first_block", UNIT_TEXT);
    trace_table_column(table, "Registers", "first_registers", UNIT_COUNT);
    trace_table_column(table, "Shared", "first_shared_bytes", UNIT_BYTES);
    add_kernels(view, &stats);
    trace_stats_finish(&stats);
    for (size_t i = 0; i < stats.count; i++) {
        const struct trace_stat *group = &stats.groups[i];
        trace_table_text(table, trace_kernel_name(view->names, group->key[0]));
        trace_stat_cells(table, group, span_of(view));
        trace_table_number(table, stats.total > 0 ? 100 * group->total / stats.total : NAN);
        shape_cell(table, trace, group->first, KERNEL_GRID_X);
        shape_cell(table, trace, group->first, KERNEL_BLOCK_X);
        trace_table_number(
            table, (double)trace_column(trace, TRACE_KERNEL, KERNEL_REGISTERS)[group->first]);
        trace_table_number(
            table,
            (double)trace_column(trace, TRACE_KERNEL, KERNEL_STATIC_SHARED)[group->first] +
                (double)trace_column(trace, TRACE_KERNEL, KERNEL_DYNAMIC_SHARED)[group->first]);
        trace_stat_spot(table, group, TRACE_KERNEL);
    }
    trace_note_bad(table, &stats, "kernels");
    trace_stats_free(&stats);
    return 1;
}

/* Copies or fills in groups, with the bytes of each group in extra[0]; extra[1]: bytes of those
 * with times. */
static void add_transfers(struct trace *trace, enum trace_kind kind, size_t bytes,
                          struct trace_stats *stats, const size_t keys[2])
{
    const uint64_t *start = trace_column(trace, kind, SPAN_START);
    const uint64_t *end = trace_column(trace, kind, SPAN_END);
    const uint64_t *size = trace_column(trace, kind, bytes);
    const size_t count = trace_count(trace, kind);
    for (size_t i = 0; i < count; i++) {
        const uint64_t first = trace_column(trace, kind, keys[0])[i],
                       second = trace_column(trace, kind, keys[1])[i];
        uint64_t more = kind == TRACE_COPY ? trace_column(trace, kind, COPY_TO)[i] : 0;
        struct trace_stat *group = trace_stats_group(stats, first << 32 | more, second);
        group->extra[0] += size[i];
        if (trace_span_is_good(start[i], end[i])) {
            trace_stat_add_row(group, end[i] - start[i], i);
            group->extra[1] += size[i];
        } else {
            trace_stat_count(group);
        }
    }
}

static void transfer_columns(struct trace_table *table)
{
    trace_stat_columns(table);
    trace_table_column(table, "Bytes", "bytes", UNIT_BYTES);
    trace_table_column(table, "Each", "mean_bytes", UNIT_BYTES);
    trace_table_column(table, "Rate", "bytes_per_second", UNIT_RATE);
}

static void transfer_cells(const struct trace_view *view, struct trace_table *table,
                           const struct trace_stat *group)
{
    trace_stat_cells(table, group, span_of(view));
    trace_table_number(table, (double)group->extra[0]);
    trace_table_number(table, (double)group->extra[0] / (double)group->count);
    trace_table_number(table,
                       group->total > 0 ? (double)group->extra[1] / group->total * 1e9 : NAN);
}

size_t trace_page_copies(const struct trace_view *view, struct trace_table **tables)
{
    static const size_t keys[2] = {COPY_KIND, COPY_FROM};
    struct trace_stats stats = {0};
    struct trace_table *table = *tables = trace_table_new("copies", "Copies");
    size_t pageable = 0;
    trace_table_column(table, "Copy", "direction", UNIT_TEXT);
    trace_table_column(table, "From", "from", UNIT_TEXT);
    trace_table_column(table, "To", "to", UNIT_TEXT);
    transfer_columns(table);
    add_transfers(view->index->trace, TRACE_COPY, COPY_BYTES, &stats, keys);
    trace_stats_finish(&stats);
    for (size_t i = 0; i < stats.count; i++) {
        const struct trace_stat *group = &stats.groups[i];
        const uint64_t to = group->key[0] & UINT32_MAX;
        trace_table_text(table, trace_copy_word(group->key[0] >> 32));
        trace_table_text(table, trace_memory_word(group->key[1]));
        trace_table_text(table, trace_memory_word(to));
        transfer_cells(view, table, group);
        trace_stat_spot(table, group, TRACE_COPY);
        if (group->key[1] == TRACE_PAGEABLE || to == TRACE_PAGEABLE)
            pageable += group->count;
    }
    if (pageable)
        trace_table_note(table,
                         "%zu copies use pageable memory: the driver copies it once more, and the "
                         "host waits meanwhile; pinned memory (cudaMallocHost) is copied at once",
                         pageable);
    trace_note_bad(table, &stats, "copies");
    trace_stats_free(&stats);
    return 1;
}

size_t trace_page_fills(const struct trace_view *view, struct trace_table **tables)
{
    static const size_t keys[2] = {FILL_MEMORY, FILL_MEMORY};
    struct trace_stats stats = {0};
    struct trace_table *table = *tables = trace_table_new("fills", "Fills");
    trace_table_column(table, "Memory", "memory", UNIT_TEXT);
    transfer_columns(table);
    add_transfers(view->index->trace, TRACE_FILL, FILL_BYTES, &stats, keys);
    trace_stats_finish(&stats);
    for (size_t i = 0; i < stats.count; i++) {
        trace_table_text(table, trace_memory_word(stats.groups[i].key[1]));
        transfer_cells(view, table, &stats.groups[i]);
        trace_stat_spot(table, &stats.groups[i], TRACE_FILL);
    }
    trace_note_bad(table, &stats, "fills");
    trace_stats_free(&stats);
    return 1;
}

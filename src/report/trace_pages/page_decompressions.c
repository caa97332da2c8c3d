/* Batches of copies that GPUs decompressed. */
#include <math.h>

#include "report/trace_pages/trace_page_forms.h"

/* extra of a group: copies, bytes of those with times. */
static void add(const struct trace_view *view, struct trace_stats *stats, size_t row)
{
    struct trace *trace = view->index->trace;
    const uint64_t start = trace_column(trace, TRACE_DECOMPRESSION, SPAN_START)[row],
                   end = trace_column(trace, TRACE_DECOMPRESSION, SPAN_END)[row];
    struct trace_stat *group = trace_stats_group(
        stats, trace_column(trace, TRACE_DECOMPRESSION, DECOMPRESSION_DEVICE)[row],
        trace_processes(trace, TRACE_DECOMPRESSION)[row]);
    group->extra[0] += trace_column(trace, TRACE_DECOMPRESSION, DECOMPRESSION_COPIES)[row];
    group->extra[1] += trace_column(trace, TRACE_DECOMPRESSION, DECOMPRESSION_BYTES)[row];
    trace_stat_add_span(group, start, end, row);
}

size_t trace_page_decompressions(const struct trace_view *view, struct trace_table **tables)
{
    struct trace *trace = view->index->trace;
    struct trace_stats stats = {0};
    struct trace_table *table = *tables = trace_table_new("decompress", "Batches decompressed");
    trace_table_column(table, "Process", "process", UNIT_COUNT);
    trace_table_column(table, "GPU", "gpu", UNIT_COUNT);
    trace_stat_columns(table);
    trace_table_column(table, "Copies", "copies", UNIT_COUNT);
    trace_table_column(table, "Bytes Read", "bytes", UNIT_BYTES);
    trace_table_column(table, "Rate", "bytes_per_second", UNIT_RATE);
    for (size_t i = 0; i < trace_count(trace, TRACE_DECOMPRESSION); i++)
        add(view, &stats, i);
    trace_stats_finish(&stats);
    for (size_t i = 0; i < stats.count; i++) {
        const struct trace_stat *group = &stats.groups[i];
        const double bytes = group->extra[1] ? (double)group->extra[1] : NAN;
        trace_table_number(table, trace_process(trace, group->key[1])->pid);
        trace_table_number(table, (double)group->key[0]);
        trace_stat_cells(table, group, (double)(view->index->end - view->index->start));
        trace_table_number(table, (double)group->extra[0]);
        trace_table_number(table, bytes);
        trace_table_number(table, group->total > 0 ? bytes / group->total * 1e9 : NAN);
        trace_stat_spot(table, group, TRACE_DECOMPRESSION);
    }
    trace_note_bad(table, &stats, "batches");
    if (!table->rows)
        trace_table_note(table, "decompressions are recorded with --trace decompress");
    trace_stats_free(&stats);
    return 1;
}

/* What the host waited for, and whether the GPU worked meanwhile. */
#include <stdlib.h>

#include "report/base/mem.h"
#include "report/trace/trace_busy.h"
#include "report/trace_pages/trace_page_forms.h"

enum { WAITS_FOR_EVENT = 2 }; /* a stream waits, and the host does not */

size_t trace_page_sync(const struct trace_view *view, struct trace_table **tables)
{
    const struct trace_index *index = view->index;
    struct trace *trace = index->trace;
    const uint64_t *start = trace_column(trace, TRACE_WAIT, SPAN_START);
    const uint64_t *end = trace_column(trace, TRACE_WAIT, SPAN_END);
    const uint64_t *type = trace_column(trace, TRACE_WAIT, WAIT_TYPE);
    const uint64_t *correlation = trace_column(trace, TRACE_WAIT, WAIT_CORRELATION);
    const uint64_t *call_name = trace_column(trace, TRACE_API, API_NAME);
    const uint32_t *process = trace_processes(trace, TRACE_WAIT);
    struct trace_stats stats = {0};
    struct trace_busy busy = {0};
    struct trace_table *table = *tables = trace_table_new("sync", "Waits");
    trace_table_column(table, "Waits for", "waits_for", UNIT_TEXT);
    trace_table_column(table, "Call", "call", UNIT_TEXT);
    trace_stat_columns(table);
    trace_table_column(table, "GPU Idle", "gpu_idle_ns", UNIT_TIME);
    for (size_t i = 0; i < index->work_count; i++)
        trace_busy_add(&busy, index->works[i].start, index->works[i].end);
    for (size_t i = 0; i < trace_count(trace, TRACE_WAIT); i++) {
        const uint32_t call = trace_index_call(index, process[i], correlation[i]);
        struct trace_stat *group =
            trace_stats_group(&stats, type[i], call == TRACE_NONE ? 0 : call_name[call]);
        if (!trace_span_is_good(start[i], end[i]) || type[i] == WAITS_FOR_EVENT) {
            trace_stat_count(group);
            continue;
        }
        trace_stat_add_row(group, end[i] - start[i], i);
        group->extra[0] += end[i] - start[i] - trace_busy_in(&busy, start[i], end[i]);
    }
    trace_stats_finish(&stats);
    for (size_t i = 0; i < stats.count; i++) {
        trace_table_text(table, trace_wait_word(stats.groups[i].key[0]));
        trace_table_text(table, trace_string(trace, stats.groups[i].key[1]));
        trace_stat_cells(table, &stats.groups[i], (double)(index->end - index->start));
        trace_table_number(table, (double)stats.groups[i].extra[0]);
        trace_stat_spot(table, &stats.groups[i], TRACE_WAIT);
    }
    trace_stats_free(&stats);
    trace_busy_free(&busy);
    return 1;
}

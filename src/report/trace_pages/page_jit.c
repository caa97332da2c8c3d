/* Code that was compiled while the program ran, or that came from the cache of compiled code. */
#include "report/trace_pages/trace_page_forms.h"

/* extra of a group: the greatest size of the cache, a path as a string. */
static void add(struct trace *trace, struct trace_stats *stats, size_t row)
{
    const uint64_t start = trace_column(trace, TRACE_JIT, SPAN_START)[row],
                   end = trace_column(trace, TRACE_JIT, SPAN_END)[row],
                   bytes = trace_column(trace, TRACE_JIT, JIT_BYTES)[row],
                   path = trace_column(trace, TRACE_JIT, JIT_PATH)[row];
    struct trace_stat *group =
        trace_stats_group(stats, trace_column(trace, TRACE_JIT, JIT_OPERATION)[row],
                          trace_column(trace, TRACE_JIT, JIT_CODE)[row]);
    group->extra[0] = bytes > group->extra[0] ? bytes : group->extra[0];
    group->extra[1] = path ? path : group->extra[1];
    trace_stat_add_span(group, start, end, row);
}

size_t trace_page_jit(const struct trace_view *view, struct trace_table **tables)
{
    struct trace *trace = view->index->trace;
    struct trace_stats stats = {0};
    struct trace_table *table = *tables =
        trace_table_new("jit", "Code compiled while the program ran");
    trace_table_column(table, "Operation", "operation", UNIT_TEXT);
    trace_table_column(table, "Code", "code", UNIT_TEXT);
    trace_stat_columns(table);
    trace_table_column(table, "Cache", "cache_bytes", UNIT_BYTES);
    trace_table_column(table, "File", "file", UNIT_TEXT);
    for (size_t i = 0; i < trace_count(trace, TRACE_JIT); i++)
        add(trace, &stats, i);
    trace_stats_finish(&stats);
    for (size_t i = 0; i < stats.count; i++) {
        const struct trace_stat *group = &stats.groups[i];
        trace_table_text(table, trace_jit_word(group->key[0]));
        trace_table_text(table, trace_jit_code(group->key[1]));
        trace_stat_cells(table, group, (double)(view->index->end - view->index->start));
        if (group->extra[0])
            trace_table_number(table, (double)group->extra[0]);
        else
            trace_table_none(table);
        trace_table_text(table, trace_string(trace, group->extra[1]));
        trace_stat_spot(table, group, TRACE_JIT);
    }
    trace_note_bad(table, &stats, "operations");
    if (!table->rows)
        trace_table_note(table, "the JIT compiler is recorded with --trace jit");
    trace_stats_free(&stats);
    return 1;
}

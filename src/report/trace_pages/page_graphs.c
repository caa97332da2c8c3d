/* Graphs: launches that were traced as one, graphs whose kernels were traced, and those that the
 * GPU launched; and overheads. */
#include <math.h>

#include "report/trace_pages/trace_page_forms.h"

static void add_whole(struct trace *trace, struct trace_stats *stats)
{
    const uint64_t *start = trace_column(trace, TRACE_GRAPH, SPAN_START);
    const uint64_t *end = trace_column(trace, TRACE_GRAPH, SPAN_END);
    const uint64_t *id = trace_column(trace, TRACE_GRAPH, GRAPH_ID);
    for (size_t i = 0; i < trace_count(trace, TRACE_GRAPH); i++) {
        struct trace_stat *group =
            trace_stats_group(stats, id[i], trace_processes(trace, TRACE_GRAPH)[i]);
        if (trace_span_is_good(start[i], end[i]))
            trace_stat_add(group, end[i] - start[i]);
        else
            trace_stat_count(group);
    }
}

static uint64_t graph_of(struct trace *trace, const struct trace_work *work)
{
    return work->kind == TRACE_KERNEL ? trace_column(trace, TRACE_KERNEL, KERNEL_GRAPH)[work->row]
           : work->kind == TRACE_COPY ? trace_column(trace, TRACE_COPY, COPY_GRAPH)[work->row]
           : work->kind == TRACE_FILL ? trace_column(trace, TRACE_FILL, FILL_GRAPH)[work->row]
                                      : 0;
}

/* The works of a launch have one correlation. extra of a launch: start, end, sum of the nodes'
 * times, the graph. */
static void add_nodes(const struct trace_view *view, struct trace_stats *stats)
{
    struct trace_stats launches = {0};
    for (size_t i = 0; i < view->index->work_count; i++) {
        const struct trace_work *work = &view->index->works[i];
        const uint64_t graph = graph_of(view->index->trace, work);
        if (!graph)
            continue;
        struct trace_stat *launch =
            trace_stats_group(&launches, trace_work_correlation(view->index, work),
                              trace_work_process(view->index, work));
        launch->extra[0] = launch->count ? launch->extra[0] : work->start;
        launch->extra[1] = work->end > launch->extra[1] ? work->end : launch->extra[1];
        launch->extra[2] += work->end - work->start;
        launch->extra[3] = graph;
        trace_stat_count(launch);
    }
    for (size_t i = 0; i < launches.count; i++) {
        const struct trace_stat *launch = &launches.groups[i];
        const uint64_t length = launch->extra[1] - launch->extra[0];
        struct trace_stat *group = trace_stats_group(stats, launch->extra[3], launch->key[1]);
        trace_stat_add(group, length);
        group->extra[0] += launch->count;
        group->extra[1] += launch->extra[2];
        group->extra[2] += length > launch->extra[2] ? length - launch->extra[2] : 0;
    }
    trace_stats_free(&launches);
}

/* Graphs that other graphs launched. The key holds the graph and its launcher, the mode and the
 * process. */
static struct trace_table *device_table(const struct trace_view *view)
{
    struct trace *trace = view->index->trace;
    const uint64_t *start = trace_column(trace, TRACE_DEVICE_GRAPH, SPAN_START),
                   *end = trace_column(trace, TRACE_DEVICE_GRAPH, SPAN_END),
                   *id = trace_column(trace, TRACE_DEVICE_GRAPH, DEVICE_GRAPH_ID),
                   *launcher = trace_column(trace, TRACE_DEVICE_GRAPH, DEVICE_GRAPH_LAUNCHER),
                   *mode = trace_column(trace, TRACE_DEVICE_GRAPH, DEVICE_GRAPH_MODE);
    const uint32_t *process = trace_processes(trace, TRACE_DEVICE_GRAPH);
    struct trace_stats stats = {0};
    struct trace_table *table = trace_table_new("graphs", "Graphs launched by the GPU");
    trace_table_column(table, "Graph", "graph", UNIT_COUNT);
    trace_table_column(table, "Process", "process", UNIT_COUNT);
    trace_table_column(table, "Launched by Graph", "launcher", UNIT_COUNT);
    trace_table_column(table, "Mode", "mode", UNIT_TEXT);
    trace_stat_columns(table);
    for (size_t i = 0; i < trace_count(trace, TRACE_DEVICE_GRAPH); i++) {
        struct trace_stat *group = trace_stats_group(
            &stats, id[i] << 32 | (launcher[i] & UINT32_MAX), mode[i] << 32 | process[i]);
        trace_stat_add_span(group, start[i], end[i], i);
    }
    trace_stats_finish(&stats);
    for (size_t i = 0; i < stats.count; i++) {
        const struct trace_stat *group = &stats.groups[i];
        const uint32_t of = (uint32_t)group->key[1];
        trace_table_number(table, (double)(group->key[0] >> 32));
        trace_table_number(table, trace_process(trace, of)->pid);
        trace_table_number(table, (double)(group->key[0] & UINT32_MAX));
        trace_table_text(table, trace_launch_word(group->key[1] >> 32));
        trace_stat_cells(table, group, (double)(view->index->end - view->index->start));
        trace_stat_spot(table, group, TRACE_DEVICE_GRAPH);
    }
    trace_note_bad(table, &stats, "graphs");
    trace_stats_free(&stats);
    return table;
}

/* The second table stands there only if the GPU launched graphs. */
size_t trace_page_graphs(const struct trace_view *view, struct trace_table **tables)
{
    struct trace *trace = view->index->trace;
    struct trace_stats stats = {0};
    struct trace_table *table = *tables = trace_table_new("graphs", "Launches of graphs");
    trace_table_column(table, "Graph", "graph", UNIT_COUNT);
    trace_table_column(table, "Process", "process", UNIT_COUNT);
    trace_stat_columns(table);
    trace_table_column(table, "Nodes", "nodes", UNIT_COUNT);
    trace_table_column(table, "Node Time", "node_ns", UNIT_TIME);
    trace_table_column(table, "Mean Gap", "mean_gap_ns", UNIT_TIME);
    add_whole(trace, &stats);
    add_nodes(view, &stats);
    trace_stats_finish(&stats);
    for (size_t i = 0; i < stats.count; i++) {
        const struct trace_stat *group = &stats.groups[i];
        const double nodes = (double)group->extra[0], launches = (double)group->timed;
        trace_table_number(table, (double)group->key[0]);
        trace_table_number(table, trace_process(trace, group->key[1])->pid);
        trace_stat_cells(table, group, (double)(view->index->end - view->index->start));
        trace_table_number(table, nodes > 0 ? nodes / launches : NAN);
        trace_table_number(table, nodes > 0 ? (double)group->extra[1] : NAN);
        trace_table_number(table,
                           nodes > launches ? (double)group->extra[2] / (nodes - launches) : NAN);
    }
    trace_stats_free(&stats);
    if (!trace_count(trace, TRACE_DEVICE_GRAPH))
        return 1;
    tables[1] = device_table(view);
    return 2;
}

size_t trace_page_overhead(const struct trace_view *view, struct trace_table **tables)
{
    struct trace *trace = view->index->trace;
    const uint64_t *start = trace_column(trace, TRACE_OVERHEAD, SPAN_START);
    const uint64_t *end = trace_column(trace, TRACE_OVERHEAD, SPAN_END);
    const uint64_t *kind = trace_column(trace, TRACE_OVERHEAD, OVERHEAD_KIND);
    struct trace_stats stats = {0};
    struct trace_table *table = tables[0] = trace_table_new("overhead", "Overheads");
    trace_table_column(table, "Overhead", "overhead", UNIT_TEXT);
    trace_stat_columns(table);
    for (size_t i = 0; i < trace_count(trace, TRACE_OVERHEAD); i++)
        if (trace_span_is_good(start[i], end[i]))
            trace_stat_add_row(trace_stats_group(&stats, kind[i], 0), end[i] - start[i], i);
        else
            trace_stat_count(trace_stats_group(&stats, kind[i], 0));
    trace_stats_finish(&stats);
    for (size_t i = 0; i < stats.count; i++) {
        trace_table_text(table, trace_overhead_word(stats.groups[i].key[0]));
        trace_stat_cells(table, &stats.groups[i], (double)(view->index->end - view->index->start));
        trace_stat_spot(table, &stats.groups[i], TRACE_OVERHEAD);
    }
    trace_stats_free(&stats);
    table = tables[1] = trace_table_new("overhead", "What tracing took");
    trace_table_column(table, "Process", "process", UNIT_COUNT);
    trace_table_column(table, "Records", "records", UNIT_COUNT);
    trace_table_column(table, "Buffers", "buffers", UNIT_COUNT);
    trace_table_column(table, "Bytes", "bytes", UNIT_BYTES);
    trace_table_column(table, "In Callbacks", "callbacks_ns", UNIT_TIME);
    trace_table_column(table, "Packing", "packing_ns", UNIT_TIME);
    for (size_t i = 0; i < trace_count(trace, TRACE_COST); i++) {
        trace_table_number(table, trace_process(trace, trace_processes(trace, TRACE_COST)[i])->pid);
        for (size_t field = COST_RECORDS; field <= COST_PACK; field++)
            trace_table_number(table, (double)trace_column(trace, TRACE_COST, field)[i]);
    }
    if (!table->rows)
        trace_table_note(table, "each process tells it when it ends; none has, or it was killed");
    return 2;
}

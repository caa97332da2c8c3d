/* API calls, and how long launches take from the call to the kernel. */
#include <math.h>
#include <stdio.h>

#include "report/trace_pages/trace_page_forms.h"

size_t trace_page_api(const struct trace_view *view, struct trace_table **tables)
{
    struct trace *trace = view->index->trace;
    const uint64_t *start = trace_column(trace, TRACE_API, SPAN_START);
    const uint64_t *end = trace_column(trace, TRACE_API, SPAN_END);
    const uint64_t *name = trace_column(trace, TRACE_API, API_NAME);
    const uint64_t *result = trace_column(trace, TRACE_API, API_RESULT);
    const uint64_t *thread = trace_column(trace, TRACE_API, API_THREAD);
    const size_t count = trace_count(trace, TRACE_API);
    struct trace_stats stats = {0}, threads = {0};
    struct trace_table *table = *tables = trace_table_new("api", "API calls");
    trace_table_column(table, "Call", "call", UNIT_TEXT);
    trace_stat_columns(table);
    trace_table_column(table, "Errors", "errors", UNIT_COUNT);
    trace_table_column(table, "Threads", "threads", UNIT_COUNT);
    for (size_t i = 0; i < count; i++) {
        struct trace_stat *group = trace_stats_group(&stats, name[i], 0);
        struct trace_stat *pair = trace_stats_group(&threads, name[i], thread[i]);
        group->extra[0] += result[i] != 0;
        group->extra[1] += !pair->count;
        trace_stat_count(pair);
        trace_stat_add_span(group, start[i], end[i], i);
    }
    trace_stats_finish(&stats);
    for (size_t i = 0; i < stats.count; i++) {
        const struct trace_stat *group = &stats.groups[i];
        trace_table_text(table, trace_string(trace, group->key[0]));
        trace_stat_cells(table, group, (double)(view->index->end - view->index->start));
        trace_table_number(table, (double)group->extra[0]);
        trace_table_number(table, (double)group->extra[1]);
        trace_stat_spot(table, group, TRACE_API);
    }
    trace_note_bad(table, &stats, "calls");
    trace_stats_free(&stats);
    trace_stats_free(&threads);
    return 1;
}

/* What a launch costs, by kernel. */
struct launch_stats {
    struct trace_stats latency; /* from the start of the call to the start of the kernel */
    struct trace_stats call;    /* the call itself */
    struct trace_stats queue;   /* from the end of the call to the start of the kernel, if later */
    struct trace_stats kernel;
    size_t unmatched, early;
};

/* All kernels of a graph share one call: the latency of the first says how long its launch took,
 * that of the others how long the graph is. */
static bool is_graph_node(struct trace *trace, uint32_t row)
{
    return trace_column(trace, TRACE_KERNEL, KERNEL_GRAPH)[row] != 0;
}

static void add_launch(const struct trace_view *view, struct launch_stats *stats,
                       const struct trace_work *work)
{
    struct trace *trace = view->index->trace;
    const uint64_t name = trace_column(trace, TRACE_KERNEL, KERNEL_NAME)[work->row];
    const uint32_t call = trace_index_call(view->index, trace_work_process(view->index, work),
                                           trace_work_correlation(view->index, work));
    if (call == TRACE_NONE) {
        stats->unmatched++;
        return;
    }
    const uint64_t start = trace_column(trace, TRACE_API, SPAN_START)[call];
    const uint64_t end = trace_column(trace, TRACE_API, SPAN_END)[call];
    if (!trace_span_is_good(start, end) || work->start < start) {
        stats->early++;
        return;
    }
    trace_stat_add_row(trace_stats_group(&stats->latency, name, 0), work->start - start, work->row);
    trace_stat_add(trace_stats_group(&stats->call, name, 0), end - start);
    trace_stat_add(trace_stats_group(&stats->queue, name, 0),
                   work->start > end ? work->start - end : 0);
    trace_stat_add(trace_stats_group(&stats->kernel, name, 0), work->end - work->start);
}

static const struct trace_stat *find(const struct trace_stats *stats, uint64_t key)
{
    size_t i = 0;
    while (stats->groups[i].key[0] != key)
        i++;
    return &stats->groups[i];
}

static void latency_table(const struct trace_view *view, struct trace_table *table,
                          const struct launch_stats *stats)
{
    for (size_t i = 0; i < stats->latency.count; i++) {
        const struct trace_stat *group = &stats->latency.groups[i];
        trace_table_text(table, trace_kernel_name(view->names, group->key[0]));
        trace_table_number(table, (double)group->count);
        trace_table_number(table, group->mean);
        trace_table_number(table, (double)group->median);
        trace_table_number(table, (double)trace_stat_percentile(group, 95));
        trace_table_number(table, (double)trace_stat_percentile(group, 99));
        trace_table_number(table, (double)group->max);
        trace_table_number(table, find(&stats->call, group->key[0])->mean);
        trace_table_number(table, find(&stats->queue, group->key[0])->mean);
        trace_table_number(table, find(&stats->kernel, group->key[0])->mean);
        trace_stat_spot(table, group, TRACE_KERNEL);
    }
    if (stats->unmatched)
        trace_table_note(table, "%zu kernels have no call in the trace", stats->unmatched);
    if (stats->early)
        trace_table_note(table, "%zu kernels began before their call and are left out",
                         stats->early);
}

/* Latencies over all kernels, in steps of a factor of two from 1 us. */
static void histogram_table(struct trace_table *table, const struct trace_stats *latency)
{
    enum { STEPS = 24 };
    size_t counts[STEPS] = {0}, all = 0, last = 0;
    for (size_t i = 0; i < latency->count; i++)
        for (size_t j = 0; j < latency->groups[i].timed; j++) {
            size_t step = 0;
            for (uint64_t v = latency->groups[i].values[j] / 1000; v && step + 1 < STEPS; v /= 2)
                step++;
            counts[step]++;
            all++;
            last = step > last ? step : last;
        }
    for (size_t i = 0; i <= last && all; i++) {
        const double share = (double)counts[i] / (double)all;
        char bar[41];
        const size_t length = (size_t)(share * 40 + 0.5);
        for (size_t j = 0; j < sizeof bar; j++)
            bar[j] = j < length ? '#' : '\0';
        trace_table_number(table, i ? 1000.0 * (double)(1u << (i - 1)) : 0);
        if (i + 1 < STEPS)
            trace_table_number(table, 1000.0 * (double)(1u << i));
        else
            trace_table_none(table);
        trace_table_number(table, (double)counts[i]);
        trace_table_number(table, 100 * share);
        trace_table_text(table, bar);
    }
}

size_t trace_page_launches(const struct trace_view *view, struct trace_table **tables)
{
    struct launch_stats stats = {{0}, {0}, {0}, {0}, 0, 0};
    struct trace *trace = view->index->trace;
    const uint64_t *name = trace_column(trace, TRACE_KERNEL, KERNEL_NAME);
    size_t nodes = 0;
    struct trace_table *table = tables[0] = trace_table_new("launches", "Launch latency");
    trace_table_column(table, "Kernel", "kernel", UNIT_TEXT);
    trace_table_column(table, "Count", "count", UNIT_COUNT);
    trace_table_column(table, "Mean", "mean_ns", UNIT_TIME);
    trace_table_column(table, "Median", "median_ns", UNIT_TIME);
    trace_table_column(table, "95 %", "percentile_95_ns", UNIT_TIME);
    trace_table_column(table, "99 %", "percentile_99_ns", UNIT_TIME);
    trace_table_column(table, "Max", "max_ns", UNIT_TIME);
    trace_table_column(table, "Call", "call_ns", UNIT_TIME);
    trace_table_column(table, "Queue", "queue_ns", UNIT_TIME);
    trace_table_column(table, "Kernel Time", "kernel_ns", UNIT_TIME);
    for (size_t i = 0; i < view->index->work_count; i++) {
        const struct trace_work *work = &view->index->works[i];
        if (work->kind != TRACE_KERNEL || !trace_view_takes(view, name[work->row]))
            continue;
        if (is_graph_node(trace, work->row))
            nodes++;
        else
            add_launch(view, &stats, work);
    }
    trace_stats_finish(&stats.latency);
    trace_stats_finish(&stats.call);
    trace_stats_finish(&stats.queue);
    trace_stats_finish(&stats.kernel);
    latency_table(view, table, &stats);
    if (nodes)
        trace_table_note(table, "%zu kernels of graphs are on page graphs", nodes);
    table = tables[1] = trace_table_new("launches", "Launch latency, all kernels");
    trace_table_column(table, "From", "from_ns", UNIT_TIME);
    trace_table_column(table, "To", "to_ns", UNIT_TIME);
    trace_table_column(table, "Count", "count", UNIT_COUNT);
    trace_table_column(table, "Share", "share_pct", UNIT_PERCENT);
    trace_table_column(table, "Bar", "bar", UNIT_TEXT);
    histogram_table(table, &stats.latency);
    trace_stats_free(&stats.latency);
    trace_stats_free(&stats.call);
    trace_stats_free(&stats.queue);
    trace_stats_free(&stats.kernel);
    return 2;
}

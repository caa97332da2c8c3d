/* NVTX ranges: their time on the host, and the GPU's time for what was launched inside of them. A
 * work belongs to all ranges that were open in the thread of its call when it was called, whenever
 * it ran. */
#include <stdlib.h>
#include <string.h>

#include "report/base/mem.h"
#include "report/base/strbuf.h"
#include "report/trace/trace_threads.h"
#include "report/trace_pages/trace_page_forms.h"

static void find_parents(const struct trace_threads *threads, struct trace *trace,
                         uint32_t *parents)
{
    const uint64_t *end = trace_column(trace, TRACE_RANGE, SPAN_END);
    const uint64_t *start = trace_column(trace, TRACE_RANGE, SPAN_START);
    const uint64_t *kind = trace_column(trace, TRACE_RANGE, RANGE_KIND);
    for (size_t i = 0; i < threads->count; i++) {
        const struct trace_thread *thread = &threads->threads[i];
        uint32_t open = UINT32_MAX;
        for (size_t j = 0; j < thread->range_count; j++) {
            const uint32_t row = thread->ranges[j];
            while (open != UINT32_MAX && end[open] <= start[row] && start[row] < end[row])
                open = parents[open];
            /* Ranges that were started end anywhere: only pushed ones contain each other. */
            while (open != UINT32_MAX && end[open] < end[row])
                open = parents[open];
            parents[row] = kind[row] == RANGE_PUSHED ? open : UINT32_MAX;
            if (kind[row] == RANGE_PUSHED)
                open = row;
        }
    }
}

static void add_path(struct strbuf *text, struct trace *trace, const uint32_t *parents,
                     uint32_t row, unsigned depth)
{
    enum { DEEPEST = 64 };
    if (parents[row] != UINT32_MAX && depth < DEEPEST) {
        add_path(text, trace, parents, parents[row], depth + 1);
        strbuf_adds(text, "/");
    }
    const char *domain = trace_string(trace, trace_column(trace, TRACE_RANGE, RANGE_DOMAIN)[row]);
    if (*domain && parents[row] == UINT32_MAX)
        strbuf_addf(text, "%s@", domain);
    strbuf_adds(text, trace_string(trace, trace_column(trace, TRACE_RANGE, RANGE_NAME)[row]));
}

/* A key of the path: equal for equal paths. */
static uint64_t path_key(struct trace *trace, const uint32_t *parents, uint32_t row)
{
    uint64_t key = 0x9e3779b97f4a7c15u;
    unsigned depth = 0;
    for (uint32_t at = row; at != UINT32_MAX && depth++ < 64; at = parents[at])
        key = (key ^ trace_column(trace, TRACE_RANGE, RANGE_NAME)[at] ^
               trace_column(trace, TRACE_RANGE, RANGE_DOMAIN)[at] << 32) *
              0xff51afd7ed558ccdu;
    return key;
}

struct projected {
    uint64_t gpu, bytes;
    size_t kernels, copies;
};

static void add_work(const struct trace_view *view, const struct trace_threads *threads,
                     const uint32_t *parents, const struct trace_work *work, struct projected *rows)
{
    struct trace *trace = view->index->trace;
    const uint32_t call = trace_index_call(view->index, trace_work_process(view->index, work),
                                           trace_work_correlation(view->index, work));
    if (call == TRACE_NONE)
        return;
    const struct trace_thread *thread =
        trace_threads_find(threads, trace_processes(trace, TRACE_API)[call],
                           trace_column(trace, TRACE_API, API_THREAD)[call]);
    uint32_t row = thread ? trace_thread_range_at(thread, trace,
                                                  trace_column(trace, TRACE_API, SPAN_START)[call])
                          : UINT32_MAX;
    for (unsigned depth = 0; row != UINT32_MAX && depth < 64; row = parents[row], depth++) {
        rows[row].gpu += work->end - work->start;
        rows[row].kernels += work->kind == TRACE_KERNEL || work->kind == TRACE_GRAPH;
        rows[row].copies += work->kind == TRACE_COPY || work->kind == TRACE_DECOMPRESSION;
        if (work->kind == TRACE_COPY)
            rows[row].bytes += trace_column(trace, TRACE_COPY, COPY_BYTES)[work->row];
    }
}

static void fill_table(const struct trace_view *view, struct trace_table *table,
                       const uint32_t *parents, const struct projected *projected)
{
    struct trace *trace = view->index->trace;
    const uint64_t *start = trace_column(trace, TRACE_RANGE, SPAN_START);
    const uint64_t *end = trace_column(trace, TRACE_RANGE, SPAN_END);
    const uint64_t *kind = trace_column(trace, TRACE_RANGE, RANGE_KIND);
    struct trace_stats stats = {0};
    for (size_t i = 0; i < trace_count(trace, TRACE_RANGE); i++) {
        if (!trace_span_is_good(start[i], end[i]) || kind[i] == RANGE_MARK)
            continue;
        struct trace_stat *group =
            trace_stats_group(&stats, path_key(trace, parents, (uint32_t)i), kind[i]);
        if (!group->count)
            group->first = i;
        trace_stat_add_row(group, end[i] - start[i], i);
        group->extra[0] += projected[i].gpu;
        group->extra[1] += projected[i].kernels;
        group->extra[2] += projected[i].copies;
        group->extra[3] += projected[i].bytes;
    }
    trace_stats_finish(&stats);
    for (size_t i = 0; i < stats.count; i++) {
        const struct trace_stat *group = &stats.groups[i];
        struct strbuf path = {0};
        add_path(&path, trace, parents, (uint32_t)group->first, 0);
        trace_table_text(table, path.data);
        trace_stat_cells(table, group, (double)(view->index->end - view->index->start));
        for (size_t j = 0; j < 4; j++)
            trace_table_number(table, (double)group->extra[j]);
        trace_stat_spot(table, group, TRACE_RANGE);
        strbuf_free(&path);
    }
    trace_stats_free(&stats);
}

size_t trace_page_nvtx(const struct trace_view *view, struct trace_table **tables)
{
    struct trace *trace = view->index->trace;
    const size_t count = trace_count(trace, TRACE_RANGE);
    uint32_t *parents = mem_alloc((count + 1) * sizeof *parents);
    struct projected *projected = mem_alloc((count + 1) * sizeof *projected);
    struct trace_threads threads;
    struct trace_table *table = *tables =
        trace_table_new("nvtx", "NVTX ranges, with the GPU time of what they launched");
    trace_table_column(table, "Range", "range", UNIT_TEXT);
    trace_stat_columns(table);
    trace_table_column(table, "GPU Time", "gpu_ns", UNIT_TIME);
    trace_table_column(table, "Kernels", "kernels", UNIT_COUNT);
    trace_table_column(table, "Copies", "copies", UNIT_COUNT);
    trace_table_column(table, "Bytes", "copied_bytes", UNIT_BYTES);
    memset(parents, 0xff, (count + 1) * sizeof *parents);
    trace_threads_make(&threads, trace);
    find_parents(&threads, trace, parents);
    for (size_t i = 0; i < view->index->work_count && count; i++)
        add_work(view, &threads, parents, &view->index->works[i], projected);
    fill_table(view, table, parents, projected);
    if (!count)
        trace_table_note(table, "the program has no NVTX ranges, or they were not traced");
    trace_threads_free(&threads);
    free(projected);
    free(parents);
    return 1;
}

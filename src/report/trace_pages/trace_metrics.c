#include "report/trace_pages/trace_metrics.h"

#include <math.h>
#include <string.h>

#include "report/trace/trace_busy.h"
#include "report/trace/trace_gaps.h"
#include "report/trace_pages/trace_page_forms.h"

enum { UM_THRASHING = 5 };

static void put(struct trace_metrics *metrics, const char *name, double value)
{
    if (metrics->count < TRACE_MOST_METRICS)
        metrics->list[metrics->count++] = (struct trace_metric){name, value};
}

bool trace_metrics_find(const struct trace_metrics *metrics, const char *name, double *value)
{
    for (size_t i = 0; i < metrics->count; i++)
        if (strcmp(metrics->list[i].name, name) == 0) {
            *value = metrics->list[i].value;
            return true;
        }
    return false;
}

static void put_kernels(struct trace_metrics *m, const struct trace_index *index)
{
    struct trace *trace = index->trace;
    double time = 0, calls = 0;
    size_t kernels = 0, shorter = 0, launches = 0;
    for (size_t i = 0; i < index->work_count; i++) {
        const struct trace_work *work = &index->works[i];
        if (work->kind != TRACE_KERNEL)
            continue;
        kernels++;
        time += (double)(work->end - work->start);
        const uint32_t call = trace_index_call(index, trace_work_process(index, work),
                                               trace_work_correlation(index, work));
        if (call == TRACE_NONE || trace_column(trace, TRACE_KERNEL, KERNEL_GRAPH)[work->row])
            continue;
        const uint64_t length = trace_column(trace, TRACE_API, SPAN_END)[call] -
                                trace_column(trace, TRACE_API, SPAN_START)[call];
        launches++;
        calls += (double)length;
        shorter += work->end - work->start < length;
    }
    put(m, "trace__kernels.sum", (double)trace_count(trace, TRACE_KERNEL));
    put(m, "trace__kernel_time.sum", time);
    if (kernels)
        put(m, "trace__kernel_time.avg", time / (double)kernels);
    put(m, "trace__short_kernels.sum", (double)shorter);
    if (launches)
        put(m, "trace__launch_call.avg", calls / (double)launches);
}

static void put_copies(struct trace_metrics *m, const struct trace_index *index)
{
    struct trace *trace = index->trace;
    double time = 0, pageable_time = 0, pageable_bytes = 0, alone = 0;
    size_t pageable = 0;
    for (size_t gpu = 0; gpu < index->gpu_count; gpu++) {
        struct trace_busy copies = {0}, kernels = {0};
        for (size_t i = 0; i < index->work_count; i++) {
            const struct trace_work *work = &index->works[i];
            if (work->gpu != gpu)
                continue;
            trace_busy_add(work->kind == TRACE_COPY ? &copies : &kernels, work->start, work->end);
            if (work->kind != TRACE_COPY)
                continue;
            const double length = (double)(work->end - work->start);
            time += length;
            if (trace_column(trace, TRACE_COPY, COPY_FROM)[work->row] != TRACE_PAGEABLE &&
                trace_column(trace, TRACE_COPY, COPY_TO)[work->row] != TRACE_PAGEABLE)
                continue;
            pageable++;
            pageable_time += length;
            pageable_bytes += (double)trace_column(trace, TRACE_COPY, COPY_BYTES)[work->row];
        }
        alone += (double)(trace_busy_total(&copies) - trace_busy_common(&copies, &kernels));
        trace_busy_free(&copies);
        trace_busy_free(&kernels);
    }
    put(m, "trace__copy_time.sum", time);
    put(m, "trace__copies_alone.sum", index->gpu_count ? alone / (double)index->gpu_count : 0);
    put(m, "trace__pageable_copies.sum", (double)pageable);
    put(m, "trace__pageable_copy_time.sum", pageable_time);
    put(m, "trace__pageable_bytes.sum", pageable_bytes);
}

static void put_gaps(struct trace_metrics *m, const struct trace_index *index)
{
    static const char *const names[GAP_CAUSES] = {
        [GAP_WAITED] = "trace__gap_waited.sum", [GAP_ALLOCATED] = "trace__gap_allocated.sum",
        [GAP_LOADED] = "trace__gap_loaded.sum", [GAP_CALL] = "trace__gap_call.sum",
        [GAP_HOST] = "trace__gap_host.sum",     [GAP_LAUNCHES] = "trace__gap_launches.sum",
        [GAP_QUEUED] = "trace__gap_queued.sum", [GAP_UNKNOWN] = "trace__gap_unknown.sum",
    };
    struct trace_threads threads;
    struct trace_gaps gaps;
    double sums[GAP_CAUSES] = {0};
    trace_threads_make(&threads, index->trace);
    trace_gaps_make(&gaps, index, &threads);
    for (size_t i = 0; i < gaps.count; i++)
        sums[gaps.gaps[i].cause] += (double)(gaps.gaps[i].end - gaps.gaps[i].start);
    for (size_t i = 0; i < GAP_CAUSES && index->gpu_count; i++)
        put(m, names[i], sums[i] / (double)index->gpu_count);
    trace_gaps_free(&gaps);
    trace_threads_free(&threads);
}

static double sum_where(struct trace *trace, enum trace_kind kind, size_t field, uint64_t wanted)
{
    double sum = 0;
    for (size_t i = 0; i < trace_count(trace, kind); i++)
        sum += trace_column(trace, kind, field)[i] == wanted;
    return sum;
}

static double load_overhead(struct trace *trace)
{
    double sum = 0;
    for (size_t i = 0; i < trace_count(trace, TRACE_OVERHEAD); i++) {
        const uint64_t kind = trace_column(trace, TRACE_OVERHEAD, OVERHEAD_KIND)[i] >> 16;
        const uint64_t start = trace_column(trace, TRACE_OVERHEAD, SPAN_START)[i],
                       end = trace_column(trace, TRACE_OVERHEAD, SPAN_END)[i];
        if ((kind == 4 || kind == 5) && trace_span_is_good(start, end))
            sum += (double)(end - start);
    }
    return sum;
}

void trace_metrics_make(struct trace_metrics *m, const struct trace_view *view)
{
    const struct trace_index *index = view->index;
    struct trace *trace = index->trace;
    double lost = 0;
    *m = (struct trace_metrics){0};
    put(m, "trace__span.sum", (double)(index->end - index->start));
    put(m, "trace__gpus.sum", (double)index->gpu_count);
    put(m, "trace__streams.sum", (double)index->stream_count);
    put_kernels(m, index);
    put_copies(m, index);
    put_gaps(m, index);
    put(m, "trace__load_overhead.sum", load_overhead(trace));
    put(m, "trace__um_thrashing.sum", sum_where(trace, TRACE_UM, UM_KIND, UM_THRASHING));
    for (size_t i = 0; i < trace_count(trace, TRACE_LOSS); i++)
        lost += (double)trace_column(trace, TRACE_LOSS, LOSS_COUNT)[i];
    put(m, "trace__lost.sum", lost);
}

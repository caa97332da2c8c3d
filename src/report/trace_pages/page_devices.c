/* How busy GPUs and streams are, and what runs at the same time. */
#include <math.h>
#include <stdlib.h>

#include "report/base/mem.h"
#include "report/trace/trace_busy.h"
#include "report/trace_pages/trace_page_forms.h"

/* What a GPU does at the same time. */
struct concurrency {
    struct trace_busy any, kernels, copies;
    uint64_t kernel_sum, copy_sum; /* of all lengths */
    uint64_t kernels_together;     /* time with two kernels or more */
    uint64_t directions;           /* of copies, as bits */
};

static bool moves(uint8_t kind)
{
    return kind == TRACE_COPY || kind == TRACE_FILL || kind == TRACE_DECOMPRESSION;
}

static void look(const struct trace_index *index, size_t gpu, struct concurrency *c)
{
    const uint64_t *direction = trace_column(index->trace, TRACE_COPY, COPY_KIND);
    for (size_t i = 0; i < index->work_count; i++) {
        const struct trace_work *w = &index->works[i];
        if (w->gpu != gpu)
            continue;
        trace_busy_add(&c->any, w->start, w->end);
        trace_busy_add(moves(w->kind) ? &c->copies : &c->kernels, w->start, w->end);
        *(moves(w->kind) ? &c->copy_sum : &c->kernel_sum) += w->end - w->start;
        if (w->kind == TRACE_COPY && direction[w->row] < 64)
            c->directions |= (uint64_t)1 << direction[w->row];
    }
}

/* A kernel that begins while others run: the part until the last of those ends is together. Starts
 * come in order, so the latest end so far, and the time up to which the sum has been counted, are
 * enough. */
static uint64_t together(const struct trace_index *index, size_t gpu)
{
    uint64_t latest = 0, counted = 0, sum = 0;
    for (size_t i = 0; i < index->work_count; i++) {
        const struct trace_work *w = &index->works[i];
        if (w->gpu != gpu || moves(w->kind))
            continue;
        const uint64_t from = w->start > counted ? w->start : counted;
        const uint64_t to = w->end < latest ? w->end : latest;
        if (to > from) {
            sum += to - from;
            counted = to;
        }
        latest = w->end > latest ? w->end : latest;
    }
    return sum;
}

static unsigned bits(uint64_t value)
{
    unsigned count = 0;
    for (; value; value &= value - 1)
        count++;
    return count;
}

size_t trace_page_overlap(const struct trace_view *view, struct trace_table **tables)
{
    const uint64_t start = view->index->start, end = view->index->end;
    struct trace_table *table = *tables = trace_table_new("overlap", "What runs at the same time");
    trace_table_column(table, "GPU", "gpu", UNIT_TEXT);
    trace_table_column(table, "Name", "name", UNIT_TEXT);
    trace_table_column(table, "Span", "span_ns", UNIT_TIME);
    trace_table_column(table, "Busy of Span", "busy_pct", UNIT_PERCENT);
    trace_table_column(table, "Kernels", "kernels_ns", UNIT_TIME);
    trace_table_column(table, "Copies", "copies_ns", UNIT_TIME);
    trace_table_column(table, "Kernels Together", "kernels_together_ns", UNIT_TIME);
    trace_table_column(table, "Copies under Kernels", "copies_under_kernels_ns", UNIT_TIME);
    trace_table_column(table, "of Copies", "copies_hidden_pct", UNIT_PERCENT);
    trace_table_column(table, "Directions", "copy_directions", UNIT_COUNT);
    for (size_t i = 0; i < view->index->gpu_count; i++) {
        struct concurrency c = {0};
        char gpu[32];
        look(view->index, i, &c);
        trace_gpu_text(view, i, gpu, sizeof gpu);
        const double copies = (double)trace_busy_total(&c.copies),
                     hidden = (double)trace_busy_common(&c.copies, &c.kernels);
        trace_table_text(table, gpu);
        trace_table_text(table, view->index->gpus[i].name);
        trace_table_number(table, (double)(end - start));
        trace_table_number(table, trace_busy_percent(&c.any, start, end));
        trace_table_number(table, (double)trace_busy_total(&c.kernels));
        trace_table_number(table, copies);
        trace_table_number(table, (double)together(view->index, i));
        trace_table_number(table, hidden);
        trace_table_number(table, copies > 0 ? 100 * hidden / copies : NAN);
        trace_table_number(table, bits(c.directions));
        trace_busy_free(&c.any);
        trace_busy_free(&c.kernels);
        trace_busy_free(&c.copies);
    }
    return 1;
}

struct stream_sum {
    struct trace_busy busy;
    size_t kernels, copies, fills;
    uint64_t longest;
};

static void wait_sums(const struct trace_view *view, uint64_t *waits)
{
    struct trace *trace = view->index->trace;
    const uint64_t *type = trace_column(trace, TRACE_WAIT, WAIT_TYPE);
    const uint64_t *context = trace_column(trace, TRACE_WAIT, WAIT_CONTEXT);
    const uint64_t *stream = trace_column(trace, TRACE_WAIT, WAIT_STREAM);
    const uint32_t *process = trace_processes(trace, TRACE_WAIT);
    for (size_t i = 0; i < trace_count(trace, TRACE_WAIT); i++)
        for (size_t j = 0; j < view->index->stream_count && type[i] == 2; j++) {
            const struct trace_stream *s = &view->index->streams[j];
            waits[j] +=
                s->process == process[i] && s->context == context[i] && s->stream == stream[i];
        }
}

size_t trace_page_streams(const struct trace_view *view, struct trace_table **tables)
{
    const struct trace_index *index = view->index;
    struct stream_sum *sums = mem_alloc((index->stream_count + 1) * sizeof *sums);
    uint64_t *waits = mem_alloc((index->stream_count + 1) * sizeof *waits);
    struct trace_table *table = *tables = trace_table_new("streams", "Streams");
    trace_table_column(table, "GPU", "gpu", UNIT_TEXT);
    trace_table_column(table, "Process", "process", UNIT_COUNT);
    trace_table_column(table, "Context", "context", UNIT_COUNT);
    trace_table_column(table, "Stream", "stream", UNIT_COUNT);
    trace_table_column(table, "Busy of Span", "busy_pct", UNIT_PERCENT);
    trace_table_column(table, "Busy Time", "busy_ns", UNIT_TIME);
    trace_table_column(table, "Kernels", "kernels", UNIT_COUNT);
    trace_table_column(table, "Copies", "copies", UNIT_COUNT);
    trace_table_column(table, "Fills", "fills", UNIT_COUNT);
    trace_table_column(table, "Waits for Events", "event_waits", UNIT_COUNT);
    trace_table_column(table, "Longest Idle", "longest_idle_ns", UNIT_TIME);
    for (size_t i = 0; i < index->work_count; i++) {
        struct stream_sum *s = &sums[index->works[i].stream];
        const struct trace_work *w = &index->works[i];
        const uint64_t last = s->busy.count ? s->busy.ends[s->busy.count - 1] : w->start;
        if (w->start > last && w->start - last > s->longest)
            s->longest = w->start - last;
        trace_busy_add(&s->busy, w->start, w->end);
        s->kernels += !moves(w->kind);
        s->copies += w->kind == TRACE_COPY || w->kind == TRACE_DECOMPRESSION;
        s->fills += w->kind == TRACE_FILL;
    }
    wait_sums(view, waits);
    for (size_t i = 0; i < index->stream_count; i++) {
        const struct trace_stream *stream = &index->streams[i];
        char gpu[32];
        trace_gpu_text(view, stream->gpu, gpu, sizeof gpu);
        trace_table_text(table, gpu);
        trace_table_number(table, trace_process(index->trace, stream->process)->pid);
        trace_table_number(table, (double)stream->context);
        trace_table_number(table, (double)stream->stream);
        trace_table_number(table, trace_busy_percent(&sums[i].busy, index->start, index->end));
        trace_table_number(table, (double)trace_busy_total(&sums[i].busy));
        trace_table_number(table, (double)sums[i].kernels);
        trace_table_number(table, (double)sums[i].copies);
        trace_table_number(table, (double)sums[i].fills);
        trace_table_number(table, (double)waits[i]);
        trace_table_number(table, (double)sums[i].longest);
        trace_busy_free(&sums[i].busy);
    }
    free(sums);
    free(waits);
    return 1;
}

#include "report/trace/trace_index.h"

#include <stdlib.h>
#include <string.h>

#include "report/base/mem.h"

enum { MOST_GPUS = 1024 };

/* Where the fields lie that all works have. What the GPU launched has no correlation. */
static const struct work_fields {
    enum trace_kind kind;
    size_t device, context, stream, correlation; /* correlation 0: there is none */
} work_fields[] = {
    {TRACE_KERNEL, KERNEL_DEVICE, KERNEL_CONTEXT, KERNEL_STREAM, KERNEL_CORRELATION},
    {TRACE_COPY, COPY_DEVICE, COPY_CONTEXT, COPY_STREAM, COPY_CORRELATION},
    {TRACE_FILL, FILL_DEVICE, FILL_CONTEXT, FILL_STREAM, FILL_CORRELATION},
    {TRACE_GRAPH, GRAPH_DEVICE, GRAPH_CONTEXT, GRAPH_STREAM, GRAPH_CORRELATION},
    {TRACE_DECOMPRESSION, DECOMPRESSION_DEVICE, DECOMPRESSION_CONTEXT, DECOMPRESSION_STREAM,
     DECOMPRESSION_CORRELATION},
    {TRACE_DEVICE_GRAPH, DEVICE_GRAPH_DEVICE, DEVICE_GRAPH_CONTEXT, DEVICE_GRAPH_STREAM, 0},
};

static const struct work_fields *fields_of(unsigned kind)
{
    size_t i = 0;
    while (work_fields[i].kind != kind)
        i++;
    return &work_fields[i];
}

/* What a process has told of a device; TRACE_NONE: nothing. */
static uint32_t device_row(struct trace *trace, uint32_t process, uint32_t device)
{
    const uint64_t *ids = trace_column(trace, TRACE_DEVICE, DEVICE_ID);
    const uint32_t *processes = trace_processes(trace, TRACE_DEVICE);
    for (size_t i = trace_count(trace, TRACE_DEVICE); i-- > 0;)
        if (processes[i] == process && ids[i] == device)
            return (uint32_t)i;
    return TRACE_NONE;
}

/* Processes may count the same GPUs otherwise: the address tells which is which. */
static struct trace_gpu gpu_of(struct trace *trace, uint32_t process, uint32_t device)
{
    const uint32_t row = device_row(trace, process, device);
    struct trace_gpu gpu = {
        .source = trace_process(trace, process)->source, .number = device, .name = ""};
    if (row != TRACE_NONE) {
        gpu.address = trace_column(trace, TRACE_DEVICE, DEVICE_ADDRESS)[row];
        gpu.sms = trace_column(trace, TRACE_DEVICE, DEVICE_SMS)[row];
        gpu.name = trace_text(trace, TRACE_DEVICE, row);
    }
    return gpu;
}

static uint32_t known_gpu(const struct trace_index *index, const struct trace_gpu *gpu)
{
    for (size_t i = 0; i < index->gpu_count; i++)
        if (index->gpus[i].source == gpu->source && index->gpus[i].address == gpu->address &&
            (gpu->address || index->gpus[i].number == gpu->number))
            return (uint32_t)i;
    return TRACE_NONE;
}

uint32_t trace_index_gpu(const struct trace_index *index, uint32_t process, uint32_t device)
{
    const struct trace_gpu gpu = gpu_of(index->trace, process, device);
    return known_gpu(index, &gpu);
}

static uint32_t find_gpu(struct trace_index *index, uint32_t process, uint32_t device)
{
    const struct trace_gpu gpu = gpu_of(index->trace, process, device);
    const uint32_t known = known_gpu(index, &gpu);
    if (known != TRACE_NONE)
        return known;
    if (index->gpu_count == MOST_GPUS)
        return MOST_GPUS - 1;
    mem_grow(&index->gpus, index->gpu_count, &index->gpu_capacity, sizeof *index->gpus);
    index->gpus[index->gpu_count] = gpu;
    return (uint32_t)index->gpu_count++;
}

/* The stream of the work before is that of most works. */
static uint32_t find_stream(struct trace_index *index, uint32_t process, uint32_t device,
                            uint64_t context, uint64_t stream, uint32_t before)
{
    for (size_t i = 0; i < index->stream_count; i++) {
        const size_t at = (i + before) % index->stream_count;
        const struct trace_stream *s = &index->streams[at];
        if (s->process == process && s->context == context && s->stream == stream)
            return (uint32_t)at;
    }
    const uint32_t gpu = find_gpu(index, process, device);
    mem_grow(&index->streams, index->stream_count, &index->stream_capacity, sizeof *index->streams);
    index->streams[index->stream_count] = (struct trace_stream){gpu, process, context, stream};
    return (uint32_t)index->stream_count++;
}

static void add_works(struct trace_index *index, const struct work_fields *fields)
{
    struct trace *trace = index->trace;
    const size_t count = trace_count(trace, fields->kind);
    const uint64_t *start = trace_column(trace, fields->kind, SPAN_START);
    const uint64_t *end = trace_column(trace, fields->kind, SPAN_END);
    const uint64_t *device = trace_column(trace, fields->kind, fields->device);
    const uint64_t *context = trace_column(trace, fields->kind, fields->context);
    const uint64_t *stream = trace_column(trace, fields->kind, fields->stream);
    const uint32_t *processes = trace_processes(trace, fields->kind);
    uint32_t before = 0;
    for (size_t i = 0; i < count; i++) {
        if (!trace_span_is_good(start[i], end[i])) {
            index->bad++;
            continue;
        }
        before =
            find_stream(index, processes[i], (uint32_t)device[i], context[i], stream[i], before);
        mem_grow(&index->works, index->work_count, &index->work_capacity, sizeof *index->works);
        index->works[index->work_count++] =
            (struct trace_work){start[i],
                                end[i],
                                (uint32_t)i,
                                before,
                                (uint16_t)index->streams[before].gpu,
                                (uint8_t)fields->kind};
    }
}

static int by_start(const void *a, const void *b)
{
    const struct trace_work *first = a, *second = b;
    if (first->start != second->start)
        return first->start < second->start ? -1 : 1;
    return (first->row > second->row) - (first->row < second->row);
}

static void sort_works(struct trace_index *index)
{
    for (size_t i = 1; i < index->work_count; i++)
        if (index->works[i].start < index->works[i - 1].start) {
            qsort(index->works, index->work_count, sizeof *index->works, by_start);
            return;
        }
}

static size_t slot_of(const struct trace_index *index, uint32_t process, uint64_t correlation)
{
    const uint64_t mixed = (correlation + ((uint64_t)process << 40)) * 0x9e3779b97f4a7c15u;
    return (size_t)(mixed >> 20) & (index->call_slots - 1);
}

static size_t find_call(const struct trace_index *index, uint32_t process, uint64_t correlation)
{
    const uint64_t *known = trace_column(index->trace, TRACE_API, API_CORRELATION);
    const uint32_t *processes = trace_processes(index->trace, TRACE_API);
    size_t slot = slot_of(index, process, correlation);
    for (uint32_t row; (row = index->calls[slot]); slot = (slot + 1) & (index->call_slots - 1))
        if (known[row - 1] == correlation && processes[row - 1] == process)
            break;
    return slot;
}

static void add_calls(struct trace_index *index)
{
    const size_t count = trace_count(index->trace, TRACE_API);
    const uint64_t *correlation = trace_column(index->trace, TRACE_API, API_CORRELATION);
    const uint64_t *domain = trace_column(index->trace, TRACE_API, API_DOMAIN);
    const uint32_t *processes = trace_processes(index->trace, TRACE_API);
    for (index->call_slots = 64; index->call_slots < count * 2;)
        index->call_slots *= 2;
    index->calls = mem_alloc(index->call_slots * sizeof *index->calls);
    for (size_t i = 0; i < count; i++) {
        const size_t slot = find_call(index, processes[i], correlation[i]);
        if (!index->calls[slot] || domain[i] < domain[index->calls[slot] - 1])
            index->calls[slot] = (uint32_t)i + 1;
    }
}

struct trace_index *trace_index_new(struct trace *trace)
{
    struct trace_index *index = mem_alloc(sizeof *index);
    index->trace = trace;
    if (!trace_bounds(trace, &index->start, &index->end))
        index->start = index->end = 0;
    for (size_t i = 0; i < sizeof work_fields / sizeof *work_fields; i++)
        add_works(index, &work_fields[i]);
    sort_works(index);
    add_calls(index);
    return index;
}

void trace_index_free(struct trace_index *index)
{
    if (!index)
        return;
    free(index->gpus);
    free(index->streams);
    free(index->works);
    free(index->calls);
    free(index);
}

uint32_t trace_index_call(const struct trace_index *index, uint32_t process, uint64_t correlation)
{
    const uint32_t row = correlation ? index->calls[find_call(index, process, correlation)] : 0;
    return row ? row - 1 : TRACE_NONE;
}

uint64_t trace_work_correlation(const struct trace_index *index, const struct trace_work *work)
{
    const size_t field = fields_of(work->kind)->correlation;
    return field ? trace_column(index->trace, (enum trace_kind)work->kind, field)[work->row] : 0;
}

uint32_t trace_work_process(const struct trace_index *index, const struct trace_work *work)
{
    return index->streams[work->stream].process;
}

size_t trace_index_from(const struct trace_index *index, uint64_t time)
{
    size_t low = 0, high = index->work_count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (index->works[middle].start < time)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

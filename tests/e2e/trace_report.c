/* trace_report FILE [STEPS [rare]]: writes a trace whose times are always the same, for tests of
 * the screen; with many STEPS for measuring speed. A step takes 1 ms: three calls that launch, two
 * kernels on one stream and a copy on another, in an NVTX range. With "rare" the first call also
 * compiles, the GPU decompresses and launches a graph, its clock and power are known, and the
 * second kernel is one that tests/data/samples.ncu-rep has a result of. */
#include <stdio.h>
#include <stdlib.h>

#include "report/base/mem.h"
#include "report/trace/trace_writer.h"
#include "trace_made.h"

enum { US = 1000, ROWS = 16384, NAME_FIRST = 1, NAME_SECOND, NAME_LAUNCH, NAME_COPY, NAME_STEP };

static const uint64_t start = 1700000000000000000u;

struct writing {
    struct trace_writer *writer;
    struct rows {
        uint64_t *values;
        size_t count;
    } kinds[TRACE_KINDS];
};

static void flush(struct writing *w, enum trace_kind kind, const char *const *texts)
{
    size_t length;
    if (!w->kinds[kind].count)
        return;
    uint8_t *bytes = trace_made_block(kind, 4711, 0, w->kinds[kind].count, w->kinds[kind].values,
                                      texts, &length);
    trace_writer_add(w->writer, bytes, length);
    free(bytes);
    w->kinds[kind].count = 0;
}

static void add(struct writing *w, enum trace_kind kind, const uint64_t *values)
{
    const size_t fields = trace_kind_info(kind)->fields;
    struct rows *rows = &w->kinds[kind];
    if (!rows->values)
        rows->values = mem_alloc(ROWS * fields * sizeof *values);
    for (size_t i = 0; i < fields; i++)
        rows->values[rows->count * fields + i] = values[i];
    if (++rows->count == ROWS)
        flush(w, kind, NULL);
}

static void add_text(struct writing *w, enum trace_kind kind, const uint64_t *values,
                     const char *text)
{
    add(w, kind, values);
    flush(w, kind, &text);
}

static void add_call(struct writing *w, uint64_t at, uint64_t correlation, uint64_t name)
{
    const uint64_t values[TRACE_MOST_FIELDS] = {[SPAN_START] = at,
                                                [SPAN_END] = at + 60 * US,
                                                [API_NAME] = name,
                                                [API_THREAD] = 4711,
                                                [API_CORRELATION] = correlation};
    add(w, TRACE_API, values);
}

static void add_kernel(struct writing *w, uint64_t at, uint64_t length, uint64_t correlation,
                       uint64_t name)
{
    const uint64_t values[TRACE_MOST_FIELDS] = {
        [SPAN_START] = at,      [SPAN_END] = at + length, [KERNEL_CONTEXT] = 1,
        [KERNEL_STREAM] = 7,    [KERNEL_NAME] = name,     [KERNEL_CORRELATION] = correlation,
        [KERNEL_GRID_X] = 64,   [KERNEL_GRID_Y] = 1,      [KERNEL_GRID_Z] = 1,
        [KERNEL_BLOCK_X] = 256, [KERNEL_BLOCK_Y] = 1,     [KERNEL_BLOCK_Z] = 1,
        [KERNEL_REGISTERS] = 32};
    add(w, TRACE_KERNEL, values);
}

static void add_step(struct writing *w, uint64_t step)
{
    const uint64_t at = start + step * 1000 * US, correlation = 3 * step + 1;
    const uint64_t copy[TRACE_MOST_FIELDS] = {[SPAN_START] = at + 300 * US,
                                              [SPAN_END] = at + 400 * US,
                                              [COPY_KIND] = 1,
                                              [COPY_FROM] = 2,
                                              [COPY_TO] = 3,
                                              [COPY_BYTES] = 1 << 20,
                                              [COPY_CONTEXT] = 1,
                                              [COPY_STREAM] = 13,
                                              [COPY_CORRELATION] = correlation + 2};
    const uint64_t range[TRACE_MOST_FIELDS] = {[SPAN_START] = at,
                                               [SPAN_END] = at + 900 * US,
                                               [RANGE_THREAD] = 4711,
                                               [RANGE_NAME] = NAME_STEP};
    for (uint64_t i = 0; i < 3; i++)
        add_call(w, at + i * 70 * US, correlation + i, i < 2 ? NAME_LAUNCH : NAME_COPY);
    add_kernel(w, at + 100 * US, 300 * US, correlation, NAME_FIRST);
    add_kernel(w, at + 400 * US, 200 * US, correlation + 1, NAME_SECOND);
    add(w, TRACE_COPY, copy);
    add(w, TRACE_RANGE, range);
}

static void add_sample(struct writing *w, uint64_t at, enum environment_what what, uint64_t number)
{
    add(w, TRACE_ENVIRONMENT, (const uint64_t[]){at, 0, what, number});
}

static void add_rare(struct writing *w, uint64_t step)
{
    const uint64_t at = start + step * 1000 * US;
    const uint64_t jit[TRACE_MOST_FIELDS] = {
        [SPAN_START] = at + 5 * US, [SPAN_END] = at + 55 * US,
        [JIT_OPERATION] = 3,        [JIT_CODE] = 1,
        [JIT_THREAD] = 4711,        [JIT_CORRELATION] = 3 * step + 1};
    const uint64_t batch[TRACE_MOST_FIELDS] = {
        [SPAN_START] = at + 450 * US,    [SPAN_END] = at + 550 * US,  [DECOMPRESSION_COPIES] = 4,
        [DECOMPRESSION_BYTES] = 1 << 20, [DECOMPRESSION_CONTEXT] = 1, [DECOMPRESSION_STREAM] = 13};
    const uint64_t graph[TRACE_MOST_FIELDS] = {
        [SPAN_START] = at + 650 * US, [SPAN_END] = at + 850 * US, [DEVICE_GRAPH_ID] = 9,
        [DEVICE_GRAPH_LAUNCHER] = 8,  [DEVICE_GRAPH_MODE] = 2,    [DEVICE_GRAPH_CONTEXT] = 1,
        [DEVICE_GRAPH_STREAM] = 7};
    add(w, TRACE_JIT, jit);
    add(w, TRACE_DECOMPRESSION, batch);
    add(w, TRACE_DEVICE_GRAPH, graph);
    for (uint64_t half = 0; half < 2; half++) {
        const uint64_t time = at + half * 500 * US;
        add_sample(w, time, ENVIRONMENT_SM_CLOCK, half && step > 2 ? 1410 : 1980);
        add_sample(w, time, ENVIRONMENT_THROTTLE, half && step > 2 ? 4 : 0);
        add_sample(w, time, ENVIRONMENT_POWER, 200000 + 100000 * step);
        add_sample(w, time, ENVIRONMENT_POWER_LIMIT, 600000);
    }
}

int main(int argc, char **argv)
{
    const char *const names[] = {"_Z5firstPf", argc > 3 ? "_Z9histogramPKhPji" : "_Z6secondPf",
                                 "cudaLaunchKernel", "cudaMemcpyAsync", "step"};
    static const uint64_t process[] = {4711, 1, 0, 0}, device[] = {0, 256, 132, 0, 9, 0};
    const uint64_t steps = argc > 2 ? strtoull(argv[2], NULL, 10) : 5;
    struct writing w = {0};
    struct error error = {"no name"};
    if (argc < 2 || !(w.writer = trace_writer_open(argv[1], true, &error))) {
        fprintf(stderr, "trace_report: %s\n", error.text);
        return 1;
    }
    add_text(&w, TRACE_PROCESS, process, "/home/user/train");
    add_text(&w, TRACE_DEVICE, device, "NVIDIA H200");
    for (uint64_t i = 0; i < sizeof names / sizeof *names; i++)
        add_text(&w, TRACE_STRING, (const uint64_t[]){i + 1}, names[i]);
    for (uint64_t i = 0; i < steps; i++) {
        add_step(&w, i);
        if (argc > 3)
            add_rare(&w, i);
    }
    for (unsigned kind = 0; kind < TRACE_KINDS; kind++) {
        flush(&w, (enum trace_kind)kind, NULL);
        free(w.kinds[kind].values);
    }
    return !trace_writer_finish(w.writer, &error);
}

#include "trace_made.h"

#include <stdlib.h>
#include <string.h>

#include "report/base/mem.h"
#include "report/trace/trace_block.h"

uint8_t *trace_made_block(enum trace_kind kind, uint32_t process, uint64_t now, size_t rows,
                          const uint64_t *values, const char *const *texts, size_t *length)
{
    const size_t fields = trace_kind_info(kind)->fields;
    uint64_t *columns = mem_alloc((fields * rows + 1) * sizeof *columns);
    for (size_t r = 0; r < rows; r++)
        for (size_t f = 0; f < fields; f++)
            columns[f * rows + r] = values[r * fields + f];
    const struct trace_rows packed = {kind, process, now, rows, columns, rows, texts};
    uint8_t *bytes = mem_alloc(trace_block_room(&packed));
    *length = trace_block_pack(&packed, bytes);
    free(columns);
    return bytes;
}

void trace_made_row(struct trace *trace, enum trace_kind kind, uint32_t process,
                    const uint64_t *values, const char *text)
{
    size_t length;
    uint8_t *bytes = trace_made_block(kind, process, 0, 1, values, &text, &length);
    trace_add_block(trace, 0, bytes, length);
    free(bytes);
}

void trace_made_string(struct trace *trace, uint32_t process, uint64_t id, const char *text)
{
    trace_made_row(trace, TRACE_STRING, process, &id, text);
}

void trace_made_kernel(struct trace *trace, uint32_t process, uint64_t stream, uint64_t start,
                       uint64_t end, uint64_t correlation, uint64_t name)
{
    const uint64_t values[TRACE_MOST_FIELDS] = {
        [SPAN_START] = start,     [SPAN_END] = end,     [KERNEL_CONTEXT] = 1,
        [KERNEL_STREAM] = stream, [KERNEL_NAME] = name, [KERNEL_CORRELATION] = correlation,
        [KERNEL_GRID_X] = 8,      [KERNEL_GRID_Y] = 1,  [KERNEL_GRID_Z] = 1,
        [KERNEL_BLOCK_X] = 128,   [KERNEL_BLOCK_Y] = 1, [KERNEL_BLOCK_Z] = 1,
        [KERNEL_REGISTERS] = 32};
    trace_made_row(trace, TRACE_KERNEL, process, values, NULL);
}

void trace_made_call(struct trace *trace, uint32_t process, uint64_t thread, uint64_t start,
                     uint64_t end, uint64_t correlation, uint64_t name)
{
    const uint64_t values[TRACE_MOST_FIELDS] = {[SPAN_START] = start,
                                                [SPAN_END] = end,
                                                [API_NAME] = name,
                                                [API_THREAD] = thread,
                                                [API_CORRELATION] = correlation};
    trace_made_row(trace, TRACE_API, process, values, NULL);
}

void trace_made_copy(struct trace *trace, uint32_t process, uint64_t stream, uint64_t start,
                     uint64_t end, uint64_t correlation, uint64_t kind, uint64_t from, uint64_t to,
                     uint64_t bytes)
{
    const uint64_t values[TRACE_MOST_FIELDS] = {
        [SPAN_START] = start, [SPAN_END] = end,       [COPY_KIND] = kind,
        [COPY_FROM] = from,   [COPY_TO] = to,         [COPY_BYTES] = bytes,
        [COPY_CONTEXT] = 1,   [COPY_STREAM] = stream, [COPY_CORRELATION] = correlation};
    trace_made_row(trace, TRACE_COPY, process, values, NULL);
}

void trace_made_range(struct trace *trace, uint32_t process, uint64_t thread, uint64_t start,
                      uint64_t end, uint64_t name, uint64_t depth)
{
    const uint64_t values[TRACE_MOST_FIELDS] = {[SPAN_START] = start,
                                                [SPAN_END] = end,
                                                [RANGE_THREAD] = thread,
                                                [RANGE_NAME] = name,
                                                [RANGE_DEPTH] = depth};
    trace_made_row(trace, TRACE_RANGE, process, values, NULL);
}

struct trace_view trace_made_view(struct trace *trace)
{
    return (struct trace_view){.index = trace_index_new(trace),
                               .names = trace_names_new(trace, KERNEL_NAME_DEMANGLED, NULL)};
}

void trace_made_drop(struct trace_view *view)
{
    struct trace *trace = view->index->trace;
    trace_names_free(view->names);
    trace_index_free(view->index);
    trace_free(trace);
}

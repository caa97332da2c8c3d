/* trace_made: traces for tests, row by row. */
#ifndef ROOFTOP_TESTS_HELPERS_TRACE_MADE_H
#define ROOFTOP_TESTS_HELPERS_TRACE_MADE_H

#include <stddef.h>
#include <stdint.h>

#include "report/trace/trace.h"
#include "report/trace_pages/trace_pages.h"

/* A block of one kind; free() the bytes. values: row by row, as many as the kind has fields. */
uint8_t *trace_made_block(enum trace_kind kind, uint32_t process, uint64_t now, size_t rows,
                          const uint64_t *values, const char *const *texts, size_t *length);

/* Adds one row. */
void trace_made_row(struct trace *trace, enum trace_kind kind, uint32_t process,
                    const uint64_t *values, const char *text);

/* Strings get the numbers 1, 2, ... in the order of these calls, process by process. */
void trace_made_string(struct trace *trace, uint32_t process, uint64_t id, const char *text);

/* A kernel of name `name` (a string's id), its launching call, a copy, a range. Times in ns. */
void trace_made_kernel(struct trace *trace, uint32_t process, uint64_t stream, uint64_t start,
                       uint64_t end, uint64_t correlation, uint64_t name);
void trace_made_call(struct trace *trace, uint32_t process, uint64_t thread, uint64_t start,
                     uint64_t end, uint64_t correlation, uint64_t name);
void trace_made_copy(struct trace *trace, uint32_t process, uint64_t stream, uint64_t start,
                     uint64_t end, uint64_t correlation, uint64_t kind, uint64_t from, uint64_t to,
                     uint64_t bytes);
void trace_made_range(struct trace *trace, uint32_t process, uint64_t thread, uint64_t start,
                      uint64_t end, uint64_t name, uint64_t depth);

/* What pages of the trace are made from. trace_made_drop() also frees the trace. */
struct trace_view trace_made_view(struct trace *trace);
void trace_made_drop(struct trace_view *view);

#endif

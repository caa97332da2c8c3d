/* trace_limits: how much a trace holds. More would not fit in memory, so struct trace refuses it,
 * and who writes a file asks here first: what is refused later must not be written. */
#ifndef ROOFTOP_REPORT_TRACE_TRACE_LIMITS_H
#define ROOFTOP_REPORT_TRACE_TRACE_LIMITS_H

#include "report/trace/trace_block.h"

enum { TRACE_MOST_OF_KIND = 1 << 28, TRACE_MOST_PROCESSES = 1 << 14 };

/* What a file has so far. */
struct trace_limits {
    size_t rows[TRACE_KINDS];
    uint32_t *processes; /* their numbers */
    size_t count, capacity;
};

/* Counts the block. false: there is no room for it, and it is not counted. */
bool trace_limits_take(struct trace_limits *limits, const struct trace_block *block);
void trace_limits_free(struct trace_limits *limits);

#endif

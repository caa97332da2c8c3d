#include "report/trace/trace_limits.h"

#include <stdlib.h>

#include "report/base/mem.h"

static bool know_process(struct trace_limits *limits, uint32_t number)
{
    for (size_t i = limits->count; i-- > 0;)
        if (limits->processes[i] == number)
            return true;
    if (limits->count == TRACE_MOST_PROCESSES)
        return false;
    mem_grow(&limits->processes, limits->count, &limits->capacity, sizeof *limits->processes);
    limits->processes[limits->count++] = number;
    return true;
}

bool trace_limits_take(struct trace_limits *limits, const struct trace_block *block)
{
    if (block->rows > TRACE_MOST_OF_KIND - limits->rows[block->kind] ||
        !know_process(limits, block->process))
        return false;
    limits->rows[block->kind] += block->rows;
    return true;
}

void trace_limits_free(struct trace_limits *limits)
{
    free(limits->processes);
    *limits = (struct trace_limits){0};
}

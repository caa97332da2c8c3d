/* program_filter_text: what the injection library must know before it is connected: which launches
 * it asks the host about, and whether it observes NVTX ranges and call stacks. */
#ifndef ROOFTOP_COLLECT_PROGRAM_PROGRAM_FILTER_TEXT_H
#define ROOFTOP_COLLECT_PROGRAM_PROGRAM_FILTER_TEXT_H

#include <stdbool.h>

#include "report/filter/nvtx_filter.h"
#include "report/filter/range_filter.h"
#include "report/filter/stack_filter.h"

struct program_filter_settings {
    const struct nvtx_filter *nvtx_filter;
    const struct range_filter *ranges;
    bool nvtx; /* observe NVTX, whether or not a filter needs it */
    bool nvtx_of_process;
    const struct stack_filter *stack_filter; /* NULL: none */
    bool native_stacks, python_stacks;       /* record them, whether or not a filter needs them */
    bool stopped_at_start, ignore_profiler_calls;
    bool whole_ranges; /* results are of ranges */
};

/* The text for the variable ROOFTOP_PROGRAM_FILTER, a packed message as hexadecimal digits; free()
 * it. */
char *program_filter_text(const struct program_filter_settings *settings);

#endif

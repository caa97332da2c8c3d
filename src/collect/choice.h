/* choice: what the injection library has to know before it is connected: which launches the host
 * is asked about, and whether NVTX and call stacks are observed. */
#ifndef ROOFTOP_CHOICE_H
#define ROOFTOP_CHOICE_H

#include <stdbool.h>

#include "nvtx_filter.h"
#include "range_filter.h"
#include "stack_filter.h"

struct choice_settings {
    const struct nvtx_filter *nvtx_filter;
    const struct range_filter *ranges;
    bool nvtx; /* to be observed, whether or not a filter needs it */
    bool nvtx_of_process;
    const struct stack_filter *stack_filter; /* NULL: none */
    bool native_stacks, python_stacks; /* to be recorded, whether or not a filter needs them */
    bool stopped_at_start, ignore_profiler_calls;
    bool whole_ranges; /* results are of ranges */
};

/* The text for ROOFTOP_CHOICE; free() it. */
char *choice_text(const struct choice_settings *settings);

#endif

/* filter_launch: judges a launch by the program filter and the NVTX ranges of its thread. */
#ifndef ROOFTOP_COLLECT_INJECT_NVTX_FILTER_LAUNCH_H
#define ROOFTOP_COLLECT_INJECT_NVTX_FILTER_LAUNCH_H

#include <stdbool.h>
#include <stdint.h>

struct program_filter;

/* Whether the host is to be asked about this launch of the calling thread. launch: its number,
 * which stands in the NVTX ranges that open after it. Counts what it leaves out in the filter. With
 * guard.lock held. */
bool filter_launch_passes(struct program_filter *program_filter, uint64_t launch);

#endif

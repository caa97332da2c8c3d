/* estimate: what profiling will cost, before anything is run. */
#ifndef ROOFTOP_COLLECT_PLAN_ESTIMATE_H
#define ROOFTOP_COLLECT_PLAN_ESTIMATE_H

#include <stdbool.h>

/* The most launches that share one start and stop of the counters. This is WINDOW_LAUNCHES of the
 * injection library, which shares no header with the host; a test compares the two. */
enum { ESTIMATE_WINDOW = 256 };

/* The milliseconds that profiling adds to this number of launches, one after the other. flush:
 * caches are emptied before each launch. */
double estimate_ms(unsigned passes, unsigned launches, bool flush);

/* What the estimate is based on, for the user: what was measured where, and what it does not
 * include. */
const char *estimate_basis(void);

#endif

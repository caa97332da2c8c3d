/* estimate: what profiling will cost, before anything is run. */
#ifndef ROOFTOP_ESTIMATE_H
#define ROOFTOP_ESTIMATE_H

#include <stdbool.h>

/* Most launches that share the start and stop of the counters: WINDOW_LAUNCHES of the injection
 * library, which shares no header with the host; a test holds the two together. */
enum { ESTIMATE_WINDOW = 256 };

/* Milliseconds that so many launches, one behind the other, take beyond their own run. flush:
 * caches are emptied before each launch. */
double estimate_ms(unsigned passes, unsigned launches, bool flush);

/* What that rests on, for the user: what was measured where, and what is left out. */
const char *estimate_basis(void);

#endif

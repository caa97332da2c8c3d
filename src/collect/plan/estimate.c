#include "collect/plan/estimate.h"

/* Milliseconds, as measured on an H200 with driver 580 and CUPTI 13.0: starting (16) and stopping
 * (4) the counters, once for each pass of a window; a launch in a pass, which is 10 launches of an
 * empty kernel in 28 ms each with 9 passes and caches left alone, and 128 launches in 14.7 ms each
 * with 9 passes and caches flushed (tests/gpu/RESULTS.md). */
static const double start_and_stop = 20, launch = 1, launch_flushed = 1.47;

double estimate_ms(unsigned passes, unsigned launches, bool flush)
{
    unsigned windows = (launches + ESTIMATE_WINDOW - 1) / ESTIMATE_WINDOW;
    return passes * (windows * start_and_stop + launches * (flush ? launch_flushed : launch));
}

const char *estimate_basis(void)
{
    return "measured on an H200 with kernels that do next to nothing: 20 ms to start and stop the "
           "counters in each pass, 1 ms for each launch in a pass, 1.5 ms if caches are flushed; "
           "the kernel's own time in each pass and the copying of large memory come on top";
}

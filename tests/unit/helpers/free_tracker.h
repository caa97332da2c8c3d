/* free_tracker: what a test of the injected code does with its memory tracker at the end. In the
 * program the tracker lives as long as the process. */
#ifndef ROOFTOP_TEST_FREE_TRACKER_H
#define ROOFTOP_TEST_FREE_TRACKER_H

#include <stdlib.h>

#include "collect/inject/program/memory.h"

static inline void free_tracker(const struct memory_tracker *tracker)
{
    free(tracker->regions);
    free(tracker->arrays);
    free(tracker->peers);
    free(tracker->seats);
    free(tracker->leaving);
    free(tracker->exposed_handles);
    free(tracker->foreign_surfaces);
}

#endif

/* range_filter: which instances of ranges are profiled: --range-filter RESTART:STARTS:RANGES, as
 * ncu has it.
 *
 * STARTS are numbers of profiler ranges (cuProfilerStart to cuProfilerStop), RANGES numbers of the
 * NVTX ranges that --nvtx-include names, both counted from 1 in each process. Each is an extended
 * regular expression that the whole number must match ("[2-4]", "2|3"); an empty part is no
 * condition. RESTART is yes or on (the numbers of NVTX ranges begin again in each profiler range),
 * or no, off or empty. A launch has to fit both. Initialise with {0}: no condition. */
#ifndef ROOFTOP_RANGE_FILTER_H
#define ROOFTOP_RANGE_FILTER_H

#include "error.h"

struct range_filter {
    bool restart;
    char *starts, *ranges; /* expressions for whole numbers, "^(2|3)$"; NULL: no condition */
};

/* Sets the filter in place of the one before. false: the text is none, and nothing is set. */
bool range_filter_set(struct range_filter *filter, const char *text, struct error *error);
void range_filter_free(struct range_filter *filter);

#endif

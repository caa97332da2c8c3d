/* range_filter: selects instances of ranges: --range-filter RESTART:STARTS:RANGES, as in ncu.
 *
 * STARTS are numbers of profiler ranges (cuProfilerStart to cuProfilerStop), RANGES numbers of the
 * NVTX ranges that --nvtx-include names, both counted from 1 in each process. Each is a
 * regular expression that must match the whole number ("[2-4]", "2|3"); an empty one is no
 * condition. RESTART is yes or on if the numbers of NVTX ranges begin again in each profiler range,
 * else no, off or empty. A launch must fit both. Initialise with {0}: no condition. */
#ifndef ROOFTOP_REPORT_FILTER_RANGE_FILTER_H
#define ROOFTOP_REPORT_FILTER_RANGE_FILTER_H

#include "report/base/error.h"

struct range_filter {
    bool restart;
    char *starts, *ranges; /* expressions for whole numbers, "^(2|3)$"; NULL: no condition */
};

/* Replaces the filter. Returns false with the error, and leaves it empty, if the text is wrong. */
bool range_filter_set(struct range_filter *filter, const char *text, struct error *error);
void range_filter_free(struct range_filter *filter);

#endif

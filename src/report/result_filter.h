/* result_filter: the filter of launches on the results of a report. */
#ifndef ROOFTOP_RESULT_FILTER_H
#define ROOFTOP_RESULT_FILTER_H

#include <stdbool.h>

#include "launch_filter.h"
#include "report.h"

/* Judges result i, in the order of the report, without decoding it; counts it. A kernel that the
 * user renamed is looked for under its new name. */
enum launch_verdict result_judge_at(const struct report *report, const struct launch_filter *filter,
                                    struct launch_counts *counts, size_t i);
bool result_passes_at(const struct report *report, const struct launch_filter *filter,
                      struct launch_counts *counts, size_t i);

#endif

/* result_filter: the filter of launches on the results of a report. */
#ifndef ROOFTOP_RESULT_FILTER_H
#define ROOFTOP_RESULT_FILTER_H

#include <stdbool.h>

#include "launch_filter.h"
#include "report.h"

/* Judges a result, in the order of the report; counts it. A kernel that the user renamed is looked
 * for under its new name. */
bool result_passes(const struct report *report, const struct launch_filter *filter,
                   struct launch_counts *counts, const struct result *result);
/* The same of result i, which is not decoded for that. */
enum launch_verdict result_judge_at(const struct report *report, const struct launch_filter *filter,
                                    struct launch_counts *counts, size_t i);
bool result_passes_at(const struct report *report, const struct launch_filter *filter,
                      struct launch_counts *counts, size_t i);

#endif

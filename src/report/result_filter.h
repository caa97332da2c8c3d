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

/* An error, with the kernel whose name is nearest to the one that is looked for; false. filter:
 * NULL if results were chosen otherwise. */
bool result_none_passes(const struct report *report, const struct launch_filter *filter,
                        struct error *error);

#endif

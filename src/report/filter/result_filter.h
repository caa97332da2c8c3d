/* result_filter: applies a launch filter to the results of a report. */
#ifndef ROOFTOP_REPORT_FILTER_RESULT_FILTER_H
#define ROOFTOP_REPORT_FILTER_RESULT_FILTER_H

#include <stdbool.h>

#include "report/file/report.h"
#include "report/filter/launch_filter.h"

/* Judges and counts result i without decoding it. Results must come in the order of the report. A
 * kernel that the user renamed is compared by its new name. */
enum launch_verdict result_judge_at(const struct report *report, const struct launch_filter *filter,
                                    struct launch_counts *counts, size_t i);
bool result_passes_at(const struct report *report, const struct launch_filter *filter,
                      struct launch_counts *counts, size_t i);

/* Whether any result of the report passes. */
bool result_any_passes(const struct report *report, const struct launch_filter *filter);

/* Stores the error that nothing passed, with the kernel whose name is nearest to the wanted one and
 * those that the report has. `filter` is NULL if the results were selected otherwise. Returns
 * false. */
bool result_none_passes(const struct report *report, const struct launch_filter *filter,
                        struct error *error);

#endif

/* logical_range: checks whether a metric's value is possible.
 *
 * A percentage of a peak and a hit rate lie between 0 and 100, and no counter is negative. Values
 * beyond that are shown as measured, with a note (result_notes.h).
 *
 * The check covers averages, sums and rates. It skips minimum and maximum over instances, because
 * their percentages refer to the peak of the average and often exceed 100. It also skips derived
 * metrics, whose meaning is their own. It tolerates half a percent of rounding. */
#ifndef ROOFTOP_REPORT_METRIC_LOGICAL_RANGE_H
#define ROOFTOP_REPORT_METRIC_LOGICAL_RANGE_H

#include <stdbool.h>

/* Returns whether the value is possible. */
bool logical_range_holds(const char *metric, double value);

#endif

/* logical_range: whether a metric's value can be what it says. A percentage of a peak and a hit
 * rate lie between 0 and 100, and no counter is negative; values beyond that are shown as they were
 * measured, with a note (result_notes.h).
 *
 * Looked at are averages, sums and rates. The minimum and maximum over instances are left alone:
 * their percentages are of the average's peak and often beyond it; so are derived metrics, whose
 * meaning is their own. Half a percent more is rounding. */
#ifndef ROOFTOP_LOGICAL_RANGE_H
#define ROOFTOP_LOGICAL_RANGE_H

#include <stdbool.h>

bool logical_range_holds(const char *metric, double value);

#endif

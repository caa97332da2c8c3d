/* report_series: finds a profile series in a report: the results of a launch and of its variants.
 *
 * The results are adjacent. The first is the launch as the program made it. */
#ifndef ROOFTOP_REPORT_FILE_REPORT_SERIES_H
#define ROOFTOP_REPORT_FILE_REPORT_SERIES_H

#include <stdbool.h>
#include <stddef.h>

#include "report/base/strbuf.h"
#include "report/file/report.h"

struct report_series {
    size_t first, count; /* results of the report */
    size_t best; /* the fastest result; `first` if none is faster or the times are unknown */
};

/* Finds the series of result i. Returns false if it is in none. */
bool report_series_of(struct report *report, size_t i, struct report_series *series);

/* Returns how many times as fast as the launch itself result i is, or NAN if a time is unknown. */
double report_series_gain(struct report *report, const struct report_series *series, size_t i);

/* Appends "1.24 times as fast as the launch". */
void report_series_add_gain(struct strbuf *text, double gain);

/* Returns the outcome as a text; free() it: "the best of 5 is block=64, grid=256 (result 3): 1.24
 * times as fast as the launch". */
char *report_series_outcome(struct report *report, const struct report_series *series);

#endif

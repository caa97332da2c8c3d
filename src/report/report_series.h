/* report_series: a profile series in a report: a launch, and the same with other parameters. Its
 * results stand one behind the other, that of the launch as the program made it first. */
#ifndef ROOFTOP_REPORT_SERIES_H
#define ROOFTOP_REPORT_SERIES_H

#include <stdbool.h>
#include <stddef.h>

#include "report.h"
#include "strbuf.h"

struct report_series {
    size_t first, count; /* results of the report */
    size_t best;         /* the one of the shortest time; `first` if none is shorter, or known */
};

/* The series of result i. false: it is in none. */
bool report_series_of(struct report *report, size_t i, struct report_series *series);

/* How many times as fast as the launch itself result i is; NAN: a time is not known. */
double report_series_gain(struct report *report, const struct report_series *series, size_t i);

/* "1.24 times as fast as the launch"; "0.80 times ...". */
void report_series_add_gain(struct strbuf *text, double gain);

/* What came out of it: "the best of 5 is block=64, grid=256 (result 3): 1.24 times as fast as the
 * launch"; free() it. */
char *report_series_outcome(struct report *report, const struct report_series *series);

#endif

/* metric_change: decides whether a metric changed between two reports or only varies.
 *
 * Each side gives the values of the launches that are compared; its value is their median. The
 * noise is the largest difference of the medians that is not significant:
 *
 * - With 3 or more launches on each side it is t * s. The standard error of the difference is s,
 *   s^2 = pi/2 * (sa^2/na + sb^2/nb)            pi/2: of a median against a mean
 *   sa and sb estimate the standard deviations. Below 8 values they are the range over its
 *   expectation for normal values (d2 of control charts), else 1.4826 times the median absolute
 *   deviation. t is Student's t for na + nb - 2 degrees of freedom and 99.9 %, two-sided. The
 *   spread does not contain what all launches of a run share (clocks, the place of memory), so the
 *   noise is at least a third of the floor below.
 * - With fewer launches nothing can be estimated, and the noise is a floor, measured in
 *   tests/gpu/RESULTS.md. Shares are of the greater value; the duration is that of a launch, in ns.
 *    exact   0: any change is a change
 *    time    3 %, or the share that 300 ns are of the duration; percentages at least 0.5 points
 *    place   10 %, or the share that 500 ns are of the duration; percentages at least 2 points
 *    sample  3 * sqrt(a + b), because counts vary by their root
 *   Ratios (".ratio") have a floor of at least 0.01, except exact and sample metrics.
 *
 * Two numbers are equal up to 1e-9 of their size, which is the error of a division. Two whole
 * numbers must be identical. */
#ifndef ROOFTOP_REPORT_METRIC_METRIC_CHANGE_H
#define ROOFTOP_REPORT_METRIC_METRIC_CHANGE_H

#include <stdbool.h>
#include <stddef.h>

enum change_verdict {
    CHANGE_ABSENT, /* neither side has a value */
    CHANGE_EQUAL,
    CHANGE_NOISE, /* differs, but by no more than the noise */
    CHANGE_BETTER,
    CHANGE_WORSE,
    CHANGE_OTHER, /* differs, and neither direction is better */
    CHANGE_ONLY_A,
    CHANGE_ONLY_B,
    CHANGE_VERDICTS
};
extern const char *const change_verdict_names[CHANGE_VERDICTS]; /* "better", "worse", ... */

struct metric_change {
    double a, b;    /* medians; NAN if a side has no value */
    double noise;   /* in the metric's unit */
    bool estimated; /* from the spread of the launches, not from the floor */
    enum change_verdict verdict;
};

/* Judges a metric. NAN stands for a launch without a value. `duration` is that of a launch in ns,
 * NAN if unknown. */
struct metric_change metric_change_judge(const char *metric, const double *a, size_t a_count,
                                         const double *b, size_t b_count, double duration);

/* Returns whether the verdict is better, worse or changed. */
bool change_is_real(enum change_verdict verdict);

/* Returns how many times as many threads b has; 1 if one of both is not known, or if they differ by
 * less than a tenth, which is rounding to whole blocks. */
double change_threads(double a, double b);

/* Returns the change from a to b in percent, or NAN if a is 0 or a number is not finite. */
double change_percent(double a, double b);

/* Returns the median of the values, or NAN if there are none. Sorts the values. */
double change_median(double *values, size_t count);
/* Returns an estimate of the standard deviation of at least 3 sorted values. */
double change_deviation(const double *sorted, size_t count);

#endif

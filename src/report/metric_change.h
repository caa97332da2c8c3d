/* metric_change: whether a metric changed between two reports, or only varies.
 *
 * Each side has the values of the launches that are compared. Its value is their median. The noise
 * is the largest difference of the two medians that says nothing:
 *
 * - From 3 launches on each side: t * s, where s is the standard error of the difference,
 *     s^2 = pi/2 * (sa^2/na + sb^2/nb)            pi/2: of a median against a mean
 *   sa, sb estimate the standard deviation: below 8 values their range over its expectation for
 *   normal values (d2 of control charts), else 1.4826 times the median absolute deviation. t is
 *   Student's for na + nb - 2 degrees of freedom and 99.9 %, two-sided. What all launches of a run
 *   share (clocks, where memory lies) is not in their spread, so it is at least a third of the
 *   floor below; for exact metrics there is none.
 * - With fewer launches nothing can be estimated, and a floor stands for it (duration: of a launch,
 *   in ns; as measured in tests/gpu/RESULTS.md):
 *     exact   0: any change is a change
 *     time    3 %, or as much as 300 ns are of the duration; of percentages at least 0.5 points
 *     place   10 %, or as much as 500 ns are of the duration; of percentages at least 2 points
 *     sample  3 * sqrt(a + b), as counts vary by their root
 *   of the greater value. Ratios (".ratio") have at least 0.01.
 *
 * Exact numbers are equal up to 1e-9 of their size, which division leaves; whole ones altogether.
 */
#ifndef ROOFTOP_METRIC_CHANGE_H
#define ROOFTOP_METRIC_CHANGE_H

#include <stdbool.h>
#include <stddef.h>

enum change_verdict {
    CHANGE_ABSENT, /* neither side has a value */
    CHANGE_EQUAL,
    CHANGE_NOISE, /* differs, but not by more than the noise */
    CHANGE_BETTER,
    CHANGE_WORSE,
    CHANGE_OTHER, /* differs, and no way is better */
    CHANGE_ONLY_A,
    CHANGE_ONLY_B,
    CHANGE_VERDICTS
};
extern const char *const change_verdict_names[CHANGE_VERDICTS]; /* "better", "worse", ... */

struct metric_change {
    double a, b;    /* medians; NAN where there is none */
    double noise;   /* in the metric's unit */
    bool estimated; /* from the spread of the launches, not a floor */
    enum change_verdict verdict;
};

/* NAN are launches without a value. duration: of a launch in ns, NAN if unknown. */
struct metric_change metric_change_judge(const char *metric, const double *a, size_t a_count,
                                         const double *b, size_t b_count, double duration);

/* Whether it is worth telling: better, worse or changed. */
bool change_is_real(enum change_verdict verdict);

/* b against a in percent; NAN where a is 0 or not finite. */
double change_percent(double a, double b);

/* Median of the values, NAN without any; sorts them. */
double change_median(double *values, size_t count);
/* Estimate of the standard deviation of sorted values, at least 3. */
double change_deviation(const double *sorted, size_t count);

#endif

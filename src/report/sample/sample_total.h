/* sample_total: what a sample says about the whole: the total of a metric over all launches of a
 * program, and how far off it may be.
 *
 * A part is a stratum. Its total is its launches times the mean of what was measured. Its spread is
 * learned from three sources: what was measured in it; how the durations of all its launches
 * spread, which the trace knows; and how much launches of other strata differ. So a part with
 * a single measurement has an interval, too. What lies in no part is taken to have as much of the
 * metric for its time as the parts together.
 *
 * The interval holds the total that another complete measurement of the program would give in 95 %
 * of all cases: so it does not vanish where every launch was measured. */
#ifndef ROOFTOP_REPORT_SAMPLE_SAMPLE_TOTAL_H
#define ROOFTOP_REPORT_SAMPLE_SAMPLE_TOTAL_H

#include <stddef.h>

struct sample_part {
    double launches;     /* that it stands for */
    double time, spread; /* of these in the trace: the sum, and the relative deviation */
    size_t measured;
    double mean, squares; /* of what was measured; squares: of the distances from the mean */
};

/* Counts a measured value. */
void sample_part_add(struct sample_part *part, double value);

/* The relative variance within parts, over all that have at least two measurements. */
double sample_noise(const struct sample_part *parts, size_t count);

struct sample_total {
    double value, half; /* the interval is value - half to value + half; NAN: nothing is known */
};

/* noise: of sample_noise(), of all parts of the program. rest: the time that is in no part. Parts
 * without measurements count as rest. */
struct sample_total sample_total(const struct sample_part *parts, size_t count, double noise,
                                 double rest);

#endif

/* sample_plan: which launches are measured to know a whole program: the picks, the most important
 * first, so that whoever runs out of time leaves out the least.
 *
 * First comes one launch of each stratum, the strata with most time first, until `cover` of the
 * time is covered; then up to three of these strata where durations spread; then always one of the
 * stratum where it narrows the interval of the total most, until the expected error is below
 * `precision` of the total or there are enough picks. A stratum without any launch counts with its
 * whole time.
 *
 * All picks lie in a few places of the run, because launches that follow each other are measured
 * together, at a fraction of the price: the first picks of all strata in one place, the second ones
 * in another, and so on, round and round. Within a place the pick is random. The same strata have
 * the same picks. */
#ifndef ROOFTOP_REPORT_SAMPLE_SAMPLE_PLAN_H
#define ROOFTOP_REPORT_SAMPLE_SAMPLE_PLAN_H

#include "report/sample/strata.h"

struct sample_limits {
    double cover, precision; /* shares of the total time, 0 to 1 */
    size_t most;             /* picks */
};

struct sample_pick {
    uint32_t launch, stratum;
};

/* Initialise with {0}; release with sample_plan_free(). */
struct sample_plan {
    struct sample_pick *picks;
    size_t count, capacity;
    size_t first; /* so many cover what was asked for */
    double error; /* expected: one standard deviation of the total, as a share of it */
};

void sample_plan_make(struct sample_plan *plan, const struct strata *strata,
                      const struct sample_limits *limits);
void sample_plan_free(struct sample_plan *plan);

#endif

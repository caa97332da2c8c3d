/* strata: which launches of a program are alike: launches of one kernel and shape, and of about one
 * duration. A few launches of a stratum can stand for all of it.
 *
 * Launches of a group (the caller's number of a kernel and a shape) are split in two where that
 * explains most of the spread of their durations, and the halves again, as long as it pays: while
 * the spread matters for the whole program, and the halves spread clearly less. So two modes, steps
 * that grow and a slow first launch end in strata of their own. */
#ifndef ROOFTOP_REPORT_SAMPLE_STRATA_H
#define ROOFTOP_REPORT_SAMPLE_STRATA_H

#include <stddef.h>
#include <stdint.h>

struct stratum {
    uint32_t group;
    size_t first, count; /* its launches, in strata.launches */
    double total, mean;  /* of their durations */
    double deviation;    /* of the whole population */
};

/* Initialise with {0}; release with strata_free(). */
struct strata {
    struct stratum *list;
    size_t count, capacity;
    uint32_t *launches; /* stratum by stratum, each in the order of the program */
    size_t launch_count;
    double total; /* of all durations */
};

/* groups[i] and durations[i] (0 or more) are those of launch i. */
void strata_make(struct strata *strata, const uint32_t *groups, const double *durations,
                 size_t count);
void strata_free(struct strata *strata);

#endif

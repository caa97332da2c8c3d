/* rule_pair: the rules over launches and their match in a baseline, `over: pair`.
 *
 * The launches of a kernel on both sides are looked at together. In a rule a metric is the median
 * of the newer launches, before.METRIC that of the baseline; noise.METRIC is the largest difference
 * of the two that says nothing (metric_change.h). None has instances. What else can be named:
 *   launches    how many pairs there are
 *   kernel      the name of the newer ones (text)
 *   time_share  what part they have in the time of all newer ones, 0 to 1 */
#ifndef ROOFTOP_RULE_PAIR_H
#define ROOFTOP_RULE_PAIR_H

#include "metric_change.h"
#include "name_index.h"
#include "rule_run.h"

struct rule_pair {
    const char *kernel;
    size_t launches;
    double time_share; /* NAN: not known */
    unsigned arch;     /* see result_arch() */
    bool is_kernel;
    const struct name_index *metrics;
    const struct metric_change *changes; /* of the metrics */
};

/* Adds the names of all metrics that these rules look at, which live as long as the library. */
void rule_pair_metrics(const struct rule_library *library, struct name_index *metrics);

/* What is found; rules that find nothing are left out. Release with rule_findings_free(). */
void rule_pair_run(const struct rule_library *library, const struct rule_pair *pair,
                   struct rule_findings *findings);

#endif

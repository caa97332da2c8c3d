/* rule_pair: runs the rules over launches and their partners in a baseline, `over: pair`.
 *
 * All launches of a kernel, on both sides, are judged together. In such a rule METRIC is the median
 * of the newer launches, before.METRIC the median in the baseline, and noise.METRIC the largest
 * difference of the two that is not significant (metric_change.h). None has instances. Further
 * names:
 *   launches    number of pairs
 *   kernel      name of the newer launches (text)
 *   time_share  their share in the time of all newer launches, 0 to 1 */
#ifndef ROOFTOP_REPORT_RULES_RULE_PAIR_H
#define ROOFTOP_REPORT_RULES_RULE_PAIR_H

#include "report/base/name_index.h"
#include "report/metric/metric_change.h"
#include "report/rules/rule_run.h"

struct rule_pair {
    const char *kernel;
    size_t launches;
    double time_share; /* NAN: unknown */
    unsigned arch;     /* see result_arch() */
    bool is_kernel;
    const struct name_index *metrics;
    const struct metric_change *changes; /* by metric */
};

/* Adds the names of all metrics that these rules read. The names live as long as the library. */
void rule_pair_metrics(const struct rule_library *library, struct name_index *metrics);

/* Runs the rules. Rules that find nothing are left out. Release with rule_findings_free(). */
void rule_pair_run(const struct rule_library *library, const struct rule_pair *pair,
                   struct rule_findings *findings);

#endif

/* plan_links: whether a plan asks for facts of the machine's links and NUMA nodes (link_metrics.h).
 * The user is told that they are missing only if somebody wants them. */
#ifndef ROOFTOP_COLLECT_PLAN_PLAN_LINKS_H
#define ROOFTOP_COLLECT_PLAN_PLAN_LINKS_H

#include "collect/plan/plan.h"

/* Whether a section of the plan, or --metrics, asks for any of them. */
bool plan_wants_links(const struct plan *plan);

#endif

/* plan_wants: what a plan asks for that has to be known before the chip is. Each function returns
 * whether a section of the plan, or --metrics, asks for any of it. */
#ifndef ROOFTOP_COLLECT_PLAN_PLAN_WANTS_H
#define ROOFTOP_COLLECT_PLAN_PLAN_WANTS_H

#include "collect/plan/plan.h"

/* Facts of the machine's links and NUMA nodes (link_metrics.h). The user is told that they are
 * missing only if somebody wants them. */
bool plan_wants_links(const struct plan *plan);

/* Samples of warps. The program's kernels have to be made known to the sampling from the first
 * launch on (inject/context/introduce.h). */
bool plan_wants_warps(const struct plan *plan);

#endif

/* planned_metrics: the names of the metrics that a request collects, for --list-metrics. */
#ifndef ROOFTOP_COLLECT_PLAN_PLANNED_METRICS_H
#define ROOFTOP_COLLECT_PLAN_PLANNED_METRICS_H

#include "collect/plan/plan.h"
#include "report/section/section_scope.h"

struct planned_metrics {
    char **names; /* each once, in byte order */
    size_t count, capacity;
    unsigned passes; /* 0 without a chip */
};

/* Lists the names as the sections and the command line have them, without a chip. */
void planned_metrics_any(struct planned_metrics *planned, const struct plan *plan);

/* Lists the names for a chip. false: nothing can be collected, or a metric of the command line is
 * unknown; see error. */
bool planned_metrics_make(struct planned_metrics *planned, const struct plan *plan,
                          struct cupti_chip *chip, const struct section_scope *scope,
                          struct error *error);
void planned_metrics_free(struct planned_metrics *planned);

#endif

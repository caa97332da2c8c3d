/* planned_metrics: the names of what a request collects, for --list-metrics. */
#ifndef ROOFTOP_PLANNED_METRICS_H
#define ROOFTOP_PLANNED_METRICS_H

#include "plan.h"

struct planned_metrics {
    char **names; /* each once, in byte order */
    size_t count, capacity;
    unsigned passes; /* 0 without a chip */
};

/* Without a chip the names as the sections and the command line have them, on any chip. */
void planned_metrics_any(struct planned_metrics *planned, const struct plan *plan);

/* false: nothing can be collected, or a metric of the command line is unknown. */
bool planned_metrics_make(struct planned_metrics *planned, const struct plan *plan,
                          struct cupti_chip *chip, const struct section_scope *scope,
                          struct error *error);
void planned_metrics_free(struct planned_metrics *planned);

#endif

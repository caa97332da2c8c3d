/* section_metrics: every metric that a section names, wherever in it. */
#ifndef ROOFTOP_SECTION_METRICS_H
#define ROOFTOP_SECTION_METRICS_H

#include <stdbool.h>

#include "section.h"

typedef void section_metric_use(void *context, const char *name);

/* Names that apply in the scope: header, body items, hidden metrics, operands of definitions; of the
 * memory chart and tables their "group:NAME". A name may come twice. */
void section_metrics_each(const Rep__ProfilerSection *section, const struct section_scope *scope,
                          section_metric_use *use, void *context);

/* Whether the name is a hardware counter metric: not of the launch, the device, a definition or a
 * source line. */
bool section_metric_is_counter(const char *name);

/* The name and, if extra is set and it ends in one of the four rollups, its siblings. */
void section_metric_rollups(const char *name, bool extra, section_metric_use *use, void *context);

#endif

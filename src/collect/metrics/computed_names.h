/* computed_names: the names of the metrics that are computed from the launch, the device and the
 * replay, not counted. Some of them only some chips and launches have. */
#ifndef ROOFTOP_COLLECT_METRICS_COMPUTED_NAMES_H
#define ROOFTOP_COLLECT_METRICS_COMPUTED_NAMES_H

#include <stdbool.h>

/* Calls use(context, name) for each name, which is valid until the call returns. */
void computed_names_each(void (*use)(void *, const char *), void *context);

bool computed_name_exists(const char *name);

#endif

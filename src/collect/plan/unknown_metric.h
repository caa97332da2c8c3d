/* unknown_metric: what to tell the user about a name of --metrics that stands for nothing. */
#ifndef ROOFTOP_COLLECT_PLAN_UNKNOWN_METRIC_H
#define ROOFTOP_COLLECT_PLAN_UNKNOWN_METRIC_H

#include <stdbool.h>

#include "collect/cupti/cupti_host.h"

/* Sets an error that names the closest known names: counters of the chip (with the name's suffix,
 * if they have it), computed metrics, old names. Characters that no name can have are made visible.
 * Always returns false. */
bool unknown_metric(struct cupti_chip *chip, const char *name, struct error *error);

/* Sets the error for an unknown group in "group:NAME". The name comes without the prefix. */
bool unknown_group(const char *name, struct error *error);

#endif

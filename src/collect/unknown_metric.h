/* unknown_metric: what to say of a name of --metrics that stands for nothing. */
#ifndef ROOFTOP_UNKNOWN_METRIC_H
#define ROOFTOP_UNKNOWN_METRIC_H

#include <stdbool.h>

#include "cupti_host.h"

/* Names the closest ones: counters of the chip with the name's suffix, if they have it, names that
 * are computed, old names. Characters that no name has, seen or unseen, are made visible. Always
 * returns false. */
bool unknown_metric(struct cupti_chip *chip, const char *name, struct error *error);

/* The same for "group:NAME", without the prefix. */
bool unknown_group(const char *name, struct error *error);

#endif

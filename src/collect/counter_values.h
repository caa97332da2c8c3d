/* counter_values: the numbers that the counters of one launch come to: those of all metrics of a
 * plan, one group behind the other, in its order.
 *
 * Nothing here is written to but the values: several threads may do this at once, each with a chip
 * of its own (cupti_chip_again). */
#ifndef ROOFTOP_COUNTER_VALUES_H
#define ROOFTOP_COUNTER_VALUES_H

#include <stdbool.h>
#include <stddef.h>

#include "cupti_host.h"
#include "plan.h"
#include "wire.pb-c.h"

struct counter_source {
    const struct chip_plan *plan;
    const Wire__Window *window; /* with the counter data */
    const Wire__Result *result; /* one of its launches */
};

size_t counter_values_count(const struct chip_plan *plan);

/* NAN where there is no value. false: the counters cannot be evaluated; chip may be NULL. */
bool counter_values(const struct counter_source *source, struct cupti_chip *chip, double *values,
                    struct error *error);

#endif

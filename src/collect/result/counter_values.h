/* counter_values: the numbers that the counters of one launch come to: the values of all metrics of
 * a plan, one group behind the other, in the plan's order.
 *
 * Nothing but the values is written to, so several threads may work at the same time, each with a
 * chip of its own (cupti_chip_again()). */
#ifndef ROOFTOP_COLLECT_RESULT_COUNTER_VALUES_H
#define ROOFTOP_COLLECT_RESULT_COUNTER_VALUES_H

#include <stdbool.h>
#include <stddef.h>

#include "collect/cupti/cupti_host.h"
#include "collect/plan/plan.h"
#include "wire.pb-c.h"

struct counter_source {
    const struct chip_plan *plan;
    const Wire__Window *window; /* with the counter data */
    const Wire__Result *result; /* one of its launches */
};

/* How many values a launch has. */
size_t counter_values_count(const struct chip_plan *plan);

/* Computes the values; NAN where there is none. values: room for counter_values_count(). chip may
 * be NULL, which is an error only if there is something to evaluate. false: see error. */
bool counter_values(const struct counter_source *source, struct cupti_chip *chip, double *values,
                    struct error *error);

#endif

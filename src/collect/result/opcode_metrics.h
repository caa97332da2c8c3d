/* opcode_metrics: how often each operation ran, from the counts of single instructions and the
 * operations in the module's code (sass_opcode.h).
 *
 * Each metric has the sum as its value and an instance for each opcode, or for each kind of opcode,
 * whose correlation id is that name: largest first, equal ones by name, from Z to A, as in reports
 * of ncu 2025.3. */
#ifndef ROOFTOP_COLLECT_RESULT_OPCODE_METRICS_H
#define ROOFTOP_COLLECT_RESULT_OPCODE_METRICS_H

#include "collect/result/result_builder.h"

/* Adds the metrics that the plan asks for, if the list has the counts they are made of. */
void opcode_metrics_add(struct metric_list *list, const struct result_input *input);

#endif

/* inside_metrics: the metrics of single instructions and of warp sampling, from what the program
 * counted and sampled.
 *
 * Each has the sum as its value, and an instance for each instruction, whose correlation id is the
 * address of the instruction in the report (module_functions.h), in rising order. Metrics of
 * instructions have instances at the instructions that CUPTI counts for them, also if they never
 * ran; those of warp sampling at the instructions where a warp was seen, with zeros for reasons
 * that were not seen there. */
#ifndef ROOFTOP_COLLECT_RESULT_INSIDE_METRICS_H
#define ROOFTOP_COLLECT_RESULT_INSIDE_METRICS_H

#include "collect/result/result_builder.h"

/* Adds what the plan asks for and the result has. What the program sent is checked: instructions
 * that cannot be are left out. */
void inside_metrics_add(struct metric_list *list, const struct result_input *input);

#endif

/* time_metrics: metrics of counters over time (PM sampling), from the samples that the program
 * took.
 *
 * Names and forms are those of ncu's reports: each metric has an instance for each sample, whose
 * correlation id is the time at which the sample begins, in nanoseconds since 1970. The value of a
 * counter is the sum over the samples; that of a share of the peak is their mean; ratios and
 * throughputs have none. Each group was sampled in a pass of its own, at another time:
 * profiler__timestamp_workload_start_N says where the launch began in pass N. */
#ifndef ROOFTOP_COLLECT_RESULT_TIME_METRICS_H
#define ROOFTOP_COLLECT_RESULT_TIME_METRICS_H

#include "collect/result/result_builder.h"

/* Adds what the result has. Samples of the program that cannot be are left out. */
void time_metrics_add(struct metric_list *list, const struct result_input *input);

#endif

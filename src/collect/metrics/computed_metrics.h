/* computed_metrics: the metrics of a result that need no counters: facts of the launch, of the
 * device and of the replay. */
#ifndef ROOFTOP_COLLECT_METRICS_COMPUTED_METRICS_H
#define ROOFTOP_COLLECT_METRICS_COMPUTED_METRICS_H

#include <stdbool.h>

#include "collect/metrics/metric_list.h"
#include "wire.pb-c.h"

/* Adds what is known of a kernel's launch and of its device. function: the kernel's bare name. */
void computed_metrics_add_launch(struct metric_list *list, const Wire__Facts *facts,
                                 const Wire__Device *device, const char *function);

/* Adds what is known of the replay: its passes and the bytes that it saved. The result of a
 * range does not have the bytes. */
void computed_metrics_add_replay(struct metric_list *list, const Wire__Window *window,
                                 bool is_range);

#endif

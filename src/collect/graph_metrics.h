/* graph_metrics: the launch metrics of a graph, or a range, that was measured as one. A metric of
 * its kernels has one instance for each of them, in the graph's order, and their common value, if
 * they have one; what is said of a launch as a whole has one value and no instances. Of metrics
 * that only make sense for one kernel (its occupancy, its shared memory) a graph has none, and a
 * range all but the tables of occupancy over other launch parameters, as in the reference. */
#ifndef ROOFTOP_GRAPH_METRICS_H
#define ROOFTOP_GRAPH_METRICS_H

#include "metric_list.h"
#include "wire.pb-c.h"

void graph_metrics_add(struct metric_list *list, const Wire__WholeGraph *graph,
                       const Wire__Device *device);
void range_metrics_add(struct metric_list *list, const Wire__WholeGraph *kernels,
                       const Wire__Device *device);

#endif

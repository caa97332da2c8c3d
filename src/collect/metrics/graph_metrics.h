/* graph_metrics: the launch metrics of a graph, or a range, that was measured as one. A metric of
 * its kernels has one instance for each kernel, in the graph's order. A metric that is about the
 * launch as a whole has one value and no instances. A graph has none of the metrics that only make
 * sense for one kernel (its occupancy, its shared memory). A range has them, except the tables of
 * occupancy over other launch parameters, as in ncu.
 *
 * The value beside the instances differs. In a graph it is the value that all kernels have, if they
 * have the same. In a range it is the value of the last launch, as in ncu: 20 for grids of 10 and
 * 20 blocks, and the second stream if the launch there came last. (The largest value would fit what
 * was observed of ncu, too. What ncu does with unlike kernels of a graph is not known.) */
#ifndef ROOFTOP_COLLECT_METRICS_GRAPH_METRICS_H
#define ROOFTOP_COLLECT_METRICS_GRAPH_METRICS_H

#include "collect/metrics/metric_list.h"
#include "wire.pb-c.h"

void graph_metrics_add(struct metric_list *list, const Wire__WholeGraph *graph,
                       const Wire__Device *device);
void range_metrics_add(struct metric_list *list, const Wire__WholeGraph *kernels,
                       const Wire__Device *device);

#endif

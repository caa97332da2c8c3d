/* graph_metrics: the launch metrics of a graph, or a range, that was measured as one. A metric of
 * its kernels has one instance for each of them, in the graph's order; what is said of a launch as
 * a whole has one value and no instances. Of metrics that only make sense for one kernel (its
 * occupancy, its shared memory) a graph has none, and a range all but the tables of occupancy over
 * other launch parameters, as in the reference.
 *
 * The value beside instances is in a graph the one that all kernels have, else there is none. In a
 * range it is the last launch's, as the reference has it: 20 for grids of 10 and 20 blocks, and the
 * second stream where that came last. (The largest would fit what was seen of it, too. What it does
 * with unlike kernels of a graph is not known.) */
#ifndef ROOFTOP_GRAPH_METRICS_H
#define ROOFTOP_GRAPH_METRICS_H

#include "metric_list.h"
#include "wire.pb-c.h"

void graph_metrics_add(struct metric_list *list, const Wire__WholeGraph *graph,
                       const Wire__Device *device);
void range_metrics_add(struct metric_list *list, const Wire__WholeGraph *kernels,
                       const Wire__Device *device);

#endif

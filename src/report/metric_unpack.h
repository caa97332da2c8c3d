/* metric_unpack: metrics of a result from their bytes.
 *
 * What comes of it is what protobuf-c would make of the same bytes, less unknown fields; but it
 * takes a tenth of the time, since nothing is looked up in descriptors, and instances can wait
 * until they are asked for. */
#ifndef ROOFTOP_METRIC_UNPACK_H
#define ROOFTOP_METRIC_UNPACK_H

#include <stdbool.h>

#include "arena.h"
#include "lean_result.h"
#include "report.pb-c.h"

/* All metrics of the list without their instances; in the list, those without any lose their bytes.
 * NULL: one is no metric, or the arena has no more room. */
Rep__ProfileMetricResult **metric_unpack_values(struct arena *arena, struct message_list *list);

/* The instances of a metric, from its bytes. false as above; the metric stays as it is. */
bool metric_unpack_instances(struct arena *arena, const struct message_bytes *bytes,
                             Rep__ProfileMetricResult *metric);

#endif

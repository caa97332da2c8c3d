/* metric_pack: the metrics of a list as fields of a packed message. */
#ifndef ROOFTOP_COLLECT_METRICS_METRIC_PACK_H
#define ROOFTOP_COLLECT_METRICS_METRIC_PACK_H

#include "collect/metrics/metric_list.h"

/* The bytes of all metrics as fields of this number, and writing them to `out`, which must have
 * room for them. */
size_t metric_pack_size(const struct metric_list *list, uint32_t number);
void metric_pack(const struct metric_list *list, uint32_t number, uint8_t *out);

#endif

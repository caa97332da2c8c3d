/* metric_pack: the metrics of a list as fields of a packed message. */
#ifndef ROOFTOP_METRIC_PACK_H
#define ROOFTOP_METRIC_PACK_H

#include "metric_list.h"

/* How many bytes they take as fields of this number, and writing them. */
size_t metric_pack_size(const struct metric_list *list, uint32_t number);
void metric_pack(const struct metric_list *list, uint32_t number, uint8_t *out);

#endif

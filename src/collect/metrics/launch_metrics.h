/* launch_metrics: the metrics that come from the launch and the device, not from counters:
 * launch__*, device__attribute_*, theoretical occupancy, and the occupancy with other registers,
 * block sizes, shared memory and barriers. A metric whose facts the driver does not tell is not
 * added. */
#ifndef ROOFTOP_COLLECT_METRICS_LAUNCH_METRICS_H
#define ROOFTOP_COLLECT_METRICS_LAUNCH_METRICS_H

#include "collect/metrics/metric_list.h"
#include "wire.pb-c.h"

/* Adds all metrics of a kernel. function: its bare name. */
void launch_metrics_add(struct metric_list *list, const Wire__Facts *facts,
                        const Wire__Device *device, const char *function);

/* Adds only the metrics that a kernel has in a graph that is measured as a whole. */
void launch_metrics_add_common(struct metric_list *list, const Wire__Facts *facts,
                               const Wire__Device *device, const char *function);

/* Adds the metrics that a kernel has in a range: its occupancy, too, but not the occupancy with
 * other parameters. */
void launch_metrics_add_in_range(struct metric_list *list, const Wire__Facts *facts,
                                 const Wire__Device *device, const char *function);

/* One of the device's attributes under the name that reports use ("device__attribute_..."). */
struct device_attribute {
    const char *name;
    uint64_t value;
    const char *text; /* NULL: a number */
};
typedef void device_attribute_use(void *context, const struct device_attribute *attribute);
/* Calls use() with every attribute that is known. */
void device_attributes_each(const Wire__Device *device, device_attribute_use *use, void *context);

/* Adds all attributes as metrics. */
void device_metrics_add(struct metric_list *list, const Wire__Device *device);

/* The compute capability: 90 for 9.0. */
unsigned device_arch(const Wire__Device *device);
/* CUPTI's name of a chip, by the number in device__attribute_chip. NULL: not known. */
const char *device_chip_name(uint64_t number);

/* Facts of the chip that no attribute tells. 0: unknown. */
unsigned device_sass_level(const Wire__Device *device);
unsigned device_schedulers(const Wire__Device *device);
unsigned device_sms_per_tpc(const Wire__Device *device);

#endif

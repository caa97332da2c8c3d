/* launch_metrics: the metrics that come from the launch and the device, not from counters:
 * launch__*, device__attribute_*, theoretical occupancy and what it would be with other registers,
 * block sizes, shared memory and barriers. What the driver does not tell is left out. */
#ifndef ROOFTOP_LAUNCH_METRICS_H
#define ROOFTOP_LAUNCH_METRICS_H

#include "metric_list.h"
#include "wire.pb-c.h"

void launch_metrics_add(struct metric_list *list, const Wire__Facts *facts,
                        const Wire__Device *device, const char *function);

/* Those of them that a kernel of a graph has, which is measured as a whole. */
void launch_metrics_add_common(struct metric_list *list, const Wire__Facts *facts,
                               const Wire__Device *device, const char *function);

/* The same of a kernel of a range: its occupancy, too, but not what it would be otherwise. */
void launch_metrics_add_in_range(struct metric_list *list, const Wire__Facts *facts,
                                 const Wire__Device *device, const char *function);

/* The device's attributes under the names that reports use ("device__attribute_..."): numbers, and
 * texts with text set. */
struct device_attribute {
    const char *name;
    uint64_t value;
    const char *text; /* NULL: a number */
};
typedef void device_attribute_use(void *context, const struct device_attribute *attribute);
void device_attributes_each(const Wire__Device *device, device_attribute_use *use, void *context);

void device_metrics_add(struct metric_list *list, const Wire__Device *device);

/* An attribute of the device or the function; fallback if it is not there. */
int64_t wire_number(Wire__Number *const *numbers, size_t count, unsigned id, int64_t fallback);

/* Compute capability, 90 for 9.0. */
unsigned device_arch(const Wire__Device *device);
/* CUPTI's name of the chip with the number of device__attribute_chip; NULL: not known. */
const char *device_chip_name(uint64_t number);

/* Facts of the chip that no attribute tells. */
unsigned device_sass_level(const Wire__Device *device); /* 0: unknown */
unsigned device_schedulers(const Wire__Device *device);
unsigned device_sms_per_tpc(const Wire__Device *device);

#endif

#include <cuda.h>
#include <stdio.h>

#include "launch_metrics.h"

static const struct {
    unsigned id;
    const char *name;
} attributes[] = {
#include "device_attributes.inc"
};

int64_t wire_number(Wire__Number *const *numbers, size_t count, unsigned id, int64_t fallback)
{
    for (size_t i = 0; i < count; i++)
        if (numbers[i]->id == id)
            return numbers[i]->value;
    return fallback;
}

static uint64_t attribute(const Wire__Device *device, unsigned id)
{
    return (uint64_t)wire_number(device->attributes, device->n_attributes, id, 0);
}

unsigned device_arch(const Wire__Device *device)
{
    return (unsigned)(attribute(device, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR) * 10 +
                      attribute(device, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR));
}

static void add(struct metric_list *list, const char *name, uint64_t value)
{
    char full[128];
    snprintf(full, sizeof full, "device__attribute_%s", name);
    metric_add_integer(list, full, value);
}

void device_metrics_add(struct metric_list *list, const Wire__Device *device)
{
    uint64_t warp = attribute(device, CU_DEVICE_ATTRIBUTE_WARP_SIZE);
    uint64_t threads = attribute(device, CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR);
    uint64_t warps = warp ? threads / warp : 0;
    uint64_t schedulers = device_schedulers(device);
    add(list, "device_index", device->ordinal);
    add(list, "limits_max_cta_per_sm",
        attribute(device, CU_DEVICE_ATTRIBUTE_MAX_BLOCKS_PER_MULTIPROCESSOR));
    add(list, "limits_num_tpcs",
        attribute(device, CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT) / device_sms_per_tpc(device));
    add(list, "max_gpu_frequency_khz", attribute(device, CU_DEVICE_ATTRIBUTE_CLOCK_RATE));
    add(list, "max_mem_frequency_khz", attribute(device, CU_DEVICE_ATTRIBUTE_MEMORY_CLOCK_RATE));
    add(list, "fb_bus_width", attribute(device, CU_DEVICE_ATTRIBUTE_GLOBAL_MEMORY_BUS_WIDTH));
    add(list, "num_schedulers_per_multiprocessor", schedulers);
    add(list, "max_warps_per_scheduler", warps / schedulers);
    add(list, "max_warps_per_multiprocessor", warps);
    for (size_t i = 0; i < sizeof attributes / sizeof *attributes; i++) {
        int64_t value =
            wire_number(device->attributes, device->n_attributes, attributes[i].id, -1);
        if (value >= 0)
            add(list, attributes[i].name, (uint64_t)value);
    }
    metric_add_text(list, "device__attribute_display_name", device->name);
    add(list, "total_memory", device->memory);
}

/* Two on every chip that CUPTI 13 measures, but for the small Pascal and Maxwell ones, which it does not. */
unsigned device_sms_per_tpc(const Wire__Device *device)
{
    (void)device;
    return 2;
}

/* Sub-partitions of an SM: four since Maxwell; GP100 (6.0) has two. */
unsigned device_schedulers(const Wire__Device *device)
{
    return device_arch(device) == 60 ? 2 : 4;
}

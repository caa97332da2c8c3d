#include <cuda.h>
#include <stdio.h>
#include <string.h>

#include "collect/machine/boards.h"
#include "collect/machine/wire_number.h"
#include "collect/metrics/launch_metrics.h"
#include "report.pb-c.h"

static const struct {
    unsigned id;
    const char *name;
} attributes[] = {
#include "collect/metrics/device_attributes.inc"
};

static uint64_t attribute(const Wire__Device *device, unsigned id)
{
    return (uint64_t)wire_number(device->attributes, device->n_attributes, id, 0);
}

unsigned device_arch(const Wire__Device *device)
{
    return (unsigned)(attribute(device, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR) * 10 +
                      attribute(device, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR));
}

/* The numbers that the driver gives the chips, with CUPTI's names for them. Nouveau and the open
 * kernel modules list them. */
static const struct {
    const char *name;
    unsigned chip;
} chips[] = {
    {"GV100", 0x140}, {"GV11B", 0x15b}, {"TU102", 0x162}, {"TU104", 0x164}, {"TU106", 0x166},
    {"TU117", 0x167}, {"TU116", 0x168}, {"GA100", 0x170}, {"GA102", 0x172}, {"GA103", 0x173},
    {"GA104", 0x174}, {"GA106", 0x176}, {"GA107", 0x177}, {"GA10B", 0x17b}, {"GH100", 0x180},
    {"AD102", 0x192}, {"AD103", 0x193}, {"AD104", 0x194}, {"AD106", 0x196}, {"AD107", 0x197},
    {"GB100", 0x1a0}, {"GB102", 0x1a2}, {"GB202", 0x1b2}, {"GB203", 0x1b3}, {"GB205", 0x1b5},
    {"GB206", 0x1b6}, {"GB207", 0x1b7},
};

/* What every chip of an architecture has, from a compute capability on (CUDA C++ Programming Guide,
 * technical specifications per compute capability, and the chapters on architectures). Since 7.0
 * one scheduler issues one instruction a cycle, and L1 and texture units are one. */
static const struct {
    unsigned from;
    const char *name;
    unsigned value;
} of_architecture[] = {
    {35, "max_registers_per_thread", 255},
    {70, "max_ipc_per_scheduler", 1},
    {70, "num_tex_per_multiprocessor", 1},
};

/* Link rates of the PCI Express generations, MT/s; reports count generations from 0. */
static const uint32_t pci_rates[] = {2500, 5000, 8000, 16000, 32000, 64000};

/* Some metrics of ncu are not in our reports, since driver, CUPTI, NVML and sysfs do not tell them:
 * fbp_count, l2s_count and num_l2s_per_fbp (floor sweeping differs from board to board), ram_type
 * and ram_location (numbers of NVIDIA's own), profiler__perfworks_session_reuse and
 * derived_tempMetric0 (ncu's own). */

struct visit {
    device_attribute_use *use;
    void *context;
};

static void number(const struct visit *v, const char *name, uint64_t value)
{
    char full[128];
    snprintf(full, sizeof full, "device__attribute_%s", name);
    v->use(v->context, &(struct device_attribute){.name = full, .value = value});
}

static void text(const struct visit *v, const char *name, const char *value)
{
    v->use(v->context, &(struct device_attribute){.name = name, .text = value});
}

static void pci(const struct visit *v, const Wire__Device *device)
{
    /* The upper half is the device, the lower half the vendor. */
    uint64_t id = attribute(device, CU_DEVICE_ATTRIBUTE_GPU_PCI_DEVICE_ID);
    if (id)
        number(v, "gpu_pci_ext_device_id", id >> 16 & 0xffff);
    if (device->has_pci_revision)
        number(v, "gpu_pci_revision_id", device->pci_revision);
    if (device->has_pci_width)
        number(v, "gpu_pci_ext_gpu_link_width", device->pci_width);
    /* gpu_pci_ext_gpu_gen is what the GPU can do; this is what the GPU and the machine can do
     * together. */
    const Wire__Board *board = device_board(device);
    if (board && board->has_pci_generation && board->pci_generation)
        number(v, "gpu_pci_ext_gen", board->pci_generation - 1);
    if (device->has_pci_port_rate)
        number(v, "gpu_pci_ext_downstream_link_rate", device->pci_port_rate);
    if (device->has_pci_port_width)
        number(v, "gpu_pci_ext_downstream_link_width", device->pci_port_width);
    if (!device->has_pci_rate)
        return;
    number(v, "gpu_pci_ext_gpu_link_rate", device->pci_rate);
    for (size_t i = 0; i < sizeof pci_rates / sizeof *pci_rates; i++)
        if (device->pci_rate == pci_rates[i])
            number(v, "gpu_pci_ext_gpu_gen", i);
}

const char *device_chip_name(uint64_t number)
{
    for (size_t i = 0; i < sizeof chips / sizeof *chips; i++)
        if (chips[i].chip == number)
            return chips[i].name;
    return NULL;
}

static void derived(const struct visit *v, const Wire__Device *device)
{
    uint64_t warp = attribute(device, CU_DEVICE_ATTRIBUTE_WARP_SIZE);
    uint64_t threads = attribute(device, CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR);
    uint64_t warps = warp ? threads / warp : 0;
    uint64_t schedulers = device_schedulers(device);
    for (size_t i = 0; i < sizeof chips / sizeof *chips; i++) {
        if (!device->chip || strcmp(device->chip, chips[i].name) != 0)
            continue;
        number(v, "architecture", chips[i].chip & ~0xfu);
        number(v, "chip", chips[i].chip);
        number(v, "implementation", chips[i].chip);
    }
    for (size_t i = 0; i < sizeof of_architecture / sizeof *of_architecture; i++)
        if (device_arch(device) >= of_architecture[i].from)
            number(v, of_architecture[i].name, of_architecture[i].value);
    if (device_arch(device) >= 70)
        number(v, "max_ipc_per_multiprocessor", schedulers);
    if (device_sass_level(device))
        number(v, "sass_level", device_sass_level(device));
    pci(v, device);
    number(v, "device_index", device->ordinal);
    number(v, "limits_max_cta_per_sm",
           attribute(device, CU_DEVICE_ATTRIBUTE_MAX_BLOCKS_PER_MULTIPROCESSOR));
    number(v, "limits_num_tpcs",
           attribute(device, CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT) /
               device_sms_per_tpc(device));
    number(v, "max_gpu_frequency_khz", attribute(device, CU_DEVICE_ATTRIBUTE_CLOCK_RATE));
    number(v, "max_mem_frequency_khz", attribute(device, CU_DEVICE_ATTRIBUTE_MEMORY_CLOCK_RATE));
    number(v, "fb_bus_width", attribute(device, CU_DEVICE_ATTRIBUTE_GLOBAL_MEMORY_BUS_WIDTH));
    number(v, "num_schedulers_per_multiprocessor", schedulers);
    number(v, "max_warps_per_scheduler", warps / schedulers);
    number(v, "max_warps_per_multiprocessor", warps);
}

void device_attributes_each(const Wire__Device *device, device_attribute_use *use, void *context)
{
    struct visit v = {use, context};
    derived(&v, device);
    for (size_t i = 0; i < sizeof attributes / sizeof *attributes; i++) {
        int64_t value = wire_number(device->attributes, device->n_attributes, attributes[i].id, -1);
        if (value >= 0)
            number(&v, attributes[i].name, (uint64_t)value);
    }
    text(&v, "device__attribute_display_name", device->name);
    if (device->machine && device->machine->confidential)
        text(&v, "device__attribute_confidential_computing_mode", device->machine->confidential);
    number(&v, "total_memory", device->memory);
}

static void add_metric(void *list, const struct device_attribute *attribute)
{
    if (attribute->text)
        metric_add_text(list, attribute->name, attribute->text);
    else
        metric_add_integer(list, attribute->name, attribute->value);
}

void device_metrics_add(struct metric_list *list, const Wire__Device *device)
{
    device_attributes_each(device, add_metric, list);
}

/* Every chip that CUPTI 13 measures has two. Only small Pascal and Maxwell chips, which it does not
 * measure, have another number. */
unsigned device_sms_per_tpc(const Wire__Device *device)
{
    (void)device;
    return 2;
}

/* The sub-partitions of an SM. There are four since Maxwell; GP100 (6.0) has two. */
unsigned device_schedulers(const Wire__Device *device)
{
    return device_arch(device) == 60 ? 2 : 4;
}

/* The instruction set, by the compute capability from which on it is in use. The numbers are those
 * of report.proto. */
unsigned device_sass_level(const Wire__Device *device)
{
    static const struct {
        unsigned from;
        Rep__SourceSassLevel level;
    } levels[] = {{120, REP__SOURCE_SASS_LEVEL__SourceSassLevel_Sass12},
                  {100, REP__SOURCE_SASS_LEVEL__SourceSassLevel_Sass10},
                  {90, REP__SOURCE_SASS_LEVEL__SourceSassLevel_Sass9},
                  {80, REP__SOURCE_SASS_LEVEL__SourceSassLevel_Sass8},
                  {70, REP__SOURCE_SASS_LEVEL__SourceSassLevel_Sass7}};
    for (size_t i = 0; i < sizeof levels / sizeof *levels; i++)
        if (device_arch(device) >= levels[i].from)
            return levels[i].level;
    return 0;
}

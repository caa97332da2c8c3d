#include "collect/inject/program/facts.h"

#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "collect/inject/base/inject.h"
#include "collect/inject/program/green_context.h"

static Wire__Dimensions dimensions(unsigned x, unsigned y, unsigned z)
{
    Wire__Dimensions d = WIRE__DIMENSIONS__INIT;
    d.has_x = d.has_y = d.has_z = true;
    d.x = x, d.y = y, d.z = z;
    return d;
}

static void fill_attributes(struct facts *facts, struct inject *inject, CUfunction function)
{
    Wire__Facts *m = &facts->message;
    for (int i = 0; i < CU_FUNC_ATTRIBUTE_MAX; i++) {
        int value;
        if (!function || inject->driver.func_get_attribute(&value, (CUfunction_attribute)i,
                                                           function) != CUDA_SUCCESS)
            continue;
        Wire__Number *number = &facts->numbers[m->n_attributes];
        wire__number__init(number);
        number->has_id = number->has_value = true;
        number->id = (uint32_t)i;
        number->value = value;
        facts->number_pointers[m->n_attributes++] = number;
    }
    m->attributes = facts->number_pointers;
}

/* What the chip can do about clusters with the launch's block and shared memory. */
static void fill_clusters(struct facts *facts, struct inject *inject, const struct launch *launch,
                          CUfunction function)
{
    Wire__Facts *m = &facts->message;
    CUlaunchConfig config = launch->config;
    CUlaunchAttribute attribute = {.id = CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION};
    int value;
    config.attrs = (CUlaunchAttribute *)(uintptr_t)launch->attributes;
    for (unsigned i = 0; i < config.numAttrs; i++) {
        const CUlaunchAttribute *a = &launch->attributes[i];
        if (a->id == CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION) {
            facts->cluster =
                dimensions(a->value.clusterDim.x, a->value.clusterDim.y, a->value.clusterDim.z);
            m->cluster = &facts->cluster;
        } else if (a->id == CU_LAUNCH_ATTRIBUTE_CLUSTER_SCHEDULING_POLICY_PREFERENCE) {
            m->has_cluster_policy = true;
            m->cluster_policy = (uint32_t)a->value.clusterSchedulingPolicyPreference;
        } else if (a->id == CU_LAUNCH_ATTRIBUTE_NVLINK_UTIL_CENTRIC_SCHEDULING) {
            m->nvlink_centric = a->value.nvlinkUtilCentricScheduling != 0;
        } else if (a->id == CU_LAUNCH_ATTRIBUTE_COOPERATIVE && a->value.cooperative) {
            m->has_cooperative = m->cooperative = true;
        }
    }
    if (!function)
        return;
    if (m->cluster &&
        inject->driver.occupancy_max_active_clusters(&value, function, &config) == CUDA_SUCCESS) {
        m->has_max_active_clusters = true;
        m->max_active_clusters = (uint32_t)value;
    }
    if (inject->driver.occupancy_max_potential_cluster_size(&value, function, &config) ==
        CUDA_SUCCESS) {
        m->has_max_cluster_size = true;
        m->max_cluster_size = (uint32_t)value;
    }
    if (!m->cluster)
        return;
    config.attrs = &attribute;
    config.numAttrs = 1;
    config.gridDimY = config.gridDimZ = 1;
    for (unsigned size = 1; size <= 16; size++) {
        attribute.value.clusterDim.x = size;
        config.gridDimX = size; /* the grid has to be made of whole clusters */
        attribute.value.clusterDim.y = attribute.value.clusterDim.z = 1;
        value = 0;
        if (inject->driver.occupancy_max_active_clusters(&value, function, &config) != CUDA_SUCCESS)
            value = 0;
        facts->active_clusters[m->n_active_clusters++] = (uint32_t)value;
    }
    m->active_clusters = facts->active_clusters;
}

bool facts_stream(const struct inject *inject, const struct launch *launch, uint32_t *stream)
{
    return inject->cupti.get_stream_id(launch->context, launch->config.hStream,
                                       launch->per_thread_stream, stream) == CUPTI_SUCCESS;
}

void facts_of_call(struct facts *facts, struct inject *inject, const struct launch *launch,
                   unsigned device, uint32_t context_id)
{
    Wire__Facts *m = &facts->message;
    memset(facts, 0, sizeof *facts);
    wire__facts__init(m);
    m->has_device = m->has_context = m->has_thread = true;
    m->device = device;
    m->context = context_id;
    m->thread = (uint32_t)syscall(SYS_gettid);
    m->mangled = (char *)(uintptr_t)launch->mangled;
    m->has_stream = facts_stream(inject, launch, &m->stream);
}

void facts_fill(struct facts *facts, struct inject *inject, const struct launch *launch,
                const struct function *function, unsigned device, uint32_t context_id)
{
    Wire__Facts *m = &facts->message;
    const struct foil_driver *driver = &inject->driver;
    const CUlaunchConfig *c = &launch->config;
    facts_of_call(facts, inject, launch, device, context_id);
    m->has_function = true;
    m->function = (uint64_t)(uintptr_t)launch->f;
    facts->grid = dimensions(c->gridDimX, c->gridDimY, c->gridDimZ);
    facts->block = dimensions(c->blockDimX, c->blockDimY, c->blockDimZ);
    m->grid = &facts->grid;
    m->block = &facts->block;
    m->has_dynamic_shared = true;
    m->dynamic_shared = c->sharedMemBytes;
    if (launch->entry == LAUNCH_COOPERATIVE || launch->entry == LAUNCH_COOPERATIVE_PTSZ)
        m->has_cooperative = m->cooperative = true;
    m->has_nvlink_centric = true;
    m->has_device_launches = function->calls_known;
    m->device_launches = function->calls.launches;
    fill_attributes(facts, inject, function->function);
    fill_clusters(facts, inject, launch, function->function);
    size_t limit;
    if (driver->ctx_get_limit(&limit, CU_LIMIT_STACK_SIZE) == CUDA_SUCCESS) {
        m->has_stack_size = true;
        m->stack_size = limit;
    }
    if (driver->ctx_get_limit(&limit, CU_LIMIT_PERSISTING_L2_CACHE_SIZE) == CUDA_SUCCESS) {
        m->has_persisting_l2 = true;
        m->persisting_l2 = limit;
    }
    CUfunc_cache config = function->cache_config;
    if (function->has_cache_config || driver->ctx_get_cache_config(&config) == CUDA_SUCCESS) {
        m->has_cache_config = true;
        m->cache_config = (uint32_t)config;
    }
    if (function->has_cubin) {
        m->has_module = true;
        m->module = function->cubin;
        m->has_barriers = function->barriers >= 0;
        m->barriers = (uint32_t)function->barriers;
    }
    green_context_fill(m, inject, launch);
}

static CUptiResult fill_availability(struct inject *inject, CUcontext context, Wire__Device *device)
{
    CUpti_Profiler_GetCounterAvailability_Params params = {
        .structSize = CUpti_Profiler_GetCounterAvailability_Params_STRUCT_SIZE, .ctx = context};
    CUptiResult result = inject->cupti.counter_availability(&params);
    if (result == CUPTI_SUCCESS) {
        device->availability.data = malloc(params.counterAvailabilityImageSize + 1);
        params.pCounterAvailabilityImage = device->availability.data;
        result = device->availability.data ? inject->cupti.counter_availability(&params)
                                           : CUPTI_ERROR_OUT_OF_MEMORY;
    }
    device->availability.len = params.counterAvailabilityImageSize;
    device->has_availability = result == CUPTI_SUCCESS;
    return result;
}

static void fill_device_attributes(struct inject *inject, Wire__Device *m, CUdevice device)
{
    m->attributes = calloc(CU_DEVICE_ATTRIBUTE_MAX, sizeof *m->attributes);
    for (int i = 1; m->attributes && i < CU_DEVICE_ATTRIBUTE_MAX; i++) {
        int value;
        if (inject->driver.device_get_attribute(&value, (CUdevice_attribute)i, device) !=
            CUDA_SUCCESS)
            continue;
        Wire__Number *number = malloc(sizeof *number);
        if (!number)
            return;
        wire__number__init(number);
        number->has_id = number->has_value = true;
        number->id = (uint32_t)i;
        number->value = value;
        m->attributes[m->n_attributes++] = number;
    }
}

static void fill_uuid(const struct foil_driver *driver, Wire__Device *m, CUdevice device)
{
    enum { BYTES = sizeof(CUuuid) };
    CUuuid uuid;
    if (driver->device_get_uuid(&uuid, device) != CUDA_SUCCESS || !(m->uuid.data = malloc(BYTES)))
        return;
    memcpy(m->uuid.data, uuid.bytes, BYTES);
    m->uuid.len = BYTES;
    m->has_uuid = true;
}

/* The GPUs that the program sees. The host cannot know, since it may see others. */
static void fill_visible(const struct foil_driver *driver, Wire__Device *m)
{
    int count, domain, bus, device;
    if (driver->device_get_count(&count) != CUDA_SUCCESS || count < 1 ||
        !(m->visible = calloc((size_t)count, sizeof *m->visible)))
        return;
    for (int i = 0; i < count; i++)
        if (driver->device_get_attribute(&domain, CU_DEVICE_ATTRIBUTE_PCI_DOMAIN_ID, i) ==
                CUDA_SUCCESS &&
            driver->device_get_attribute(&bus, CU_DEVICE_ATTRIBUTE_PCI_BUS_ID, i) == CUDA_SUCCESS &&
            driver->device_get_attribute(&device, CU_DEVICE_ATTRIBUTE_PCI_DEVICE_ID, i) ==
                CUDA_SUCCESS)
            m->visible[i] = (uint64_t)domain << 16 | (unsigned)bus << 8 | (unsigned)device;
    m->n_visible = (size_t)count;
}

Wire__ToHost *facts_device(struct inject *inject, CUcontext context, CUdevice device,
                           CUptiResult *error)
{
    Wire__ToHost *message = malloc(sizeof *message);
    Wire__Device *m = malloc(sizeof *m);
    *error = CUPTI_ERROR_OUT_OF_MEMORY;
    if (!message || !m) {
        free(message);
        free(m);
        return NULL;
    }
    wire__to_host__init(message);
    wire__device__init(m);
    message->device = m;
    m->has_ordinal = m->has_memory = true;
    m->ordinal = (uint32_t)device;
    char name[256] = "";
    size_t memory = 0;
    inject->driver.device_get_name(name, sizeof name, device);
    inject->driver.device_total_mem(&memory, device);
    m->name = strdup(name);
    m->memory = memory;
    CUpti_Device_GetChipName_Params chip = {
        .structSize = CUpti_Device_GetChipName_Params_STRUCT_SIZE, .deviceIndex = (size_t)device};
    const CUptiResult named = inject->cupti.chip_name(&chip);
    if (named == CUPTI_SUCCESS)
        m->chip = strdup(chip.pChipName);
    else
        *error = named;
    fill_device_attributes(inject, m, device);
    fill_uuid(&inject->driver, m, device);
    fill_visible(&inject->driver, m);
    if (m->chip && m->name)
        *error = fill_availability(inject, context, m);
    if (m->has_availability)
        return message;
    wire__to_host__free_unpacked(message, NULL);
    return NULL;
}

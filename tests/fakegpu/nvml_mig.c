/* Instances of GPUs in MIG mode. FAKEGPU_MIG=isolated: one compute instance, which has its GPU
 * instance to itself; =shared: two in one GPU instance. The first is the program's device. */
#include <stdio.h>
#include <stdlib.h>

#include "nvml_fake.h"

enum { GPU_INSTANCE = 2, GPU_SLICES = 3 };

struct attributes {
    unsigned multiprocessors, copy_engines, decoders, encoders, jpeg, ofa, gpu_slices,
        compute_slices;
    unsigned long long memory;
};

static struct nvmlDevice_st instances[2];

static unsigned instance_count(void)
{
    const char *kind = getenv("FAKEGPU_MIG");
    return !kind ? 0 : strcmp(kind, "shared") == 0 ? 2 : strcmp(kind, "isolated") == 0;
}

const char *nvml_instance_name(nvmlDevice_t device)
{
    if (device < instances || device >= instances + instance_count())
        return NULL;
    return instance_count() == 1 ? "NVIDIA H200 MIG 3g.71gb"
           : device == instances ? "NVIDIA H200 MIG 1c.3g.71gb"
                                 : "NVIDIA H200 MIG 2c.3g.71gb";
}

#define INSTANCE_ENTER(device)                                                                     \
    NVML_ENTER();                                                                                  \
    if (!nvml_instance_name(device))                                                               \
    return NVML_ERROR_INVALID_ARGUMENT

nvmlReturn_t nvmlDeviceGetMaxMigDeviceCount(nvmlDevice_t device, unsigned *count)
{
    DEVICE_ENTER(device);
    *count = 7;
    return NVML_SUCCESS;
}

nvmlReturn_t nvmlDeviceGetMigDeviceHandleByIndex(nvmlDevice_t device, unsigned index,
                                                 nvmlDevice_t *instance)
{
    DEVICE_ENTER(device);
    if (index >= instance_count())
        return NVML_ERROR_NOT_FOUND;
    *instance = &instances[index];
    return NVML_SUCCESS;
}

nvmlReturn_t nvmlDeviceGetAttributes_v2(nvmlDevice_t instance, struct attributes *attributes)
{
    INSTANCE_ENTER(instance);
    *attributes = (struct attributes){.gpu_slices = GPU_SLICES,
                                      .compute_slices = instance_count() == 1  ? GPU_SLICES
                                                        : instance > instances ? 2
                                                                               : 1};
    return NVML_SUCCESS;
}

nvmlReturn_t nvmlDeviceGetGpuInstanceId(nvmlDevice_t instance, unsigned *id)
{
    INSTANCE_ENTER(instance);
    *id = GPU_INSTANCE;
    return NVML_SUCCESS;
}

nvmlReturn_t nvmlDeviceGetComputeInstanceId(nvmlDevice_t instance, unsigned *id)
{
    INSTANCE_ENTER(instance);
    *id = (unsigned)(instance - instances);
    return NVML_SUCCESS;
}

nvmlReturn_t nvmlDeviceGetUUID(nvmlDevice_t instance, char *uuid, unsigned length)
{
    INSTANCE_ENTER(instance);
    snprintf(uuid, length, "MIG-fa4e6000-726f-6f66-746f-7066616b65%s",
             instance > instances ? "31" : "30");
    return NVML_SUCCESS;
}

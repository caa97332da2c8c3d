/* NVML double: H200s, whose clocks can be locked. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "nvml_fake.h"

enum { CLOCK_GRAPHICS = 0, CLOCK_SM = 1, CLOCK_MEMORY = 2, CLOCK_VIDEO = 3 };

enum { BASE_MHZ = 1500, MAX_MHZ = 1980, MEMORY_MHZ = 3201 };

struct nvmlDevice_st nvml_boards[MOST_BOARDS];
int nvml_users;

void nvml_note(const char *function)
{
    const char *path = getenv("FAKEGPU_NVML_CALLS");
    FILE *file = path ? fopen(path, "a") : NULL;
    if (!file)
        return;
    fprintf(file, "%s\n", function);
    fclose(file);
}

unsigned nvml_board_count(void)
{
    const char *boards = getenv("FAKEGPU_BOARDS");
    unsigned count = boards ? (unsigned)atoi(boards) : 1;
    return count < MOST_BOARDS ? count : MOST_BOARDS;
}

static void log_line(const char *format, unsigned a, unsigned b, unsigned c)
{
    const char *path = getenv("FAKEGPU_NVML_LOG");
    FILE *file = path ? fopen(path, "a") : NULL;
    if (!file)
        return;
    fprintf(file, format, a, b, c);
    fclose(file);
}

static nvmlReturn_t copy_text(char *to, unsigned length, const char *text)
{
    return (unsigned)snprintf(to, length, "%s", text) < length ? NVML_SUCCESS
                                                               : NVML_ERROR_INSUFFICIENT_SIZE;
}

nvmlReturn_t nvmlInit_v2(void)
{
    NVML_ENTER();
    nvml_users++;
    return NVML_SUCCESS;
}

nvmlReturn_t nvmlShutdown(void)
{
    NVML_ENTER();
    nvml_users--;
    return NVML_SUCCESS;
}

nvmlReturn_t nvmlDeviceGetCount_v2(unsigned *count)
{
    NVML_ENTER();
    *count = nvml_board_count();
    return NVML_SUCCESS;
}

nvmlReturn_t nvmlDeviceGetHandleByIndex_v2(unsigned index, nvmlDevice_t *device)
{
    NVML_ENTER();
    if (index >= nvml_board_count())
        return NVML_ERROR_INVALID_ARGUMENT;
    *device = &nvml_boards[index];
    (*device)->index = index;
    return NVML_SUCCESS;
}

nvmlReturn_t nvmlDeviceGetHandleByPciBusId_v2(const char *id, nvmlDevice_t *device)
{
    NVML_ENTER();
    for (unsigned i = 0; i < nvml_board_count(); i++) {
        char own[32];
        snprintf(own, sizeof own, "00000000:00:%02x.0", FIRST_PCI_DEVICE + i);
        if (strcasecmp(id, own) == 0 || strcasecmp(id, own + 4) == 0)
            return nvmlDeviceGetHandleByIndex_v2(i, device);
    }
    return NVML_ERROR_NOT_FOUND;
}

/* The bytes of cuDeviceGetUuid, as NVML writes them. */
nvmlReturn_t nvmlDeviceGetHandleByUUID(const char *uuid, nvmlDevice_t *device)
{
    NVML_ENTER();
    *device = &nvml_boards[0];
    return strcasecmp(uuid, "GPU-fa4e6000-726f-6f66-746f-7066616b6530") == 0 ? NVML_SUCCESS
                                                                             : NVML_ERROR_NOT_FOUND;
}

nvmlReturn_t nvmlDeviceGetName(nvmlDevice_t device, char *name, unsigned length)
{
    const char *instance = nvml_instance_name(device);
    if (instance)
        return copy_text(name, length, instance);
    DEVICE_ENTER(device);
    return copy_text(name, length, "NVIDIA H200");
}

nvmlReturn_t nvmlSystemGetDriverVersion(char *version, unsigned length)
{
    NVML_ENTER();
    return copy_text(version, length, "580.159");
}

nvmlReturn_t nvmlDeviceGetDefaultApplicationsClock(nvmlDevice_t device, int type, unsigned *mhz)
{
    DEVICE_ENTER(device);
    *mhz = type == CLOCK_MEMORY ? MEMORY_MHZ : BASE_MHZ;
    return type < 0 || type > CLOCK_VIDEO ? NVML_ERROR_INVALID_ARGUMENT : NVML_SUCCESS;
}

/* FAKEGPU_MIG: in MIG mode, see nvml_mig.c. */
nvmlReturn_t nvmlDeviceGetMigMode(nvmlDevice_t device, unsigned *current, unsigned *pending)
{
    DEVICE_ENTER(device);
    *current = *pending = getenv("FAKEGPU_MIG") != NULL;
    return NVML_SUCCESS;
}

nvmlReturn_t nvmlDeviceGetMaxClockInfo(nvmlDevice_t device, int type, unsigned *mhz)
{
    DEVICE_ENTER(device);
    *mhz = type == CLOCK_MEMORY ? MEMORY_MHZ : MAX_MHZ;
    return type < 0 || type > CLOCK_VIDEO ? NVML_ERROR_INVALID_ARGUMENT : NVML_SUCCESS;
}

nvmlReturn_t nvmlDeviceGetClockInfo(nvmlDevice_t device, int type, unsigned *mhz)
{
    DEVICE_ENTER(device);
    unsigned core = device->locked_max ? device->locked_max : MAX_MHZ;
    *mhz = type == CLOCK_MEMORY ? MEMORY_MHZ : core;
    return type < 0 || type > CLOCK_VIDEO ? NVML_ERROR_INVALID_ARGUMENT : NVML_SUCCESS;
}

nvmlReturn_t nvmlDeviceSetGpuLockedClocks(nvmlDevice_t device, unsigned min_mhz, unsigned max_mhz)
{
    DEVICE_ENTER(device);
    if (min_mhz > max_mhz || max_mhz > MAX_MHZ)
        return NVML_ERROR_INVALID_ARGUMENT;
    device->locked_min = min_mhz;
    device->locked_max = max_mhz;
    log_line("lock %u %u %u\n", device->index, min_mhz, max_mhz);
    return NVML_SUCCESS;
}

nvmlReturn_t nvmlDeviceResetGpuLockedClocks(nvmlDevice_t device)
{
    DEVICE_ENTER(device);
    device->locked_min = device->locked_max = 0;
    log_line("reset %u\n", device->index, 0, 0);
    return NVML_SUCCESS;
}

const char *nvmlErrorString(nvmlReturn_t result)
{
    switch (result) {
    case NVML_SUCCESS:
        return "The operation was successful";
    case NVML_ERROR_UNINITIALIZED:
        return "NVML was not first initialized with nvmlInit()";
    case NVML_ERROR_INVALID_ARGUMENT:
        return "A supplied argument is invalid";
    case NVML_ERROR_NOT_SUPPORTED:
        return "The requested operation is not available on target device";
    case NVML_ERROR_NO_PERMISSION:
        return "The current user does not have permission for operation";
    case NVML_ERROR_NOT_FOUND:
        return "A query to find an object was unsuccessful";
    case NVML_ERROR_INSUFFICIENT_SIZE:
        return "An input argument is not large enough";
    default:
        return "Unknown Error";
    }
}

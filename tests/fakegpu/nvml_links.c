/* Links and places of the boards: one alone has none that is up, several are joined by 18 each,
 * over a switch or, with FAKEGPU_DIRECT, as pairs of which link N leads to link 17 - N.
 * FAKEGPU_LINK_DOWN
 * ("1.2") is a link that is down, FAKEGPU_PARTITIONS keeps boards on the switch apart, FAKEGPU_VGPU
 * makes them virtual. */
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#include "nvml_fake.h"

enum { LINKS = 18, LINK_MBPS = 26562, GENERATION = 5 };
enum { REMOTE_GPU = 0, REMOTE_SWITCH = 2, P2P_OK = 0, P2P_NVLINK = 2, P2P_NOT_SUPPORTED = 4 };
enum { CAP_SLI_BRIDGE = 4, CAP_VALID = 5, MODE_PASSTHROUGH = 1, MODE_VGPU = 2, P2P_UNKNOWN = 5 };

typedef struct {
    char busIdLegacy[16];
    unsigned domain, bus, device, pciDeviceId, pciSubSystemId;
    char busId[32];
} nvmlPciInfo_t;

typedef struct {
    unsigned fieldId, scopeId;
    long long timestamp, latencyUsec;
    int valueType;
    nvmlReturn_t nvmlReturn;
    union {
        double dVal;
        unsigned uiVal;
        unsigned long long ullVal;
    } value;
} nvmlFieldValue_t;

static nvmlReturn_t pci_of(unsigned device, nvmlPciInfo_t *pci)
{
    memset(pci, 0, sizeof *pci);
    pci->device = device;
    pci->pciDeviceId = 590680286;
    snprintf(pci->busIdLegacy, sizeof pci->busIdLegacy, "0000:00:%02X.0", device);
    snprintf(pci->busId, sizeof pci->busId, "00000000:00:%02X.0", device);
    return NVML_SUCCESS;
}

static bool is_up(nvmlDevice_t device, unsigned link)
{
    unsigned board, down;
    const char *text = getenv("FAKEGPU_LINK_DOWN");
    return nvml_board_count() > 1 && !(text && sscanf(text, "%u.%u", &board, &down) == 2 &&
                                       board == device->index && down == link);
}

nvmlReturn_t nvmlDeviceGetPciInfo_v3(nvmlDevice_t device, nvmlPciInfo_t *pci)
{
    DEVICE_ENTER(device);
    return pci_of(FIRST_PCI_DEVICE + device->index, pci);
}

nvmlReturn_t nvmlDeviceGetMaxPcieLinkGeneration(nvmlDevice_t device, unsigned *generation)
{
    DEVICE_ENTER(device);
    *generation = GENERATION;
    return NVML_SUCCESS;
}

nvmlReturn_t nvmlDeviceGetVirtualizationMode(nvmlDevice_t device, int *mode)
{
    DEVICE_ENTER(device);
    *mode = getenv("FAKEGPU_VGPU") ? MODE_VGPU : MODE_PASSTHROUGH;
    return NVML_SUCCESS;
}

nvmlReturn_t nvmlSystemGetConfComputeState(unsigned state[3])
{
    NVML_ENTER();
    memset(state, 0, 3 * sizeof *state);
    return NVML_SUCCESS;
}

nvmlReturn_t nvmlDeviceGetNvLinkState(nvmlDevice_t device, unsigned link, int *active)
{
    DEVICE_ENTER(device);
    if (link >= LINKS)
        return NVML_ERROR_INVALID_ARGUMENT;
    *active = is_up(device, link);
    return NVML_SUCCESS;
}

nvmlReturn_t nvmlDeviceGetNvLinkCapability(nvmlDevice_t device, unsigned link, int capability,
                                           unsigned *result)
{
    DEVICE_ENTER(device);
    if (link >= LINKS || capability < 0 || capability > CAP_VALID)
        return NVML_ERROR_INVALID_ARGUMENT;
    *result = capability != CAP_SLI_BRIDGE;
    return NVML_SUCCESS;
}

nvmlReturn_t nvmlDeviceGetNvLinkRemoteDeviceType(nvmlDevice_t device, unsigned link, int *type)
{
    DEVICE_ENTER(device);
    if (link >= LINKS)
        return NVML_ERROR_INVALID_ARGUMENT;
    if (!is_up(device, link))
        return NVML_ERROR_NOT_SUPPORTED;
    *type = getenv("FAKEGPU_DIRECT") ? REMOTE_GPU : REMOTE_SWITCH;
    return NVML_SUCCESS;
}

/* A switch is at an address where no board is. */
nvmlReturn_t nvmlDeviceGetNvLinkRemotePciInfo_v2(nvmlDevice_t device, unsigned link,
                                                 nvmlPciInfo_t *pci)
{
    DEVICE_ENTER(device);
    if (link >= LINKS)
        return NVML_ERROR_INVALID_ARGUMENT;
    if (!is_up(device, link))
        return NVML_ERROR_NOT_SUPPORTED;
    return pci_of(getenv("FAKEGPU_DIRECT") ? FIRST_PCI_DEVICE + (device->index ^ 1) : 0, pci);
}

static nvmlReturn_t field(nvmlDevice_t device, nvmlFieldValue_t *f)
{
    switch (f->fieldId) {
    case 91: /* count of links */
        f->value.uiVal = LINKS;
        return NVML_SUCCESS;
    case 146: /* link at the other end */
        f->value.uiVal = LINKS - 1 - f->scopeId;
        return is_up(device, f->scopeId) ? NVML_SUCCESS : NVML_ERROR_NOT_SUPPORTED;
    case 164: /* speed of a link */
        f->value.uiVal = LINK_MBPS;
        return is_up(device, f->scopeId) ? NVML_SUCCESS : NVML_ERROR_NOT_SUPPORTED;
    case 170: /* links to a processor on the same board */
        return NVML_ERROR_NOT_SUPPORTED;
    default:
        return NVML_ERROR_INVALID_ARGUMENT;
    }
}

nvmlReturn_t nvmlDeviceGetFieldValues(nvmlDevice_t device, int count, nvmlFieldValue_t *fields)
{
    DEVICE_ENTER(device);
    for (int i = 0; i < count; i++)
        fields[i].nvmlReturn = field(device, &fields[i]);
    return NVML_SUCCESS;
}

nvmlReturn_t nvmlDeviceGetP2PStatus(nvmlDevice_t device, nvmlDevice_t other, int index, int *status)
{
    DEVICE_ENTER(device);
    DEVICE_ENTER(other);
    if (device == other || index < 0 || index >= P2P_UNKNOWN)
        return NVML_ERROR_INVALID_ARGUMENT;
    *status = index == P2P_NVLINK && getenv("FAKEGPU_PARTITIONS") ? P2P_NOT_SUPPORTED : P2P_OK;
    return NVML_SUCCESS;
}

/* 16 processors of node 0 for each board. */
nvmlReturn_t nvmlDeviceGetCpuAffinity(nvmlDevice_t device, unsigned size, unsigned long *set)
{
    DEVICE_ENTER(device);
    memset(set, 0, size * sizeof *set);
    for (unsigned i = 0; i < 16 * nvml_board_count(); i++)
        set[i / (CHAR_BIT * sizeof *set)] |= 1UL << i % (CHAR_BIT * sizeof *set);
    return NVML_SUCCESS;
}

nvmlReturn_t nvmlDeviceGetMemoryAffinity(nvmlDevice_t device, unsigned size, unsigned long *set,
                                         int scope)
{
    DEVICE_ENTER(device);
    if (scope < 0 || scope > 1)
        return NVML_ERROR_INVALID_ARGUMENT;
    memset(set, 0, size * sizeof *set);
    set[0] = 1;
    return NVML_SUCCESS;
}

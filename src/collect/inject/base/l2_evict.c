/* Opens the kernel driver as a client of its own, finds the GPU by its PCI address, and asks it to
 * write back and drop the lines of L2. The structures are those of NVIDIA's open kernel modules;
 * their sizes are asserted below. After the call something on the device still touches memory for
 * a while, so l2_evict_run() waits that out, spinning, because a sleep would take longer. */
#include "collect/inject/base/l2_evict.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "collect/inject/base/descriptor.h"
#include "collect/inject/base/now.h"
#include "collect/inject/base/rm_control.h"

enum { CLASS_CLIENT = 0x41, CLASS_DEVICE = 0x80, CLASS_SUBDEVICE = 0x2080 };

enum {
    GET_ATTACHED_IDS = 0x201,
    GET_ID_INFO = 0x205,
    GET_PCI_INFO = 0x21b,
    GET_VIRTUALIZATION_MODE = 0x800289,
    FLUSH_GPU_CACHE = 0x2080130e,
};

/* Handles of our objects: any numbers that no other object of the client has. */
enum { DEVICE = 0xcaf00001, SUBDEVICE = 0xcaf00002 };

enum { MOST_GPUS = 32, MOST_ADDRESSES = 500 };
enum { NO_GPU = 0xffffffff, VIRTUAL_GPU = 2 };

/* Bits 0 and 1: video memory 0, system memory 1. Bits 2 and 3: write back, invalidate. Bit 4: the
 * whole cache. */
enum { EVICT_ALL = 1 << 2 | 1 << 3 | 1 << 4, OF_SYSTEM_MEMORY = 1 };

struct allocation {
    uint32_t client, parent, object, class;
    uint64_t parameters;
    uint32_t size, status;
};

struct device_parameters {
    uint32_t instance, client_share, target_client, target_device, flags;
    uint64_t space_size, space_start, space_limit;
    uint32_t space_mode;
};

struct id_info {
    uint32_t id, flags, device, subdevice, sli, board, gpu, numa;
};

struct pci_info {
    uint32_t id, domain;
    uint16_t bus, slot;
};

struct flush_parameters {
    uint64_t addresses[MOST_ADDRESSES];
    uint32_t address_count, address_align;
    uint64_t block_size;
    uint32_t flags;
};

static_assert(sizeof(struct allocation) == 32, "NVOS21_PARAMETERS");
static_assert(sizeof(struct device_parameters) == 56, "NV0080_ALLOC_PARAMETERS");
static_assert(sizeof(struct id_info) == 32, "NV0000_CTRL_GPU_GET_ID_INFO_V2_PARAMS");
static_assert(sizeof(struct pci_info) == 12, "NV0000_CTRL_GPU_GET_PCI_INFO_PARAMS");
static_assert(sizeof(struct flush_parameters) == 4024, "NV2080_CTRL_FB_FLUSH_GPU_CACHE_PARAMS");

#define ALLOCATE _IOWR('F', 0x2b, struct allocation)

static bool control(const struct l2_evict *evict, uint32_t object, uint32_t command,
                    void *parameters, size_t size)
{
    struct rm_control request = {
        evict->client, object, command, .parameters = (uintptr_t)parameters, .size = (uint32_t)size,
    };
    return evict->ask(evict->file, RM_CONTROL, &request) == 0 && request.status == 0;
}

static bool allocate(struct l2_evict *evict, uint32_t parent, uint32_t *object, uint32_t class,
                     void *parameters, size_t size)
{
    struct allocation request = {
        evict->client,          parent, *object, class, .parameters = (uintptr_t)parameters,
        .size = (uint32_t)size,
    };
    if (evict->ask(evict->file, ALLOCATE, &request) != 0 || request.status != 0)
        return false;
    *object = request.object;
    return true;
}

static bool find_gpu(const struct l2_evict *evict, const struct pci_info *wanted,
                     struct id_info *info)
{
    uint32_t ids[MOST_GPUS];
    memset(ids, 0xff, sizeof ids);
    if (!control(evict, evict->client, GET_ATTACHED_IDS, ids, sizeof ids))
        return false;
    for (size_t i = 0; i < MOST_GPUS && ids[i] != NO_GPU; i++) {
        struct pci_info pci = {.id = ids[i]};
        if (!control(evict, evict->client, GET_PCI_INFO, &pci, sizeof pci) ||
            pci.domain != wanted->domain || pci.bus != wanted->bus || pci.slot != wanted->slot)
            continue;
        *info = (struct id_info){.id = ids[i]};
        return control(evict, evict->client, GET_ID_INFO, info, sizeof *info);
    }
    return false;
}

static bool evict_memory(const struct l2_evict *evict, uint32_t memory)
{
    struct flush_parameters parameters = {.flags = EVICT_ALL | memory};
    return control(evict, evict->subdevice, FLUSH_GPU_CACHE, &parameters, sizeof parameters);
}

bool l2_evict_run(const struct l2_evict *evict, bool system_memory)
{
    if ((system_memory && !evict_memory(evict, OF_SYSTEM_MEMORY)) || !evict_memory(evict, 0))
        return false;
    /* Spins, because a sleep lasts a third longer. */
    const uint64_t quiet = now_ns() + L2_EVICT_AFTERMATH;
    while (now_ns() < quiet)
        ;
    return true;
}

bool l2_evict_open_file(struct l2_evict *evict, int file,
                        int (*ask)(int file, unsigned long request, void *parameters),
                        unsigned domain, unsigned bus, unsigned slot)
{
    *evict = (struct l2_evict){.file = file, .ask = ask};
    const struct pci_info wanted = {0, domain, (uint16_t)bus, (uint16_t)slot};
    struct id_info info;
    if (!allocate(evict, 0, &evict->client, CLASS_CLIENT, NULL, 0) ||
        !find_gpu(evict, &wanted, &info))
        return false;
    struct device_parameters device = {.instance = info.device};
    uint32_t handle = DEVICE;
    evict->subdevice = SUBDEVICE;
    uint32_t mode[2] = {0};
    return allocate(evict, evict->client, &handle, CLASS_DEVICE, &device, sizeof device) &&
           allocate(evict, handle, &evict->subdevice, CLASS_SUBDEVICE, &info.subdevice,
                    sizeof info.subdevice) &&
           control(evict, handle, GET_VIRTUALIZATION_MODE, mode, sizeof mode) &&
           mode[0] != VIRTUAL_GPU && l2_evict_run(evict, true);
}

static int ask_driver(int file, unsigned long request, void *parameters)
{
    int result;
    do {
        result = ioctl(file, request, parameters);
    } while (result < 0 && (errno == EINTR || errno == EAGAIN));
    return result;
}

bool l2_evict_open(struct l2_evict *evict, unsigned domain, unsigned bus, unsigned slot)
{
    int file = open("/dev/nvidiactl", O_RDWR | O_CLOEXEC);
    *evict = (struct l2_evict){.file = -1};
    return file >= 0 &&
           l2_evict_open_file(evict, descriptor_raise(file), ask_driver, domain, bus, slot);
}

void l2_evict_close(struct l2_evict *evict)
{
    /* The kernel driver frees the client and its objects with the file. */
    if (evict->ask)
        close(evict->file);
    *evict = (struct l2_evict){.file = -1};
}

/* A number that only looks like an address of such memory counts as one: the launch then runs once,
 * which costs its values and is never wrong. */
#include "collect/inject/program/pageable.h"

#include <errno.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "collect/inject/base/inject.h"
#include "collect/inject/base/own_maps.h"
#include "collect/inject/program/functions.h"
#include "collect/inject/program/kernel_hazards.h"
#include "collect/inject/program/launch.h"
#include "collect/inject/program/memory.h"
#include "collect/inject/program/modules.h"

static const uint64_t FIRST_ADDRESS = 1 << 16, FIRST_SURE_ADDRESS = UINT64_C(1) << 32,
                      LAST_ADDRESS = UINT64_C(1) << 57;

const char pageable_text[] =
    "it is given memory that no call of the driver allocated, as of malloc() or a video decoder, "
    "which is not saved, so it cannot run again; --replay-mode application measures it, and so do "
    "metrics that fit into one pass";

/* Asks each device once. */
static bool is_reached(struct inject *inject, CUcontext context)
{
    struct inject_pageable *p = &inject->program.pageable;
    int device = memory_device_of(inject->program.memory, context), reached = 0;
    CUdevice current;
    if (device < 0 && inject->driver.ctx_get_device(&current) == CUDA_SUCCESS)
        device = current;
    if (device < 0 || device >= 64)
        return true;
    const uint64_t bit = UINT64_C(1) << device;
    if (!(p->asked & bit) &&
        inject->driver.device_get_attribute(&reached, CU_DEVICE_ATTRIBUTE_PAGEABLE_MEMORY_ACCESS,
                                            device) == CUDA_SUCCESS) {
        p->asked |= bit;
        p->devices |= reached ? bit : 0;
    }
    return p->devices & bit || !(p->asked & bit);
}

struct sought {
    uint64_t address;
    bool found;
};

/* Mappings of the driver's files are its own, or what it allocated for the program. */
static bool look(void *context, const struct own_map *map)
{
    struct sought *sought = context;
    const bool here = sought->address >= map->begin && sought->address < map->end;
    sought->found = here && map->readable && !map->executable &&
                    strncmp(map->path, "/dev/nvidia", strlen("/dev/nvidia")) != 0;
    return !here && sought->address >= map->end;
}

/* Few numbers are addresses of anything: the kernel tells that faster than its list. */
static bool is_mapped(uint64_t address)
{
    unsigned char ignored;
    const uint64_t page = (uint64_t)sysconf(_SC_PAGESIZE);
    return mincore((void *)(uintptr_t)(address - address % page), 1, &ignored) == 0 ||
           errno != ENOMEM;
}

static bool is_pageable(struct inject *inject, uint64_t address)
{
    struct sought sought = {.address = address};
    if (address < (inject->program.pageable.used ? FIRST_ADDRESS : FIRST_SURE_ADDRESS) ||
        memory_find(inject->program.memory, address) || !is_mapped(address))
        return false;
    return !own_maps_read(look, &sought) || sought.found;
}

/* The driver is asked, module by module. */
static bool ask_modules(const struct inject *inject, uint64_t address)
{
    const struct module_list *list = inject->program.modules;
    CUdeviceptr begin;
    size_t size;
    for (size_t i = 0; i < list->cubin_count; i++)
        for (size_t j = 0; j < list->cubins[i].global_count; j++)
            for (size_t k = 0; k < list->module_count; k++)
                if (inject->driver.module_get_global(&begin, &size, list->modules[k].module,
                                                     list->cubins[i].globals[j]) == CUDA_SUCCESS &&
                    address - begin < size)
                    return true;
    return false;
}

/* The list of the last snapshot may lack the newest, and those of other devices. Many modules are
 * asked for long, so the last answers are kept until a module comes or goes. */
static bool is_variable(struct inject *inject, uint64_t address)
{
    struct inject_pageable *p = &inject->program.pageable;
    const size_t most = sizeof p->answers / sizeof *p->answers;
    if (memory_has_variable(inject->program.memory, address))
        return true;
    if (p->generation != inject->program.modules->generation)
        memset(p->answers, 0, sizeof p->answers);
    p->generation = inject->program.modules->generation;
    for (size_t i = 0; i < most; i++)
        if (p->answers[i].address == address)
            return p->answers[i].is_variable;
    const bool found = ask_modules(inject, address);
    p->answers[p->next++ % most] = (struct untold_answer){address, found};
    return found;
}

/* Blocks of the device's heap are the checkpoint's matter. An address right behind a region is a
 * loop's end, and what lies there may be ours. */
static bool is_untold(struct inject *inject, uint64_t address)
{
    const struct memory_tracker *tracker = inject->program.memory;
    unsigned type;
    return address >= FIRST_SURE_ADDRESS && address < LAST_ADDRESS &&
           !memory_find(tracker, address) && !memory_find(tracker, address - 1) &&
           inject->driver.pointer_get_attribute(&type, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, address) ==
               CUDA_SUCCESS &&
           !own_device_has(inject, address) && !kernel_hazard_heap_in_use(inject) &&
           !is_variable(inject, address);
}

static bool any_parameter(struct inject *inject, const struct function *function,
                          const struct launch *launch,
                          bool (*counts)(struct inject *, uint64_t address))
{
    const uint8_t *bytes = launch->packed ? launch->packed : launch->values;
    const size_t held = launch->packed ? launch->packed_size : launch->values_size;
    size_t offset, size;
    uint64_t word;
    for (size_t i = 0; launch_parameter(inject, launch, function->is_kernel, i, &offset, &size);
         i++) {
        if (size != sizeof word || held < size || offset > held - size)
            continue;
        memcpy(&word, bytes + offset, sizeof word);
        if (counts(inject, word))
            return true;
    }
    return false;
}

static bool any_word(struct inject *inject, const uint8_t *bytes, size_t size)
{
    uint64_t word;
    for (size_t at = 0; at + sizeof word <= size; at += sizeof(uint32_t)) {
        memcpy(&word, bytes + at, sizeof word);
        if (is_pageable(inject, word))
            return true;
    }
    return false;
}

bool pageable_by_launch(struct inject *inject, const struct function *function,
                        const struct launch *launch)
{
    struct inject_pageable *p = &inject->program.pageable;
    if (any_parameter(inject, function, launch, is_untold))
        return true;
    if (!is_reached(inject, launch->context))
        return false;
    if (p->used)
        return any_word(inject, launch->values, launch->values_size) ||
               any_word(inject, launch->packed, launch->packed_size);
    return p->used = any_parameter(inject, function, launch, is_pageable);
}

void pageable_note(struct inject *inject, CUcontext context, uint64_t address)
{
    struct inject_pageable *p = &inject->program.pageable;
    p->used = p->used || (is_reached(inject, context) && is_pageable(inject, address));
}

/* Shadows of pinned and managed memory, the slots in device memory that hold what launches found in
 * it, and the redirection of pointers. What a region holds is looked at by the processor through
 * base/own_memory.h, since the program may unmap it at any time. */
#include "collect/inject/saved/shadow.h"

#include <stdlib.h>
#include <string.h>

#include "collect/inject/base/inject.h"
#include "collect/inject/base/own_device.h"
#include "collect/inject/base/own_memory.h"
#include "collect/inject/program/exposed.h"
#include "collect/inject/program/launch.h"
#include "collect/inject/program/memory.h"
#include "collect/inject/program/reach.h"
#include "collect/inject/saved/snapshot_copy.h"

enum { CHUNK = 64 << 10, ALIGN = 512 };

/* Slots: for so many launches, at most so many bytes, and this part of the device's free memory. */
enum { MANY_LAUNCHES = 64, SHARE_SLOTS = 8 };
#define MOST_SLOTS ((size_t)1 << 30)

/* The tracker does not know variables of modules, but the driver does. */
static bool begins_memory(const struct inject *inject, uint64_t address)
{
    CUdeviceptr start = 0;
    return inject->driver.pointer_get_attribute(&start, CU_POINTER_ATTRIBUTE_RANGE_START_ADDR,
                                                address) == CUDA_SUCCESS &&
           start == address;
}

/* The shared region that an address lies in, or ends at. Where other memory begins at its end the
 * address belongs to that: behind the end of a shadow there may be anything. */
static const struct region *region_of(const struct inject *inject, uint64_t address)
{
    const struct memory_tracker *tracker = inject->program.memory;
    const struct region *region = memory_find(tracker, address);
    if (region)
        return memory_region_is_shared(region) ? region : NULL;
    region = memory_find(tracker, address - 1);
    return region && memory_region_is_shared(region) && !begins_memory(inject, address) ? region
                                                                                        : NULL;
}

static struct shadow *find(const struct shadows *s, const struct region *region)
{
    for (size_t i = 0; region && i < s->count; i++)
        if (s->entries[i].number == region->number)
            return &s->entries[i];
    return NULL;
}

/* Neither does it hold pointers into shared memory, nor has the program unmapped it. */
static bool is_plain(const struct memory_tracker *tracker, const struct region *region)
{
    static uint8_t chunk[CHUNK]; /* with guard.lock held */
    for (size_t at = 0; at < region->size; at += CHUNK) {
        const size_t left = region->size - at, size = left < CHUNK ? left : CHUNK;
        if (!own_memory_copy(chunk, (void *)(uintptr_t)(region->address + at), size, false) ||
            reach_of_bytes(tracker, chunk, size) || exposed_by_bytes(tracker, chunk, size))
            return false;
    }
    return true;
}

static struct shadow *add(struct shadows *s, const struct region *region)
{
    if (s->count == s->capacity) {
        const size_t wanted = s->capacity ? 2 * s->capacity : 16;
        struct shadow *larger = realloc(s->entries, wanted * sizeof *larger);
        if (!larger)
            return NULL;
        s->entries = larger;
        s->capacity = wanted;
    }
    s->entries[s->count] = (struct shadow){.address = region->address,
                                           .size = region->size,
                                           .number = region->number,
                                           .on_device = region->kind == REGION_MANAGED};
    return &s->entries[s->count++];
}

/* To look at managed memory moves it to the host, so that is done once. Pointers that come later
 * are found when the window closes (window_shadows.c). */
static bool managed_can_have(struct shadows *s, const struct memory_tracker *tracker,
                             const struct region *region)
{
    struct shadow *shadow = find(s, region);
    if (!shadow && s->reads_managed && region->size <= MOST_MANAGED_SHADOW &&
        (shadow = add(s, region)))
        shadow->nested = !is_plain(tracker, region);
    return shadow && !shadow->nested;
}

static bool can_have(struct shadows *s, const struct memory_tracker *tracker,
                     const struct region *region)
{
    if (region->kind == REGION_MANAGED)
        return managed_can_have(s, tracker, region);
    return region->kind == REGION_HOST && region->accessible && region->size <= MOST_SHADOW &&
           is_plain(tracker, region);
}

void shadows_reach(struct shadows *s, const struct memory_tracker *tracker, const void *bytes,
                   size_t size, struct shadow_reach *reach)
{
    uint64_t word, low, span, last = 0;
    if (!memory_shared_span(tracker, &low, &span))
        return;
    for (size_t at = 0; at + sizeof word <= size; at += sizeof(uint32_t)) {
        memcpy(&word, (const uint8_t *)bytes + at, sizeof word);
        const struct region *region = word - low < span ? memory_find(tracker, word) : NULL;
        if (!region || !memory_region_is_shared(region) || region->number == last)
            continue;
        last = region->number;
        reach->any = true;
        reach->host = reach->host || region->kind == REGION_HOST;
        reach->managed = reach->managed || region->kind == REGION_MANAGED;
        reach->other = reach->other || !can_have(s, tracker, region);
        const struct shadow *shadow = find(s, region);
        reach->missing += !shadow || !shadow->memory;
        reach->bytes += region->size;
    }
}

void shadows_reach_of_launch(struct shadows *s, const struct memory_tracker *tracker,
                             const struct launch *launch, struct shadow_reach *reach)
{
    shadows_reach(s, tracker, launch->values, launch->values_size, reach);
    shadows_reach(s, tracker, launch->packed, launch->packed_size, reach);
}

static bool make(struct shadow *shadow, struct inject *inject)
{
    void *memory = NULL;
    CUdeviceptr device = 0;
    const CUresult result = shadow->on_device
                                ? own_device_alloc(inject, &device, shadow->size)
                                : inject->driver.mem_alloc_host(&memory, shadow->size);
    if (result != CUDA_SUCCESS)
        return false;
    shadow->memory = shadow->on_device ? device : (uintptr_t)memory;
    return true;
}

struct shadow *shadows_get(struct shadows *s, struct inject *inject, uint64_t address)
{
    const struct region *region = region_of(inject, address);
    struct shadow *shadow = find(s, region);
    if (shadow && shadow->memory)
        return shadow;
    if (!region || !can_have(s, inject->program.memory, region))
        return NULL;
    shadow = find(s, region);
    shadow = shadow ? shadow : add(s, region);
    return shadow && make(shadow, inject) ? shadow : NULL;
}

uint64_t shadows_translate(const struct shadows *s, const struct inject *inject, uint64_t address)
{
    const struct shadow *shadow = find(s, region_of(inject, address));
    return shadow && shadow->memory ? shadow->memory + (address - shadow->address) : 0;
}

bool shadows_redirect(struct shadows *s, struct inject *inject, void *bytes, size_t size,
                      bool (*visit)(void *context, struct shadow *shadow), void *context)
{
    const struct memory_tracker *tracker = inject->program.memory;
    uint64_t word, low, span;
    if (!memory_shared_span(tracker, &low, &span))
        return true;
    for (size_t at = 0; at + sizeof word <= size; at += sizeof(uint32_t)) {
        memcpy(&word, (const uint8_t *)bytes + at, sizeof word);
        if (word - low > span)
            continue;
        if (memory_is_shared_at(tracker, word)) {
            struct shadow *shadow = shadows_get(s, inject, word);
            if (!shadow || !visit(context, shadow))
                return false;
        }
        const uint64_t other = shadows_translate(s, inject, word);
        if (!other)
            continue;
        memcpy((uint8_t *)bytes + at, &other, sizeof other);
        at += sizeof(uint32_t); /* the next word would begin inside of this one */
    }
    return true;
}

/* Slots for many launches, as far as that is little of what is free; at least for two. */
static size_t slots_wanted(struct inject *inject, size_t size)
{
    const size_t room = snapshot_room(inject) / SHARE_SLOTS;
    size_t wanted = size < MOST_SLOTS / MANY_LAUNCHES ? MANY_LAUNCHES * size : MOST_SLOTS;
    wanted = wanted < room ? wanted : room;
    wanted = wanted > 2 * size ? wanted : 2 * size;
    return wanted > FIRST_SLOTS ? wanted : FIRST_SLOTS;
}

bool shadows_make_room(struct shadows *s, struct inject *inject, size_t size)
{
    if (s->slots_size >= 2 * size && s->slots_size)
        return true;
    shadows_release(s, inject);
    const size_t wanted = slots_wanted(inject, size);
    if (own_device_alloc(inject, &s->slots, wanted) != CUDA_SUCCESS)
        return false;
    s->slots_size = wanted;
    return true;
}

/* Managed memory may be on either side. */
static CUresult catch (struct inject *inject, CUdeviceptr slot, uint64_t address, size_t size,
                       CUstream stream)
{
    const struct region *region = memory_find(inject->program.memory, address);
    return region && region->kind == REGION_MANAGED
               ? inject->driver.memcpy_dtod_async(slot, address, size, stream)
               : inject->driver.memcpy_htod_async(slot, (const void *)(uintptr_t)address, size,
                                                  stream);
}

CUdeviceptr shadows_catch(struct shadows *s, struct inject *inject, uint64_t address, size_t size,
                          CUstream stream)
{
    const size_t whole = (size + ALIGN - 1) / ALIGN * ALIGN;
    const CUdeviceptr slot = s->slots + s->slots_used;
    if (whole > s->slots_size - s->slots_used)
        return 0;
    s->slots_used += whole;
    return catch (inject, slot, address, size, stream) == CUDA_SUCCESS ? slot : 0;
}

static bool is_there(const struct memory_tracker *tracker, const struct shadow *shadow)
{
    const struct region *region = memory_find(tracker, shadow->address);
    return region && region->number == shadow->number;
}

bool shadows_follow(const struct memory_tracker *tracker, struct shadow *shadow, size_t together)
{
    if (shadow->seen || together > MOST_FOLLOWED)
        return true;
    shadow->seen = calloc(1, shadow->size);
    if (shadow->seen)
        shadows_changed(tracker, shadow);
    return shadow->seen;
}

bool shadows_follows(const struct shadows *s, uint64_t address)
{
    for (size_t i = 0; i < s->count; i++)
        if (s->entries[i].seen && address - s->entries[i].address < s->entries[i].size)
            return true;
    return false;
}

bool shadows_changed(const struct memory_tracker *tracker, struct shadow *shadow)
{
    static uint8_t now[MOST_FOLLOWED]; /* with guard.lock held */
    if (!shadow->seen || shadow->size > sizeof now || !is_there(tracker, shadow) ||
        !own_memory_copy(now, (void *)(uintptr_t)shadow->address, shadow->size, false) ||
        memcmp(now, shadow->seen, shadow->size) == 0)
        return false;
    memcpy(shadow->seen, now, shadow->size);
    return true;
}

/* A copy on a stream does not wait for the kernel that waits for it. */
static void let_go_on_device(const struct shadow *shadow, struct inject *inject, CUcontext context,
                             CUstream stream)
{
    CUcontext previous;
    if (inject->driver.ctx_push_current(context) != CUDA_SUCCESS)
        return;
    inject->driver.memcpy_dtod_async(shadow->memory, shadow->address, shadow->size, stream);
    inject->driver.ctx_pop_current(&previous);
}

void shadows_keep_last(struct shadows *s, const struct memory_tracker *tracker, uint64_t address)
{
    struct shadow *shadow = find(s, memory_find(tracker, address));
    if (!shadow || !shadow->memory || shadow->on_device || shadow->size > MOST_FOLLOWED)
        return;
    free(shadow->last);
    shadow->last = malloc(shadow->size);
    if (shadow->last &&
        !own_memory_copy(shadow->last, (void *)(uintptr_t)address, shadow->size, false)) {
        free(shadow->last);
        shadow->last = NULL;
    }
}

static bool leads_to(const void *bytes, size_t size, const struct shadow *shadow)
{
    uint64_t word;
    for (size_t at = 0; at + sizeof word <= size; at += sizeof(uint32_t)) {
        memcpy(&word, (const uint8_t *)bytes + at, sizeof word);
        if (word - shadow->memory < shadow->size)
            return true;
    }
    return false;
}

void shadows_let_go(const struct shadows *s, struct inject *inject, CUcontext context,
                    CUstream stream, const struct launch *launch)
{
    for (size_t i = 0; i < s->count; i++) {
        const struct shadow *shadow = &s->entries[i];
        if (!shadow->memory || (launch && !leads_to(launch->values, launch->values_size, shadow) &&
                                !leads_to(launch->packed, launch->packed_size, shadow)))
            continue;
        if (shadow->last)
            memcpy((void *)(uintptr_t)shadow->memory, shadow->last, shadow->size);
        else if (!is_there(inject->program.memory, shadow))
            continue;
        else if (shadow->on_device)
            let_go_on_device(shadow, inject, context, stream);
        else
            own_memory_copy((void *)(uintptr_t)shadow->memory, (void *)(uintptr_t)shadow->address,
                            shadow->size, false);
    }
}

void shadows_nest(struct shadows *s)
{
    for (size_t i = 0; i < s->count; i++)
        s->entries[i].nested = s->entries[i].on_device;
}

static void give_back(struct shadow *shadow, struct inject *inject)
{
    if (shadow->memory && shadow->on_device)
        own_device_free(inject, shadow->memory);
    else if (shadow->memory)
        inject->driver.mem_free_host((void *)(uintptr_t)shadow->memory);
    shadow->memory = 0;
}

static void drop(struct shadow *shadow, struct inject *inject)
{
    give_back(shadow, inject);
    free(shadow->seen);
    free(shadow->last);
}

void shadows_begin(struct shadows *s, struct inject *inject)
{
    size_t kept = 0;
    s->slots_used = 0;
    for (size_t i = 0; i < s->count; i++) {
        struct shadow *shadow = &s->entries[i];
        if (is_there(inject->program.memory, shadow)) {
            free(shadow->seen);
            shadow->seen = NULL;
            s->entries[kept++] = *shadow;
        } else {
            drop(shadow, inject);
        }
    }
    s->count = kept;
}

void shadows_release(struct shadows *s, struct inject *inject)
{
    for (size_t i = 0; i < s->count; i++)
        if (s->entries[i].on_device)
            give_back(&s->entries[i], inject);
    if (s->slots_size)
        own_device_free(inject, s->slots);
    s->slots_size = s->slots_used = 0;
}

void shadows_free(struct shadows *s, struct inject *inject)
{
    shadows_release(s, inject);
    for (size_t i = 0; i < s->count; i++)
        drop(&s->entries[i], inject);
    free(s->entries);
    *s = (struct shadows){0};
}

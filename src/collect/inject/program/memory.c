#include "collect/inject/program/memory.h"

#include <stdlib.h>
#include <string.h>

/* Index of the first region at or after address. */
static size_t lower_bound(const struct memory_tracker *tracker, uint64_t address)
{
    size_t low = 0, high = tracker->count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (tracker->regions[middle].address < address)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static void remove_at(struct memory_tracker *tracker, size_t index)
{
    tracker->count--;
    memmove(tracker->regions + index, tracker->regions + index + 1,
            (tracker->count - index) * sizeof *tracker->regions);
}

/* Makes room for one more. false: there is no memory, and the list lacks something from now on. */
static bool grow(struct memory_tracker *tracker, void **list, size_t count, size_t *capacity,
                 size_t size)
{
    if (count < *capacity)
        return true;
    const size_t wanted = *capacity ? 2 * *capacity : 16;
    void *larger = realloc(*list, wanted * size);
    tracker->incomplete = tracker->incomplete || !larger;
    if (!larger)
        return false;
    *list = larger;
    *capacity = wanted;
    return true;
}

void memory_add(struct memory_tracker *tracker, enum region_kind kind, CUcontext context,
                uint64_t address, size_t size)
{
    if (!address || !size)
        return;
    size_t index = lower_bound(tracker, address);
    if (index < tracker->count && tracker->regions[index].address == address)
        remove_at(tracker, index);
    if (!grow(tracker, (void **)&tracker->regions, tracker->count, &tracker->capacity,
              sizeof *tracker->regions))
        return;
    memmove(tracker->regions + index + 1, tracker->regions + index,
            (tracker->count - index) * sizeof *tracker->regions);
    tracker->regions[index] = (struct region){
        .address = address,
        .size = size,
        .kind = kind,
        .context = context,
        .accessible = kind != REGION_MAPPED,
        .everyone = kind == REGION_MAPPED && !context, /* addresses need no context to be mapped */
        .number = ++tracker->allocations,
        .home = kind == REGION_DEVICE ? memory_device_of(tracker, context) : -1,
    };
    tracker->count++;
}

void memory_set_home(struct memory_tracker *tracker, uint64_t address, int device)
{
    const size_t index = lower_bound(tracker, address);
    if (index < tracker->count && tracker->regions[index].address == address)
        tracker->regions[index].home = device;
}

void memory_remove(struct memory_tracker *tracker, uint64_t address)
{
    size_t index = lower_bound(tracker, address);
    if (index < tracker->count && tracker->regions[index].address == address)
        remove_at(tracker, index);
}

void memory_remove_range(struct memory_tracker *tracker, uint64_t address, size_t size)
{
    size_t index = lower_bound(tracker, address);
    while (index < tracker->count && tracker->regions[index].address < address + size)
        remove_at(tracker, index);
}

void memory_grant(struct memory_tracker *tracker, uint64_t address, size_t size, bool writable)
{
    for (size_t i = lower_bound(tracker, address);
         i < tracker->count && tracker->regions[i].address < address + size; i++)
        tracker->regions[i].accessible = writable;
}

void memory_grant_device(struct memory_tracker *tracker, uint64_t address, size_t size, int device,
                         bool writable)
{
    enum { DEVICES = 64 };
    for (size_t i = lower_bound(tracker, address);
         i < tracker->count && tracker->regions[i].address < address + size; i++) {
        struct region *region = &tracker->regions[i];
        const uint64_t bit = device >= 0 && device < DEVICES ? (uint64_t)1 << device : 0;
        region->granted = writable ? region->granted | bit : region->granted & ~bit;
        region->accessible = region->granted || writable;
    }
}

void memory_grant_everyone(struct memory_tracker *tracker, uint64_t address, size_t size)
{
    for (size_t i = lower_bound(tracker, address);
         i < tracker->count && tracker->regions[i].address < address + size; i++)
        tracker->regions[i].everyone = true;
    tracker->guarded = true;
}

void memory_forbid(struct memory_tracker *tracker, CUcontext from, CUcontext to)
{
    for (size_t i = tracker->peer_count; i-- > 0;)
        if (tracker->peers[i].from == from && tracker->peers[i].to == to)
            tracker->peers[i] = tracker->peers[--tracker->peer_count];
}

void memory_allow(struct memory_tracker *tracker, CUcontext from, CUcontext to)
{
    memory_forbid(tracker, from, to);
    if (!grow(tracker, (void **)&tracker->peers, tracker->peer_count, &tracker->peer_capacity,
              sizeof *tracker->peers))
        return;
    tracker->peers[tracker->peer_count++] = (struct peer_access){from, to};
    tracker->guarded = true;
}

void memory_know_context(struct memory_tracker *tracker, CUcontext context, int device)
{
    if (memory_device_of(tracker, context) >= 0)
        return;
    if (!grow(tracker, (void **)&tracker->seats, tracker->seat_count, &tracker->seat_capacity,
              sizeof *tracker->seats))
        return;
    tracker->seats[tracker->seat_count++] = (struct memory_seat){context, device};
}

int memory_device_of(const struct memory_tracker *tracker, CUcontext context)
{
    for (size_t i = 0; i < tracker->seat_count; i++)
        if (tracker->seats[i].context == context)
            return tracker->seats[i].device;
    return -1;
}

/* Whether it lies on the context's device, or is mapped for it. */
static bool is_near(const struct memory_tracker *tracker, CUcontext context,
                    const struct region *region)
{
    const int device = memory_device_of(tracker, context);
    if (device < 0)
        return false;
    return region->kind == REGION_MAPPED && region->granted ? region->granted >> device & 1
                                                            : region->home == device;
}

bool memory_reaches(const struct memory_tracker *tracker, CUcontext context,
                    const struct region *region)
{
    if (!region->accessible)
        return false;
    if (region->context == context || region->everyone || memory_region_is_shared(region) ||
        is_near(tracker, context, region) ||
        (tracker->open_to_all && region->kind == REGION_DEVICE))
        return true;
    return memory_is_allowed(tracker, context, region->context);
}

bool memory_is_allowed(const struct memory_tracker *tracker, CUcontext from, CUcontext to)
{
    for (size_t i = 0; i < tracker->peer_count; i++)
        if (tracker->peers[i].from == from && tracker->peers[i].to == to)
            return true;
    return false;
}

bool memory_has_others(const struct memory_tracker *tracker, CUcontext context)
{
    bool any = tracker->peer_count > 0;
    for (size_t i = 0; !any && i < tracker->count; i++) {
        const struct region *region = &tracker->regions[i];
        any = (region->kind == REGION_DEVICE || region->kind == REGION_MAPPED) &&
              region->context != context;
    }
    return any;
}

bool memory_meets(const struct memory_tracker *tracker, CUcontext one, CUcontext other)
{
    if (tracker->crossed || memory_is_allowed(tracker, one, other) ||
        memory_is_allowed(tracker, other, one))
        return true;
    for (size_t i = 0; i < tracker->count; i++) {
        const struct region *region = &tracker->regions[i];
        if (region->kind != REGION_HOST &&
            ((region->context == one && memory_reaches(tracker, other, region)) ||
             (region->context == other && memory_reaches(tracker, one, region))))
            return true;
    }
    return false;
}

bool memory_region_is_shared(const struct region *region)
{
    return region->kind == REGION_HOST || region->kind == REGION_MANAGED;
}

bool memory_shared_span(const struct memory_tracker *tracker, uint64_t *address, uint64_t *size)
{
    bool any = false;
    for (size_t i = 0; i < tracker->count; i++) {
        const struct region *region = &tracker->regions[i];
        if (!memory_region_is_shared(region))
            continue;
        *address = any ? *address : region->address;
        *size = region->address + region->size - *address;
        any = true;
    }
    return any;
}

bool memory_is_shared(const struct memory_tracker *tracker)
{
    uint64_t address, size;
    return memory_shared_span(tracker, &address, &size);
}

const struct region *memory_find(const struct memory_tracker *tracker, uint64_t address)
{
    size_t index = lower_bound(tracker, address);
    if (index == tracker->count || tracker->regions[index].address != address) {
        if (index == 0)
            return NULL;
        index--;
    }
    const struct region *region = &tracker->regions[index];
    return address - region->address < region->size ? region : NULL;
}

static bool goes_on(const struct region *region, const struct region *next)
{
    return region->kind == REGION_MAPPED && next->kind == REGION_MAPPED &&
           region->address + region->size == next->address;
}

void memory_pieces(const struct memory_tracker *tracker, const struct region *region,
                   const struct region **first, const struct region **last)
{
    const struct region *const end = tracker->regions + tracker->count;
    for (*first = region; *first > tracker->regions && goes_on(*first - 1, *first);)
        --*first;
    for (*last = region; *last + 1 < end && goes_on(*last, *last + 1);)
        ++*last;
}

bool memory_is_shared_at(const struct memory_tracker *tracker, uint64_t address)
{
    const struct region *region = memory_find(tracker, address);
    return region && memory_region_is_shared(region);
}

void memory_know_variables(struct memory_tracker *tracker, CUcontext context, const uint64_t *pairs,
                           size_t count)
{
    tracker->variables = (struct memory_variables){context, pairs, count};
}

static const uint64_t *find_variable(const struct memory_variables *v, uint64_t address)
{
    for (size_t i = 0; i < v->count; i++)
        if (address - v->pairs[2 * i] < v->pairs[2 * i + 1])
            return &v->pairs[2 * i];
    return NULL;
}

bool memory_has_variable(const struct memory_tracker *tracker, uint64_t address)
{
    return find_variable(&tracker->variables, address);
}

static bool is_variable(const struct memory_tracker *tracker, CUcontext context, uint64_t address,
                        size_t size)
{
    const struct memory_variables *v = &tracker->variables;
    const uint64_t *pair =
        v->context == context && !tracker->guarded ? find_variable(v, address) : NULL;
    return pair && size <= pair[1] - (address - pair[0]);
}

bool memory_is_device(const struct memory_tracker *tracker, CUcontext context, uint64_t address,
                      size_t size)
{
    const struct region *region = memory_find(tracker, address);
    if (!region)
        return is_variable(tracker, context, address, size);
    return (region->kind == REGION_DEVICE || region->kind == REGION_MAPPED) && region->accessible &&
           !region->exported && region->context == context &&
           size <= region->size - (address - region->address);
}

bool memory_is_pinned(const struct memory_tracker *tracker, uint64_t address, size_t size)
{
    const struct region *region = memory_find(tracker, address);
    return region && region->kind == REGION_HOST &&
           size <= region->size - (address - region->address);
}

void memory_add_array(struct memory_tracker *tracker, CUcontext context, CUarray handle)
{
    if (!grow(tracker, (void **)&tracker->arrays, tracker->array_count, &tracker->array_capacity,
              sizeof *tracker->arrays))
        return;
    tracker->arrays[tracker->array_count++] = (struct array){handle, context};
}

void memory_remove_array(struct memory_tracker *tracker, CUarray handle)
{
    for (size_t i = 0; i < tracker->array_count; i++)
        if (tracker->arrays[i].handle == handle) {
            tracker->arrays[i] = tracker->arrays[--tracker->array_count];
            return;
        }
}

void memory_drop_context(struct memory_tracker *tracker, CUcontext context)
{
    for (size_t i = tracker->seat_count; i-- > 0;)
        if (tracker->seats[i].context == context)
            tracker->seats[i] = tracker->seats[--tracker->seat_count];
    for (size_t i = tracker->count; i-- > 0;)
        if (tracker->regions[i].context == context && tracker->regions[i].kind != REGION_HOST)
            remove_at(tracker, i);
    for (size_t i = tracker->array_count; i-- > 0;)
        if (tracker->arrays[i].context == context)
            tracker->arrays[i] = tracker->arrays[--tracker->array_count];
    for (size_t i = tracker->peer_count; i-- > 0;)
        if (tracker->peers[i].from == context || tracker->peers[i].to == context)
            tracker->peers[i] = tracker->peers[--tracker->peer_count];
}

/* Marks regions of the tracker as exported or foreign, and looks for pointers to them. A number
 * that only looks like an address counts as one: the launch is then not replayed, which costs its
 * values and is never wrong. */
#include "collect/inject/program/exposed.h"

#include <stdlib.h>
#include <string.h>

#include "collect/inject/base/own_maps.h"
#include "collect/inject/program/launch.h"
#include "collect/inject/program/memory.h"

const char exposed_text[] =
    "it can reach memory that other processes, GPUs or engines write, so it cannot run again; "
    "--replay-mode application measures it, and so do metrics that fit into one pass";

bool exposed_region(const struct region *region)
{
    return region->exported || region->kind == REGION_FOREIGN;
}

static struct region *find(struct memory_tracker *tracker, uint64_t address)
{
    const struct region *region = memory_find(tracker, address);
    return region ? &tracker->regions[region - tracker->regions] : NULL;
}

/* What is exported and not known could be any memory. */
void exposed_export(struct memory_tracker *tracker, uint64_t address)
{
    struct region *region = find(tracker, address);
    tracker->guarded = true;
    if (region)
        region->exported = true;
    else
        tracker->incomplete = true;
}

void exposed_export_range(struct memory_tracker *tracker, uint64_t address, size_t size)
{
    tracker->guarded = true;
    for (size_t i = 0; i < tracker->count; i++) {
        struct region *region = &tracker->regions[i];
        if (region->address < address + size && address < region->address + region->size)
            region->exported = true;
    }
}

static bool is_exposed(const struct memory_tracker *tracker, uint64_t handle)
{
    for (size_t i = 0; i < tracker->handle_count; i++)
        if (tracker->exposed_handles[i] == handle)
            return true;
    return false;
}

static void note(struct memory_tracker *tracker, uint64_t handle)
{
    tracker->guarded = true;
    if (is_exposed(tracker, handle))
        return;
    if (tracker->handle_count == tracker->handle_capacity) {
        const size_t wanted = tracker->handle_capacity ? 2 * tracker->handle_capacity : 64;
        uint64_t *larger = realloc(tracker->exposed_handles, wanted * sizeof *larger);
        if (!larger) {
            tracker->incomplete = true;
            return;
        }
        tracker->exposed_handles = larger;
        tracker->handle_capacity = wanted;
    }
    tracker->exposed_handles[tracker->handle_count++] = handle;
}

/* Where the old one is still mapped it is known by another number from here on. */
void exposed_handle_new(struct memory_tracker *tracker, uint64_t handle)
{
    for (size_t i = tracker->handle_count; i-- > 0;)
        if (tracker->exposed_handles[i] == handle)
            tracker->exposed_handles[i] = tracker->exposed_handles[--tracker->handle_count];
    for (size_t i = 0; i < tracker->count; i++)
        if (tracker->regions[i].handle == handle)
            tracker->regions[i].handle = 0;
}

void exposed_handle_export(struct memory_tracker *tracker, uint64_t handle)
{
    note(tracker, handle);
    for (size_t i = 0; i < tracker->count; i++)
        if (tracker->regions[i].handle == handle)
            tracker->regions[i].exported = true;
}

void exposed_handle_foreign(struct memory_tracker *tracker, uint64_t handle)
{
    exposed_handle_new(tracker, handle);
    note(tracker, handle);
}

/* The driver may give the same handle again. */
void exposed_handle_also(struct memory_tracker *tracker, uint64_t address, uint64_t handle)
{
    struct region *region = find(tracker, address);
    if (!region || region->handle == handle)
        return;
    const uint64_t old = region->handle;
    exposed_handle_new(tracker, handle);
    for (size_t i = 0; old && i < tracker->count; i++)
        if (tracker->regions[i].handle == old)
            tracker->regions[i].handle = handle;
    region->handle = handle;
    if (exposed_region(region))
        note(tracker, handle);
}

void exposed_map(struct memory_tracker *tracker, uint64_t address, uint64_t handle)
{
    struct region *region = find(tracker, address);
    if (!region)
        return;
    region->handle = handle;
    region->exported = is_exposed(tracker, handle);
}

/* ---- what leads there ---- */

static const struct region *pointed_to(const struct memory_tracker *tracker, uint64_t address)
{
    const struct region *region = memory_find(tracker, address);
    return region || !address ? region : memory_find(tracker, address - 1);
}

static bool to_exposed(const struct region *region)
{
    return exposed_region(region) || region->to_exposed;
}

static bool to_shared(const struct region *region)
{
    return region->to_shared;
}

static bool to_doubtful(const struct region *region)
{
    return region->doubtful || region->to_doubtful || memory_region_is_shared(region);
}

/* The span from the first to the last byte of such memory, with what lies between: most words are
 * outside. */
static bool find_span(const struct memory_tracker *tracker, bool (*counts)(const struct region *),
                      uint64_t *low, uint64_t *span)
{
    const struct region *first = NULL, *last = NULL;
    for (size_t i = 0; i < tracker->count; i++) {
        if (!counts(&tracker->regions[i]))
            continue;
        first = first ? first : &tracker->regions[i];
        last = &tracker->regions[i];
    }
    if (!first)
        return false;
    const struct region *ignored;
    memory_pieces(tracker, first, &first, &ignored);
    memory_pieces(tracker, last, &ignored, &last);
    *low = first->address;
    *span = last->address + last->size - *low;
    return true;
}

static bool any_piece(const struct memory_tracker *tracker, const struct region *region,
                      bool (*counts)(const struct region *))
{
    const struct region *piece, *last;
    memory_pieces(tracker, region, &piece, &last);
    while (piece < last && !counts(piece))
        piece++;
    return counts(piece);
}

static bool any_word(const struct memory_tracker *tracker, const void *bytes, size_t size,
                     bool (*counts)(const struct region *))
{
    uint64_t word, low, span;
    if (!find_span(tracker, counts, &low, &span))
        return false;
    for (size_t at = 0; at + sizeof word <= size; at += sizeof(uint32_t)) {
        memcpy(&word, (const uint8_t *)bytes + at, sizeof word);
        const struct region *region = word - low <= span ? pointed_to(tracker, word) : NULL;
        if (region && any_piece(tracker, region, counts))
            return true;
    }
    return false;
}

static bool any_argument(const struct memory_tracker *tracker, const struct launch *launch,
                         bool (*counts)(const struct region *))
{
    return any_word(tracker, launch->values, launch->values_size, counts) ||
           any_word(tracker, launch->packed, launch->packed_size, counts);
}

bool exposed_by_bytes(const struct memory_tracker *tracker, const void *bytes, size_t size)
{
    return tracker->guarded && any_word(tracker, bytes, size, to_exposed);
}

/* ---- surfaces on arrays of others ---- */

void exposed_arrays(struct memory_tracker *tracker)
{
    tracker->foreign_arrays = true;
}

static bool is_told(const struct memory_tracker *tracker, CUarray array)
{
    for (size_t i = 0; i < tracker->array_count; i++)
        if (tracker->arrays[i].handle == array)
            return true;
    return false;
}

void exposed_surface(struct memory_tracker *tracker, CUsurfObject surface, CUarray array)
{
    if (!tracker->foreign_arrays || is_told(tracker, array))
        return;
    tracker->guarded = true;
    uint64_t *larger =
        realloc(tracker->foreign_surfaces, (tracker->surface_count + 1) * sizeof *larger);
    tracker->incomplete = tracker->incomplete || !larger;
    if (!larger)
        return;
    tracker->foreign_surfaces = larger;
    larger[tracker->surface_count++] = surface;
}

void exposed_no_surface(struct memory_tracker *tracker, CUsurfObject surface)
{
    for (size_t i = tracker->surface_count; i-- > 0;)
        if (tracker->foreign_surfaces[i] == surface)
            tracker->foreign_surfaces[i] = tracker->foreign_surfaces[--tracker->surface_count];
}

static bool has_surface(const struct memory_tracker *tracker, const void *bytes, size_t size)
{
    uint64_t word;
    for (size_t at = 0; at + sizeof word <= size; at += sizeof(uint32_t)) {
        memcpy(&word, (const uint8_t *)bytes + at, sizeof word);
        for (size_t i = 0; i < tracker->surface_count; i++)
            if (tracker->foreign_surfaces[i] == word)
                return true;
    }
    return false;
}

bool exposed_by_launch(const struct memory_tracker *tracker, const struct launch *launch)
{
    return tracker->guarded &&
           (tracker->globals_to_exposed || any_argument(tracker, launch, to_exposed) ||
            has_surface(tracker, launch->values, launch->values_size) ||
            has_surface(tracker, launch->packed, launch->packed_size));
}

bool exposed_leads_to_shared(const struct memory_tracker *tracker, const struct launch *launch)
{
    return tracker->guarded &&
           (tracker->globals_to_shared || any_argument(tracker, launch, to_shared));
}

bool exposed_leads_to_doubtful(const struct memory_tracker *tracker, const struct launch *launch)
{
    return tracker->globals_to_doubtful || any_argument(tracker, launch, to_doubtful);
}

static bool is_doubtful(const struct region *region)
{
    return region->doubtful;
}

bool exposed_doubtful_at(const struct memory_tracker *tracker, uint64_t address)
{
    const struct region *region = memory_find(tracker, address);
    return !region || any_piece(tracker, region, is_doubtful);
}

bool exposed_spreads(const struct memory_tracker *tracker, uint64_t to, uint64_t from)
{
    const struct region *a = memory_find(tracker, from), *b = memory_find(tracker, to);
    return tracker->guarded && a &&
           ((a->to_exposed && !(b && b->to_exposed)) || (a->to_shared && !(b && b->to_shared)));
}

/* ---- pages of other processes ---- */

struct asked {
    uint64_t address;
    bool shared;
};

static bool look(void *context, const struct own_map *map)
{
    struct asked *asked = context;
    const bool found = asked->address >= map->begin && asked->address < map->end;
    asked->shared = asked->shared || (found && map->shared);
    return !found;
}

bool exposed_is_shared_mapping(const void *address)
{
    struct asked asked = {.address = (uintptr_t)address};
    return !own_maps_read(look, &asked) || asked.shared;
}

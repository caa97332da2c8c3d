#include "collect/inject/saved/reached.h"

#include <string.h>

#include "collect/inject/base/inject.h"
#include "collect/inject/base/own_memory.h"
#include "collect/inject/program/kernel_hazards.h"
#include "collect/inject/program/launch.h"
#include "collect/inject/program/memory.h"
#include "collect/inject/saved/pointer_scan.h"
#include "collect/inject/saved/snapshot.h"

enum { CHUNK = 64 << 10 };

static void mark_all(struct memory_tracker *tracker, bool reached)
{
    for (size_t i = 0; i < tracker->count; i++)
        tracker->regions[i].reached = tracker->regions[i].followed =
            reached && memory_region_is_shared(&tracker->regions[i]);
}

/* A pointer to the end counts, too. */
static void mark(const struct memory_tracker *tracker, uint64_t address)
{
    for (uint64_t at = address - 1; at <= address; at++) {
        const struct region *region = memory_find(tracker, at);
        if (region && memory_region_is_shared(region))
            tracker->regions[region - tracker->regions].reached = true;
    }
}

static void mark_bytes(const struct memory_tracker *tracker, const void *bytes, size_t size)
{
    uint64_t word, low, span;
    if (!memory_shared_span(tracker, &low, &span))
        return;
    for (size_t at = 0; at + sizeof word <= size; at += sizeof(uint32_t)) {
        memcpy(&word, (const uint8_t *)bytes + at, sizeof word);
        if (word - low <= span)
            mark(tracker, word);
    }
}

static void mark_found(const struct memory_tracker *tracker, const struct pointer_scan *scan)
{
    for (size_t i = 0; i < scan->count; i++)
        mark(tracker, scan->found[i].to);
}

/* What the processor cannot read a kernel cannot write either. */
static void follow_host(const struct memory_tracker *tracker, const struct region *region)
{
    static uint8_t chunk[CHUNK]; /* with guard.lock held */
    for (size_t at = 0; at < region->size; at += CHUNK) {
        const size_t left = region->size - at, size = left < CHUNK ? left : CHUNK;
        if (own_memory_copy(chunk, (void *)(uintptr_t)(region->address + at), size, false))
            mark_bytes(tracker, chunk, size);
    }
}

/* Marks what a region that was marked leads to. false: that cannot be found out. */
static bool follow(struct memory_tracker *tracker, struct inject *inject, CUstream stream,
                   struct pointer_scan *scan, struct region *region)
{
    region->followed = true;
    if (region->kind == REGION_HOST) {
        follow_host(tracker, region);
        return true;
    }
    if (!pointer_scan_bytes(scan, inject, stream, region->address, region->size))
        return false;
    mark_found(tracker, scan);
    return true;
}

static bool follow_all(struct memory_tracker *tracker, struct inject *inject, CUstream stream,
                       struct pointer_scan *scan)
{
    bool good = true;
    for (size_t i = 0; good && i < tracker->count; i++) {
        struct region *region = &tracker->regions[i];
        if (!region->reached || region->followed)
            continue;
        good = follow(tracker, inject, stream, scan, region);
        i = SIZE_MAX; /* it may lead to what lies before it */
    }
    return good;
}

void reached_mark(struct snapshot *s, struct inject *inject, CUstream stream,
                  const struct launch *launch)
{
    struct memory_tracker *tracker = inject->program.memory;
    struct pointer_scan *scan = &s->pointer_scan;
    mark_all(tracker, false);
    if (launch) {
        mark_bytes(tracker, launch->values, launch->values_size);
        mark_bytes(tracker, launch->packed, launch->packed_size);
    }
    if (!launch || kernel_hazard_heap_in_use(inject) ||
        !pointer_scan_memory(scan, s, inject, stream)) {
        mark_all(tracker, true);
        return;
    }
    mark_found(tracker, scan);
    if (!follow_all(tracker, inject, stream, scan))
        mark_all(tracker, true);
}

#include "collect/inject/program/leaving.h"

#include <stdlib.h>

/* No room for the note: what the call takes is lost even if it fails. */
static void note(struct memory_tracker *tracker, const struct leaving *leaving)
{
    struct leaving *larger =
        realloc(tracker->leaving, (tracker->leaving_count + 1) * sizeof *larger);
    tracker->incomplete = tracker->incomplete || !larger;
    if (!larger)
        return;
    tracker->leaving = larger;
    larger[tracker->leaving_count] = *leaving;
    larger[tracker->leaving_count++].thread = pthread_self();
}

static void put_back(struct memory_tracker *tracker, const struct leaving *leaving)
{
    const struct region *region = &leaving->region;
    if (leaving->array.handle) {
        memory_add_array(tracker, leaving->array.context, leaving->array.handle);
        return;
    }
    memory_add(tracker, region->kind, region->context, region->address, region->size);
    const struct region *added = memory_find(tracker, region->address);
    if (added)
        tracker->regions[added - tracker->regions] = *region;
}

static void end(struct memory_tracker *tracker, bool failed)
{
    for (size_t i = tracker->leaving_count; i-- > 0;) {
        if (!pthread_equal(tracker->leaving[i].thread, pthread_self()))
            continue;
        if (failed)
            put_back(tracker, &tracker->leaving[i]);
        tracker->leaving[i] = tracker->leaving[--tracker->leaving_count];
    }
}

void leaving_done(struct memory_tracker *tracker)
{
    end(tracker, false);
}

void leaving_undo(struct memory_tracker *tracker)
{
    end(tracker, true);
}

void leaving_take(struct memory_tracker *tracker, uint64_t address)
{
    const struct region *region = memory_find(tracker, address);
    leaving_done(tracker);
    if (!region || region->address != address)
        return;
    note(tracker, &(struct leaving){.region = *region});
    memory_remove(tracker, address);
}

void leaving_take_range(struct memory_tracker *tracker, uint64_t address, size_t size)
{
    leaving_done(tracker);
    for (size_t i = 0; i < tracker->count; i++)
        if (tracker->regions[i].address - address < size)
            note(tracker, &(struct leaving){.region = tracker->regions[i]});
    memory_remove_range(tracker, address, size);
}

void leaving_take_array(struct memory_tracker *tracker, CUarray handle)
{
    for (size_t i = 0; i < tracker->array_count; i++)
        if (tracker->arrays[i].handle == handle)
            note(tracker, &(struct leaving){.array = tracker->arrays[i]});
    memory_remove_array(tracker, handle);
}

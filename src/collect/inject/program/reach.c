/* Looks for pointers in bytes. A structure may have a pointer at any multiple of 4 bytes, so every
 * such word is tried. A number that only looks like an address counts as one: the launch is then
 * measured alone, which costs time and is never wrong. */
#include "collect/inject/program/reach.h"

#include <string.h>

#include "collect/inject/program/launch.h"
#include "collect/inject/program/memory.h"

bool reach_of_bytes(const struct memory_tracker *tracker, const void *bytes, size_t size)
{
    uint64_t word, low, span;
    if (!memory_shared_span(tracker, &low, &span))
        return false;
    for (size_t at = 0; at + sizeof word <= size; at += sizeof(uint32_t)) {
        memcpy(&word, (const uint8_t *)bytes + at, sizeof word);
        if (word - low < span && memory_is_shared_at(tracker, word))
            return true;
    }
    return false;
}

bool reach_of_launch(const struct memory_tracker *tracker, const struct launch *launch)
{
    return reach_of_bytes(tracker, launch->values, launch->values_size) ||
           reach_of_bytes(tracker, launch->packed, launch->packed_size);
}

#include "report/base/unpack_sink.h"

#include <errno.h>
#include <string.h>
#include <sys/mman.h>

/* Bytes, multiples of every page size. */
enum { FIRST_ROOM = 1 << 20, BEYOND = 1 << 16, MEGABYTE = 1 << 20 };

/* One byte above the limit must have room, or whether the end is reached is not known at the limit.
 */
static size_t next_capacity(const struct unpack_sink *sink)
{
    const size_t last = sink->most / BEYOND * BEYOND + BEYOND;
    const size_t next = sink->capacity ? sink->capacity * 2 : FIRST_ROOM;
    return next < last ? next : last;
}

static bool too_much(struct unpack_sink *sink)
{
    if (sink->most < sink->memory)
        return error_set(
            sink->error,
            "this %s unpacks to more than %zu MB, over a thousand times its size, as no "
            "report does; if you trust it, unpack it first: %s",
            sink->name, sink->most / MEGABYTE, sink->command);
    return error_set(sink->error,
                     "this %s unpacks to more than %zu MB, half of the memory here; unpack it on "
                     "disk first: %s",
                     sink->name, sink->most / MEGABYTE, sink->command);
}

bool unpack_sink_room(struct unpack_sink *sink)
{
    if (sink->length < sink->capacity)
        return true;
    const size_t capacity = next_capacity(sink);
    /* Pages move, their bytes are not copied. */
    void *bytes = sink->bytes ? mremap(sink->bytes, sink->capacity, capacity, MREMAP_MAYMOVE)
                              : mmap(NULL, capacity, PROT_READ | PROT_WRITE,
                                     MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (bytes == MAP_FAILED)
        return error_set(sink->error,
                         "no memory for what this %s unpacks to (%s); unpack it on disk first: %s",
                         sink->name, strerror(errno), sink->command);
    sink->bytes = bytes;
    sink->capacity = capacity;
    return true;
}

bool unpack_sink_add(struct unpack_sink *sink, size_t length)
{
    sink->length += length;
    return sink->length <= sink->most || too_much(sink);
}

void unpack_sink_free(struct unpack_sink *sink)
{
    if (sink->bytes)
        munmap(sink->bytes, sink->capacity);
    sink->bytes = NULL;
}

bool unpack_short(struct unpack_sink *sink)
{
    return error_set(sink->error, "this %s ends too early; copy the whole file here again",
                     sink->name);
}

bool unpack_damaged(struct unpack_sink *sink, const char *why)
{
    return error_set(sink->error,
                     "this %s is damaged or of a kind that is not known here (%s); copy the file "
                     "here again, or unpack it first: %s",
                     sink->name, why, sink->command);
}

bool unpack_trailing(struct unpack_sink *sink, size_t length)
{
    return error_set(sink->error,
                     "%zu bytes that do not belong to it follow this %s; copy the file here again, "
                     "or unpack it first: %s",
                     length, sink->name, sink->command);
}

bool unpack_missing(struct unpack_sink *sink, const char *library)
{
    return error_set(
        sink->error,
        "this %s cannot be read, since this rooftop was built without %s; unpack it first: %s",
        sink->name, library, sink->command);
}

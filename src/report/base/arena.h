/* arena: memory with one lifetime.
 *
 * arena_alloc() returns zeroed, aligned bytes; arena_free() releases all of them. arena_protobuf()
 * lends the arena to protobuf-c. `limit` bounds the bytes: a message that needs more fails to
 * unpack, because the sizes in it come from a file. */
#ifndef ROOFTOP_REPORT_BASE_ARENA_H
#define ROOFTOP_REPORT_BASE_ARENA_H

#include <protobuf-c/protobuf-c.h>
#include <stddef.h>

struct arena_chunk;

struct arena {
    struct arena_chunk *chunks;
    size_t used, limit; /* bytes handed out; 0 = no limit */
};

void *arena_alloc(struct arena *arena, size_t size); /* NULL above the limit */
char *arena_strdup(struct arena *arena, const char *text);
void arena_free(struct arena *arena);
ProtobufCAllocator arena_protobuf(struct arena *arena);

#endif

/* arena: memory with one lifetime. arena_alloc() gives zeroed, aligned bytes until arena_free()
 * releases them all. arena_protobuf() lends the arena to protobuf-c, with a limit: a message that
 * would need more than `limit` bytes fails to unpack (the sizes inside come from a file). */
#ifndef ROOFTOP_ARENA_H
#define ROOFTOP_ARENA_H

#include <protobuf-c/protobuf-c.h>
#include <stddef.h>

struct arena_chunk;

struct arena {
    struct arena_chunk *chunks;
    size_t used, limit; /* bytes handed out; 0 = no limit */
};

void *arena_alloc(struct arena *arena, size_t size); /* NULL over the limit */
char *arena_strdup(struct arena *arena, const char *text);
void arena_free(struct arena *arena);
ProtobufCAllocator arena_protobuf(struct arena *arena);

#endif

#include "report/base/arena.h"

#include <stdlib.h>
#include <string.h>

#include "report/base/mem.h"

/* A new chunk is as large as what the arena holds so far, between these two sizes. */
enum { LEAST = 2 * 1024, CHUNK = 64 * 1024 };

struct arena_chunk {
    struct arena_chunk *next;
    size_t used, size;
    max_align_t data[];
};

void *arena_alloc(struct arena *arena, size_t size)
{
    size_t align = sizeof(max_align_t);
    if (size > SIZE_MAX / 2 || (arena->limit && size > arena->limit - arena->used))
        return NULL;
    size = (size + align - 1) / align * align;
    struct arena_chunk *chunk = arena->chunks;
    if (!chunk || chunk->size - chunk->used < size) {
        size_t step = arena->used < LEAST ? LEAST : arena->used < CHUNK ? arena->used : CHUNK;
        size_t room = size > step ? size : step;
        struct arena_chunk *fresh = mem_alloc(sizeof *fresh + room);
        fresh->size = room;
        /* A large block goes behind the current chunk, so that the rest of that chunk stays in
         * use. */
        if (chunk && size > step) {
            fresh->next = chunk->next;
            chunk->next = fresh;
        } else {
            fresh->next = chunk;
            arena->chunks = fresh;
        }
        chunk = fresh;
    }
    void *bytes = (char *)chunk->data + chunk->used;
    chunk->used += size;
    arena->used += size;
    if (arena->limit && arena->used > arena->limit)
        arena->used = arena->limit;
    return bytes;
}

char *arena_strdup(struct arena *arena, const char *text)
{
    size_t length = strlen(text) + 1;
    char *copy = arena_alloc(arena, length);
    return copy ? memcpy(copy, text, length) : NULL;
}

void arena_free(struct arena *arena)
{
    for (struct arena_chunk *chunk = arena->chunks, *next; chunk; chunk = next) {
        next = chunk->next;
        free(chunk);
    }
    *arena = (struct arena){0};
}

static void *protobuf_alloc(void *arena, size_t size)
{
    return arena_alloc(arena, size);
}

static void protobuf_free(void *arena, void *pointer)
{
    (void)arena;
    (void)pointer;
}

ProtobufCAllocator arena_protobuf(struct arena *arena)
{
    return (ProtobufCAllocator){protobuf_alloc, protobuf_free, arena};
}

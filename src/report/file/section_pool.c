/* How it works: a hash table finds a section by its bytes. Sections that nobody holds form a list
 * from the newest to the oldest; the oldest are freed when the list takes too much memory. Many
 * reports can share a pool, which counts its owners. */
#include "report/file/section_pool.h"

#include <assert.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "report/base/arena.h"
#include "report/base/mem.h"
#include "report/base/message_depth.h"
#include "report/base/text_hash.h"

/* The hash covers only the first and last HASHED bytes of a section. Then all bytes are
 * compared. */
enum { BUCKETS = 256, HASHED = 64 };
/* Bytes; the full set of one chip takes 4 MiB. */
enum { MOST_IDLE = 8 << 20 };
/* A decoded message takes a multiple of its wire size: see result.c. */
enum { DECODED_PER_BYTE = 128, DECODED_MINIMUM = 1 << 12 };

struct pooled_section {
    struct pooled_section *next;                    /* in its bucket */
    struct pooled_section *idle_newer, *idle_older; /* if nobody holds it */
    size_t holds, length;
    uint32_t hash;
    uint8_t *bytes;
    Rep__ProfilerSection *message;
    struct arena arena;
};

struct section_pool {
    struct pooled_section *buckets[BUCKETS];
    struct pooled_section *newest, *oldest; /* sections that nobody holds */
    size_t idle_bytes;
    size_t others; /* number of owners - 1 */
};

struct section_pool *section_pool_new(void)
{
    return mem_alloc(sizeof(struct section_pool));
}

struct section_pool *section_pool_share(struct section_pool *pool)
{
    pool->others++;
    return pool;
}

static void release(struct pooled_section *section)
{
    arena_free(&section->arena);
    free(section->bytes);
    free(section);
}

void section_pool_free(struct section_pool *pool)
{
    if (!pool || pool->others--)
        return;
    for (size_t i = 0; i < BUCKETS; i++)
        for (struct pooled_section *section = pool->buckets[i], *next; section; section = next) {
            assert(!section->holds);
            next = section->next;
            release(section);
        }
    free(pool);
}

static uint32_t hash_of(const uint8_t *data, size_t length)
{
    size_t part = length < HASHED ? length : HASHED;
    return text_hash_part((const char *)data, part) ^
           31 * text_hash_part((const char *)data + length - part, part) ^ (uint32_t)length;
}

/* Returns the link to the section of these bytes, or the link where it would go. */
static struct pooled_section **find(struct section_pool *pool, uint32_t hash, const uint8_t *data,
                                    size_t length)
{
    struct pooled_section **link = &pool->buckets[hash % BUCKETS];
    while (*link && ((*link)->hash != hash || (*link)->length != length ||
                     memcmp((*link)->bytes, data, length) != 0))
        link = &(*link)->next;
    return link;
}

static void unlink_idle(struct section_pool *pool, struct pooled_section *section)
{
    struct pooled_section *newer = section->idle_newer, *older = section->idle_older;
    *(newer ? &newer->idle_older : &pool->newest) = older;
    *(older ? &older->idle_newer : &pool->oldest) = newer;
    section->idle_newer = section->idle_older = NULL;
    pool->idle_bytes -= pooled_section_bytes(section);
}

static void link_idle(struct section_pool *pool, struct pooled_section *section)
{
    section->idle_older = pool->newest;
    *(pool->newest ? &pool->newest->idle_newer : &pool->oldest) = section;
    pool->newest = section;
    pool->idle_bytes += pooled_section_bytes(section);
}

static struct pooled_section *decode(const uint8_t *data, size_t length)
{
    const ProtobufCMessageDescriptor *descriptor = &rep__profiler_section__descriptor;
    struct pooled_section *section = mem_alloc(sizeof *section);
    section->arena.limit = DECODED_MINIMUM + length * DECODED_PER_BYTE;
    ProtobufCAllocator allocator = arena_protobuf(&section->arena);
    if (message_is_shallow(descriptor, data, length))
        section->message = rep__profiler_section__unpack(&allocator, length, data);
    if (!section->message) {
        release(section);
        return NULL;
    }
    section->bytes = mem_realloc(NULL, length);
    memcpy(section->bytes, data, length);
    section->length = length;
    return section;
}

struct pooled_section *section_pool_take(struct section_pool *pool, const uint8_t *data,
                                         size_t length)
{
    uint32_t hash = hash_of(data, length);
    struct pooled_section **link = find(pool, hash, data, length);
    if (!*link) {
        struct pooled_section *section = decode(data, length);
        if (!section)
            return NULL;
        section->hash = hash;
        *link = section;
    } else if (!(*link)->holds) {
        unlink_idle(pool, *link);
    }
    (*link)->holds++;
    return *link;
}

static void drop(struct section_pool *pool, struct pooled_section *section)
{
    unlink_idle(pool, section);
    *find(pool, section->hash, section->bytes, section->length) = section->next;
    release(section);
}

void section_pool_give_back(struct section_pool *pool, struct pooled_section *section)
{
    assert(section->holds);
    if (--section->holds)
        return;
    link_idle(pool, section);
    struct pooled_section *old = pool->oldest, *newer;
    for (; old && pool->idle_bytes > MOST_IDLE; old = newer) {
        newer = old->idle_newer;
        drop(pool, old);
    }
}

Rep__ProfilerSection *pooled_section_message(const struct pooled_section *section)
{
    return section->message;
}

size_t pooled_section_bytes(const struct pooled_section *section)
{
    return sizeof *section + section->length + section->arena.used;
}

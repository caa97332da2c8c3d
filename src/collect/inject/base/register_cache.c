#include "collect/inject/base/register_cache.h"

#include <stdlib.h>

#include "collect/inject/base/counter_gate.h"

enum { ENTRIES = 1 << 16, MOST_ENTRIES = ENTRIES * 3 / 4 };

static uint64_t key_of(const struct register_operation *write)
{
    return (uint64_t)write->offset | (uint64_t)write->type << 32 | (uint64_t)write->quad << 40 |
           (uint64_t)1 << 48;
}

/* The place of a key, or of the empty entry where it would be. */
static struct known_register *place_of(const struct register_cache *c, uint64_t key)
{
    size_t at = (size_t)((key * 0x9e3779b97f4a7c15u) >> 48);
    while (c->entries[at].key && c->entries[at].key != key)
        at = (at + 1) % ENTRIES;
    return &c->entries[at];
}

static const struct known_register *find(const struct register_cache *c,
                                         const struct register_operation *write)
{
    const struct known_register *entry = c->entries ? place_of(c, key_of(write)) : NULL;
    return entry && entry->key ? entry : NULL;
}

/* NULL: no memory, or no room. */
static struct known_register *make(struct register_cache *c, const struct register_operation *write)
{
    if (!c->entries)
        c->entries = calloc(ENTRIES, sizeof *c->entries);
    struct known_register *entry = c->entries ? place_of(c, key_of(write)) : NULL;
    if (!entry || entry->key)
        return entry;
    if (c->count >= MOST_ENTRIES)
        return NULL;
    c->count++;
    entry->key = key_of(write);
    return entry;
}

static uint64_t wide(uint32_t high, uint32_t low)
{
    return (uint64_t)high << 32 | low;
}

/* Registers of single units are not told apart here. */
static bool is_plain(const struct register_operation *write)
{
    return !write->groups && !write->subgroups;
}

bool register_cache_has(const struct register_cache *c, const struct register_operation *write)
{
    const struct known_register *entry = find(c, write);
    const uint64_t mask = wide(write->mask_high, write->mask_low);
    return entry && is_plain(write) && !entry->alone && (entry->mask & mask) == mask &&
           ((entry->value ^ wide(write->high, write->low)) & mask) == 0;
}

void register_cache_note(struct register_cache *c, const struct register_operation *write)
{
    struct known_register *entry = make(c, write);
    const uint64_t mask = wide(write->mask_high, write->mask_low);
    if (!entry)
        return;
    entry->value = (entry->value & ~mask) | (wide(write->high, write->low) & mask);
    entry->mask = is_plain(write) ? entry->mask | mask : 0;
}

void register_cache_leave_alone(struct register_cache *c, const struct register_operation *write)
{
    struct known_register *entry = make(c, write);
    if (entry)
        entry->alone = true;
}

bool register_cache_leaves_alone(const struct register_cache *c,
                                 const struct register_operation *write)
{
    const struct known_register *entry = find(c, write);
    return entry && entry->alone;
}

void register_cache_forget(struct register_cache *c)
{
    for (size_t i = 0; c->entries && c->count && i < ENTRIES; i++)
        c->entries[i].mask = 0;
}

void register_cache_free(struct register_cache *c)
{
    free(c->entries);
    *c = (struct register_cache){0};
}

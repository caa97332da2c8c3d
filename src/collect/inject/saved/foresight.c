#include "collect/inject/saved/foresight.h"

#include <stdlib.h>
#include <string.h>

#include "collect/inject/base/inject.h"
#include "collect/inject/program/launch.h"
#include "collect/inject/program/memory.h"
#include "collect/inject/saved/snapshot.h"

enum { MOST_ENTRIES = 4096, MOST_PIECES = 64 << 10, MOST_PIECES_EACH = 256 };

struct piece {
    uint64_t address, size;
};

struct foreseen {
    uint64_t key;
    struct piece *pieces;
    size_t count;
    bool proven;
};

/* FNV-1a. */
static uint64_t add_bytes(uint64_t key, const void *bytes, size_t size)
{
    for (size_t i = 0; i < size; i++)
        key = (key ^ ((const uint8_t *)bytes)[i]) * 1099511628211u;
    return key;
}

/* The same in one step; the shift brings the high bits down. */
static uint64_t add_word(uint64_t key, uint64_t word)
{
    key = (key ^ word) * 1099511628211u;
    return key ^ key >> 32;
}

static uint64_t key_of(const struct launch *launch)
{
    const CUlaunchConfig *c = &launch->config;
    const uint64_t shape[] = {(uintptr_t)launch->f, c->gridDimX,  c->gridDimY,  c->gridDimZ,
                              c->blockDimX,         c->blockDimY, c->blockDimZ, c->sharedMemBytes};
    uint64_t key = 14695981039346656037u;
    for (size_t i = 0; i < sizeof shape / sizeof *shape; i++)
        key = add_word(key, shape[i]);
    key = add_bytes(key, launch->values, launch->values_size);
    return add_bytes(key, launch->packed, launch->packed_size);
}

static struct foreseen *find(const struct foresight *foresight, uint64_t key)
{
    for (size_t i = 0; i < foresight->count; i++)
        if (foresight->entries[i].key == key)
            return &foresight->entries[i];
    return NULL;
}

/* Arguments may have a pointer at any multiple of 4 bytes. */
static bool save_words(struct snapshot *s, struct inject *inject, CUstream stream,
                       const uint8_t *bytes, size_t size, unsigned reach, bool host)
{
    const size_t behind = s->sparse.guess * reach;
    bool good = true;
    uint64_t word;
    for (size_t at = 0; at + sizeof word <= size; at += sizeof(uint32_t)) {
        memcpy(&word, bytes + at, sizeof word);
        const struct region *region = memory_find(inject->program.memory, word);
        if (!region || memory_region_is_shared(region))
            continue;
        const uint64_t before =
            word - region->address < BLOCK_BYTES ? word - region->address : BLOCK_BYTES;
        const uint64_t left = region->size - (word - region->address);
        good = sparse_save(s, inject, stream, word - before,
                           before + (left < behind ? left : behind), host) &&
               good;
    }
    return good;
}

bool foresight_save(const struct foresight *foresight, struct snapshot *s, struct inject *inject,
                    CUstream stream, const struct launch *launch, unsigned reach, bool host)
{
    if (!s->sparse.blocks)
        return true;
    bool good = save_words(s, inject, stream, launch->values, launch->values_size, reach, host);
    good = save_words(s, inject, stream, launch->packed, launch->packed_size, reach, host) && good;
    const struct foreseen *known = foresight->count ? find(foresight, key_of(launch)) : NULL;
    for (size_t i = 0; known && i < known->count; i++)
        good =
            sparse_save(s, inject, stream, known->pieces[i].address, known->pieces[i].size, host) &&
            good;
    return good;
}

/* The table is small: when it is full all is forgotten, and learned again where it is needed. */
static struct foreseen *get(struct foresight *foresight, uint64_t key)
{
    struct foreseen *entry = find(foresight, key);
    if (entry)
        return entry;
    if (foresight->count == MOST_ENTRIES || foresight->pieces >= MOST_PIECES)
        foresight_free(foresight);
    if (foresight->count == foresight->capacity) {
        const size_t wanted = foresight->capacity ? 2 * foresight->capacity : 16;
        struct foreseen *larger = realloc(foresight->entries, wanted * sizeof *larger);
        if (!larger)
            return NULL;
        foresight->entries = larger;
        foresight->capacity = wanted;
    }
    entry = &foresight->entries[foresight->count++];
    *entry = (struct foreseen){.key = key};
    return entry;
}

/* Joins a piece that lies beside or in another one. Where an entry has as many pieces as it may
 * have, the last one grows over what lies between. */
static bool join(struct foreseen *entry, uint64_t address, uint64_t size)
{
    for (size_t i = 0; i < entry->count; i++) {
        struct piece *piece = &entry->pieces[i];
        const bool touches =
            address <= piece->address + piece->size && piece->address <= address + size;
        if (!touches && (entry->count < MOST_PIECES_EACH || i + 1 < entry->count))
            continue;
        const uint64_t begin = address < piece->address ? address : piece->address;
        const uint64_t end = address + size > piece->address + piece->size
                                 ? address + size
                                 : piece->address + piece->size;
        *piece = (struct piece){begin, end - begin};
        return true;
    }
    return false;
}

void foresight_learn(struct foresight *foresight, const struct launch *launch, uint64_t address,
                     size_t size)
{
    struct foreseen *entry = get(foresight, key_of(launch));
    if (!entry || join(entry, address, size))
        return;
    struct piece *larger = realloc(entry->pieces, (entry->count + 1) * sizeof *larger);
    if (!larger)
        return;
    entry->pieces = larger;
    entry->pieces[entry->count++] = (struct piece){address, size};
    foresight->pieces++;
}

bool foresight_knows(const struct foresight *foresight, const struct launch *launch)
{
    return foresight->count && find(foresight, key_of(launch));
}

static bool has(const struct foreseen *entry, uint64_t address, size_t size)
{
    for (size_t i = 0; i < entry->count; i++)
        if (entry->pieces[i].address <= address &&
            address + size <= entry->pieces[i].address + entry->pieces[i].size)
            return true;
    return false;
}

bool foresight_agrees(struct foresight *foresight, const struct snapshot *s,
                      const struct launch *launch)
{
    struct foreseen *entry = foresight->count ? find(foresight, key_of(launch)) : NULL;
    bool agrees = entry;
    for (size_t i = 0; agrees && i < s->changes.count; i++) {
        const struct extent *extent = &s->changes.extents[i];
        const struct snapshot_item *item = &s->items[extent->item];
        agrees = !item->sparse || has(entry, item->address + extent->offset, extent->size);
    }
    if (entry)
        entry->proven = agrees;
    return agrees;
}

bool foresight_is_proven(const struct foresight *foresight, const struct launch *launch)
{
    const struct foreseen *entry = foresight->count ? find(foresight, key_of(launch)) : NULL;
    return entry && entry->proven;
}

void foresight_free(struct foresight *foresight)
{
    for (size_t i = 0; i < foresight->count; i++)
        free(foresight->entries[i].pieces);
    free(foresight->entries);
    *foresight = (struct foresight){0};
}

#include "collect/inject/saved/sparse.h"

#include <stdlib.h>
#include <string.h>

#include "collect/inject/base/host_room.h"
#include "collect/inject/base/inject.h"
#include "collect/inject/base/own_device.h"
#include "collect/inject/saved/snapshot_copy.h"

enum {
    CHUNK = 512 << 20,
    MOST_GUESS = 256 << 20,
    GUESSES = 16, /* that have room together */
    LINK = 16     /* known blocks that are copied along, to have fewer copies */
};

/* Bytes that are copied to the host where that makes everything known, which takes 20 to 40 ms a
 * GiB: an eighth of the device's memory, between these. */
enum { WORTH_SHARE = 8, WORTH_AT_LEAST = 16 << 20, WORTH_AT_MOST = 1 << 30 };

static size_t blocks_of(size_t size)
{
    return (size + BLOCK_BYTES - 1) / BLOCK_BYTES;
}

static void free_tables(struct sparse *sparse, struct inject *inject)
{
    if (sparse->room) {
        own_device_free(inject, sparse->rows);
        own_device_free(inject, sparse->states);
    }
    free(sparse->known);
    free(sparse->spoilt);
    free(sparse->copies);
    sparse->known = sparse->spoilt = NULL;
    sparse->copies = NULL;
    sparse->room = 0;
}

static bool make_tables(struct sparse *sparse, struct inject *inject)
{
    const size_t blocks = sparse->blocks;
    if (blocks <= sparse->room)
        return true;
    free_tables(sparse, inject);
    sparse->known = malloc(blocks);
    sparse->spoilt = malloc(blocks);
    sparse->copies = malloc(blocks * sizeof *sparse->copies);
    if (!sparse->known || !sparse->spoilt || !sparse->copies ||
        own_device_alloc(inject, &sparse->rows, blocks * sizeof(struct block_row)) != CUDA_SUCCESS)
        return false;
    if (own_device_alloc(inject, &sparse->states, blocks) != CUDA_SUCCESS) {
        own_device_free(inject, sparse->rows);
        return false;
    }
    sparse->room = blocks;
    return true;
}

static CUdeviceptr row_of(const struct sparse *sparse, size_t block)
{
    return sparse->rows + block * sizeof(struct block_row);
}

static bool note(struct snapshot *s, struct inject *inject, CUstream stream)
{
    const struct foil_driver *driver = &inject->driver;
    struct sparse *sparse = &s->sparse;
    bool good = true;
    for (size_t i = 0; good && i < s->count; i++) {
        const struct snapshot_item *item = &s->items[i];
        good = !item->sparse || block_kernels_note(&sparse->kernels, inject, stream, item->address,
                                                   item->size, row_of(sparse, item->first_block),
                                                   sparse->states + item->first_block);
    }
    good = good && driver->memcpy_dtoh_async(sparse->known, sparse->states, sparse->blocks,
                                             stream) == CUDA_SUCCESS;
    good =
        good && driver->memset_d8_async(sparse->states, 0, sparse->blocks, stream) == CUDA_SUCCESS;
    return driver->stream_synchronize(stream) == CUDA_SUCCESS && good;
}

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* Chunks of the last window are empty again. */
static void make_budget(struct sparse *sparse, struct inject *inject)
{
    size_t device = 0;
    sparse->device_left = snapshot_room(inject) / 2;
    sparse->host_left = host_share();
    for (size_t i = 0; i < sparse->chunk_count; i++) {
        sparse->chunks[i].used = 0;
        device += sparse->chunks[i].host ? 0 : sparse->chunks[i].size;
        if (sparse->chunks[i].host)
            sparse->host_left -= least(sparse->host_left, sparse->chunks[i].size);
    }
    /* What the chunks have already is not free, and half of both together may be theirs. */
    sparse->device_left -= least(sparse->device_left, device / 2);
    sparse->guess = least((device + sparse->device_left) / GUESSES, MOST_GUESS);
    sparse->guess = sparse->guess < BLOCK_BYTES ? BLOCK_BYTES : sparse->guess;
    sparse->copied = 0;
}

static size_t room_of(const struct sparse *sparse, bool host)
{
    size_t room = host ? sparse->host_left : sparse->device_left;
    for (size_t i = 0; i < sparse->chunk_count; i++)
        if (sparse->chunks[i].host == host)
            room += sparse->chunks[i].size;
    return room;
}

static size_t worth_the_host(struct inject *inject)
{
    size_t available, total = 0;
    inject->driver.mem_get_info(&available, &total);
    total /= WORTH_SHARE;
    total = total < WORTH_AT_LEAST ? WORTH_AT_LEAST : total;
    return least(total, WORTH_AT_MOST);
}

static bool save_all(struct snapshot *s, struct inject *inject, CUstream stream)
{
    bool good = true;
    for (size_t i = 0; good && i < s->count; i++)
        if (s->items[i].sparse)
            good = sparse_save(s, inject, stream, s->items[i].address, s->items[i].size, true);
    return inject->driver.stream_synchronize(stream) == CUDA_SUCCESS && good;
}

bool sparse_begin(struct snapshot *s, struct inject *inject, CUstream stream)
{
    struct sparse *sparse = &s->sparse;
    sparse->blocks = sparse->move_count = 0;
    for (size_t i = 0; i < s->count; i++) {
        struct snapshot_item *item = &s->items[i];
        item->first_block = sparse->blocks;
        sparse->blocks += item->sparse ? blocks_of(item->size) : 0;
    }
    if (!sparse->blocks)
        return true;
    if (!make_tables(sparse, inject) || !note(s, inject, stream))
        return false;
    memset(sparse->spoilt, 0, sparse->blocks);
    make_budget(sparse, inject);
    size_t unknown = 0;
    for (size_t i = 0; i < sparse->blocks; i++)
        unknown += sparse->known[i] == SPARSE_UNKNOWN;
    /* If a chunk cannot be had after all, what has no copy is as unknown as before. */
    if (unknown * BLOCK_BYTES <=
        room_of(sparse, false) + least(room_of(sparse, true), worth_the_host(inject)))
        save_all(s, inject, stream);
    return true;
}

static bool add_chunk(struct sparse *sparse, struct inject *inject, size_t wanted, bool host)
{
    size_t *left = host ? &sparse->host_left : &sparse->device_left;
    size_t size = wanted > CHUNK ? wanted : CHUNK;
    size = least(size, *left) / BLOCK_BYTES * BLOCK_BYTES;
    if (!size || sparse->chunk_count == SPARSE_CHUNKS)
        return false;
    struct sparse_chunk *chunk = &sparse->chunks[sparse->chunk_count];
    *chunk = (struct sparse_chunk){.size = size, .host = host};
    CUdeviceptr device = 0;
    void *pinned = NULL;
    CUresult result = host ? inject->driver.mem_alloc_host(&pinned, size)
                           : own_device_alloc(inject, &device, size);
    if (result != CUDA_SUCCESS) {
        *left = 0;
        return false;
    }
    chunk->address = host ? (uintptr_t)pinned : device;
    *left -= size;
    sparse->chunk_count++;
    return true;
}

/* A chunk with room for at least one block. NULL: there is none. */
static struct sparse_chunk *find_room(struct sparse *sparse, struct inject *inject, size_t wanted,
                                      bool host)
{
    for (size_t where = 0; where <= (size_t)host; where++) {
        for (size_t i = 0; i < sparse->chunk_count; i++) {
            struct sparse_chunk *chunk = &sparse->chunks[i];
            if (chunk->host == (where == 1) && chunk->size - chunk->used >= BLOCK_BYTES)
                return chunk;
        }
        if (add_chunk(sparse, inject, wanted, where == 1))
            return &sparse->chunks[sparse->chunk_count - 1];
    }
    return NULL;
}

/* Copies blocks of an item that lie side by side. The copy is compared with the digests right away,
 * on the same stream. */
static bool copy_some(struct sparse *sparse, struct inject *inject, CUstream stream,
                      const struct snapshot_item *item, struct sparse_chunk *chunk, size_t first,
                      size_t count)
{
    const struct foil_driver *driver = &inject->driver;
    const size_t offset = first * BLOCK_BYTES;
    const size_t size = least(count * BLOCK_BYTES, item->size - offset);
    const uint64_t to = chunk->address + chunk->used;
    const size_t block = item->first_block + first;
    CUresult result =
        chunk->host
            ? driver->memcpy_dtoh_async((void *)(uintptr_t)to, item->address + offset, size, stream)
            : driver->memcpy_dtod_async(to, item->address + offset, size, stream);
    if (result != CUDA_SUCCESS ||
        !block_kernels_compare(&sparse->kernels, inject, stream, to, size, row_of(sparse, block),
                               sparse->states + block))
        return false;
    for (size_t i = 0; i < count; i++) {
        if (sparse->known[block + i] == SPARSE_UNKNOWN)
            sparse->known[block + i] = SPARSE_COPIED;
        sparse->copies[block + i] = to + i * BLOCK_BYTES;
    }
    chunk->used += count * BLOCK_BYTES;
    sparse->copied += size;
    return true;
}

static bool copy_run(struct sparse *sparse, struct inject *inject, CUstream stream,
                     const struct snapshot_item *item, size_t first, size_t count, bool host)
{
    while (count) {
        struct sparse_chunk *chunk = find_room(sparse, inject, count * BLOCK_BYTES, host);
        if (!chunk)
            return false;
        const size_t some = least(count, (chunk->size - chunk->used) / BLOCK_BYTES);
        if (!copy_some(sparse, inject, stream, item, chunk, first, some))
            return false;
        first += some;
        count -= some;
    }
    return true;
}

/* The end of the run of blocks to copy that begins at `first`: the next one to copy must not be far
 * away, and blocks that have a copy are never copied again. */
static size_t end_of_run(const uint8_t *known, size_t first, size_t end)
{
    size_t last = first;
    for (size_t i = first; i < end && i <= last + LINK && known[i] != SPARSE_COPIED; i++)
        last = known[i] == SPARSE_UNKNOWN ? i : last;
    return last + 1;
}

static bool save_in_item(struct sparse *sparse, struct inject *inject, CUstream stream,
                         const struct snapshot_item *item, size_t begin, size_t end, bool host)
{
    const uint8_t *known = sparse->known + item->first_block;
    const uint8_t *next;
    bool good = true;
    for (size_t at = begin; good && at < end; at = end_of_run(known, at, end)) {
        next = memchr(known + at, SPARSE_UNKNOWN, end - at);
        if (!next)
            break;
        at = (size_t)(next - known);
        good = copy_run(sparse, inject, stream, item, at, end_of_run(known, at, end) - at, host);
    }
    return good;
}

bool sparse_save(struct snapshot *s, struct inject *inject, CUstream stream, uint64_t address,
                 size_t size, bool host)
{
    bool good = true;
    for (size_t i = 0; good && i < s->count; i++) {
        const struct snapshot_item *item = &s->items[i];
        const uint64_t begin = address > item->address ? address : item->address;
        const uint64_t item_end = item->address + item->size;
        const uint64_t end = address + size < item_end ? address + size : item_end;
        if (item->sparse && begin < end)
            good = save_in_item(&s->sparse, inject, stream, item,
                                (begin - item->address) / BLOCK_BYTES,
                                blocks_of(end - item->address), host);
    }
    return good;
}

bool sparse_settle(struct snapshot *s, struct inject *inject, CUstream stream)
{
    struct sparse *sparse = &s->sparse;
    return !sparse->blocks ||
           (inject->driver.memcpy_dtoh_async(sparse->spoilt, sparse->states, sparse->blocks,
                                             stream) == CUDA_SUCCESS &&
            inject->driver.stream_synchronize(stream) == CUDA_SUCCESS);
}

bool sparse_compare(struct sparse *sparse, struct inject *inject, CUstream stream,
                    const struct snapshot_item *item, CUdeviceptr differs)
{
    return block_kernels_compare(&sparse->kernels, inject, stream, item->address, item->size,
                                 row_of(sparse, item->first_block), differs);
}

bool sparse_has(const struct sparse *sparse, size_t block)
{
    return sparse->known[block] == SPARSE_UNIFORM ||
           (sparse->known[block] == SPARSE_COPIED && !sparse->spoilt[block]);
}

bool sparse_is_complete(const struct sparse *sparse)
{
    for (size_t i = 0; i < sparse->blocks; i++)
        if (!sparse_has(sparse, i))
            return false;
    return true;
}

static bool upload(struct sparse *sparse, struct inject *inject, CUstream stream,
                   const struct block_move *moves, size_t count)
{
    const struct foil_driver *driver = &inject->driver;
    if (count > sparse->moves_room) {
        if (sparse->moves_room)
            own_device_free(inject, sparse->moves);
        sparse->moves_room = 0;
        if (own_device_alloc(inject, &sparse->moves, count * sizeof *moves) != CUDA_SUCCESS)
            return false;
        sparse->moves_room = count;
    }
    sparse->move_count = count;
    bool good = !count || driver->memcpy_htod_async(sparse->moves, moves, count * sizeof *moves,
                                                    stream) == CUDA_SUCCESS;
    return driver->stream_synchronize(stream) == CUDA_SUCCESS && good;
}

static struct block_move move_of(const struct sparse *sparse, const struct snapshot_item *item,
                                 size_t offset)
{
    const size_t block = item->first_block + offset / BLOCK_BYTES;
    const bool fill = sparse->known[block] == SPARSE_UNIFORM;
    return (struct block_move){.to = item->address + offset,
                               .from =
                                   fill ? row_of(sparse, block) + offsetof(struct block_row, word)
                                        : sparse->copies[block],
                               .size = least(BLOCK_BYTES, item->size - offset),
                               .fill = fill};
}

bool sparse_plan(struct snapshot *s, struct inject *inject, CUstream stream,
                 const struct extent *extents, size_t count)
{
    struct sparse *sparse = &s->sparse;
    size_t most = 0, moves = 0;
    for (size_t i = 0; i < count; i++)
        most += s->items[extents[i].item].sparse ? blocks_of(extents[i].size) : 0;
    struct block_move *table = malloc(most * sizeof *table + 1);
    bool good = table;
    for (size_t i = 0; good && i < count; i++) {
        const struct snapshot_item *item = &s->items[extents[i].item];
        for (size_t at = 0; good && item->sparse && at < extents[i].size; at += BLOCK_BYTES) {
            good = sparse_has(sparse, item->first_block + (extents[i].offset + at) / BLOCK_BYTES);
            table[moves++] = move_of(sparse, item, extents[i].offset + at);
        }
    }
    good = good && upload(sparse, inject, stream, table, moves);
    free(table);
    return good;
}

bool sparse_undo(struct sparse *sparse, struct inject *inject, CUstream stream)
{
    return !sparse->move_count || block_kernels_put_back(&sparse->kernels, inject, stream,
                                                         sparse->moves, sparse->move_count);
}

void sparse_release(struct sparse *sparse, struct inject *inject)
{
    const struct foil_driver *driver = &inject->driver;
    for (size_t i = 0; i < sparse->chunk_count; i++) {
        if (sparse->chunks[i].host)
            driver->mem_free_host((void *)(uintptr_t)sparse->chunks[i].address);
        else
            own_device_free(inject, sparse->chunks[i].address);
    }
    sparse->chunk_count = 0;
    if (sparse->moves_room)
        own_device_free(inject, sparse->moves);
    sparse->moves_room = sparse->move_count = 0;
    free_tables(sparse, inject);
    sparse->blocks = 0;
}

void sparse_free(struct sparse *sparse, struct inject *inject)
{
    sparse_release(sparse, inject);
    block_kernels_free(&sparse->kernels, inject);
}

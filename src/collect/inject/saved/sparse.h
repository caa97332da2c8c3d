/* sparse: the old content of memory that is too large to be copied.
 *
 * Where a copy of all memory has no room, large items of the snapshot are sparse. Of each of their
 * blocks (block_kernels.h) a digest is kept, and of the blocks that launches may write the content:
 *
 *   uniform blocks   need no copy: the digest's row has the word that they consist of
 *   other blocks     are copied before the first launch that may write them is made
 *                    (foresight.h), on that launch's stream; if all of them have room on the
 *                    device, or nearly, when memory is saved
 *
 * A copy counts only if its digest is that of the block when memory was saved. So a copy that came
 * too late, because a launch wrote more than was foreseen, is never put back. After the program's
 * own run the digests tell which blocks it changed. If the old content of one of these is not at
 * hand, the launches are not replayed.
 *
 * Copies lie in chunks of device memory, at most half of what is free. Pinned host memory comes
 * last: at most an eighth of what the machine has left and 16 GiB. Chunks are kept from window to
 * window, until sparse_release(). */
#ifndef ROOFTOP_COLLECT_INJECT_SAVED_SPARSE_H
#define ROOFTOP_COLLECT_INJECT_SAVED_SPARSE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cuda.h>

#include "collect/inject/saved/block_kernels.h"

struct extent;
struct inject;
struct snapshot;
struct snapshot_item;

enum { SPARSE_CHUNKS = 256 };

struct sparse_chunk {
    uint64_t address;
    size_t size, used;
    bool host; /* pinned memory */
};

enum sparse_known { SPARSE_UNKNOWN, SPARSE_UNIFORM, SPARSE_COPIED };

struct sparse {
    struct block_kernels kernels;
    size_t blocks; /* of all sparse items; 0: there are none */
    size_t room;   /* blocks that the tables have room for */
    CUdeviceptr rows;
    CUdeviceptr states; /* a byte for each block */
    uint8_t *known;     /* enum sparse_known, of each block */
    uint8_t *spoilt;    /* whether its copy is not its old content */
    uint64_t *copies;   /* where the copy of a block is */
    struct sparse_chunk chunks[SPARSE_CHUNKS];
    size_t chunk_count;
    size_t device_left, host_left; /* bytes that further chunks may take */
    size_t guess;                  /* bytes behind a pointer that a launch may write */
    size_t copied;                 /* bytes in copies */
    CUdeviceptr moves;             /* what sparse_undo() does */
    size_t moves_room, move_count;
};

/* Notes the digests of all sparse items, which the context's idle memory has now, and copies their
 * blocks if there is room for all. false: no memory for the tables, or memory cannot be read. */
bool sparse_begin(struct snapshot *snapshot, struct inject *inject, CUstream stream);

/* Sees to it that the old content of these bytes is at hand when work that the stream gets from now
 * on writes them. host: chunks may lie in host memory. Returns false if there is no room for it;
 * true also for bytes that are not in a sparse item. */
bool sparse_save(struct snapshot *snapshot, struct inject *inject, CUstream stream,
                 uint64_t address, size_t size, bool host);

/* After the program's own run: asks the device which copies are spoilt. */
bool sparse_settle(struct snapshot *snapshot, struct inject *inject, CUstream stream);

/* Writes a byte for each block of a sparse item: 1 if it is not what it was when memory was saved.
 */
bool sparse_compare(struct sparse *sparse, struct inject *inject, CUstream stream,
                    const struct snapshot_item *item, CUdeviceptr differs);

/* Whether the old content of a block is at hand. */
bool sparse_has(const struct sparse *sparse, size_t block);

/* Whether that is so for all blocks. */
bool sparse_is_complete(const struct sparse *sparse);

/* Prepares sparse_undo() for these blocks; extents of other items are ignored. Returns false if
 * there is no memory for it, or if the old content of a block is not at hand. */
bool sparse_plan(struct snapshot *snapshot, struct inject *inject, CUstream stream,
                 const struct extent *extents, size_t count);

/* Puts the old content of these blocks back, as often as it is called. */
bool sparse_undo(struct sparse *sparse, struct inject *inject, CUstream stream);

void sparse_release(struct sparse *sparse, struct inject *inject);
void sparse_free(struct sparse *sparse, struct inject *inject);

#endif

/* block_kernels: kernels of ours that work on blocks of 64 KiB of device memory.
 *
 * The digest of a block is two sums over its 16-byte words, of the lower and of the upper half of
 * a product of 128 bits. The factors are the two halves of the word, each xored with a number that
 * depends on the word's place in the block. If one word of a block changes, so does the digest,
 * since a product changes with each of its factors (unless the other factor is 0, a chance of one
 * in 2^64). Of several changes that cancel each other out the chance is as small. All memory of a
 * card of 141 GB is read in about 35 ms.
 *
 * A block is uniform if all its 16-byte words are equal, as in memory that was never written, was
 * cleared, or was filled with one number. Its content is known from that word. */
#ifndef ROOFTOP_COLLECT_INJECT_SAVED_BLOCK_KERNELS_H
#define ROOFTOP_COLLECT_INJECT_SAVED_BLOCK_KERNELS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cuda.h>

struct inject;

enum { BLOCK_BYTES = 64 << 10 };

/* What is kept of a block, on the device. */
struct block_row {
    uint64_t digest[2];
    uint64_t word[2]; /* the block's first 16 bytes */
};

/* One block that is put back, or less at the end of an item. */
struct block_move {
    uint64_t to, from; /* multiples of 16; from: device memory, or pinned host memory */
    uint64_t size;
    uint64_t fill; /* 1: `from` has 16 bytes that are repeated */
};

struct block_kernels {
    bool tried; /* to load them */
    CUmodule module;
    CUfunction digest, put_back;
};

/* Writes a row for each block of the memory, and a byte: 1 if the block is uniform, else 0. The
 * address is a multiple of 16; the last block may be shorter. All three functions work on a stream
 * of the current context and return whether the work was queued. */
bool block_kernels_note(struct block_kernels *kernels, struct inject *inject, CUstream stream,
                        CUdeviceptr memory, size_t size, CUdeviceptr rows, CUdeviceptr uniform);

/* Writes a byte for each block: 1 if its digest is not that of its row, else 0. */
bool block_kernels_compare(struct block_kernels *kernels, struct inject *inject, CUstream stream,
                           CUdeviceptr memory, size_t size, CUdeviceptr rows, CUdeviceptr differs);

/* Makes the moves of a table in device memory. */
bool block_kernels_put_back(struct block_kernels *kernels, struct inject *inject, CUstream stream,
                            CUdeviceptr moves, size_t count);

void block_kernels_free(struct block_kernels *kernels, struct inject *inject);

/* The PTX of both kernels, for a test on a GPU. */
extern const char block_kernels_source[];

#endif

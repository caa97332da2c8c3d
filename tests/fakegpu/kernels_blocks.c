/* rooftop's kernels for blocks of 64 KiB (collect/inject/saved/block_kernels.h). Memory that was
 * never touched is not read, so that an allocation of 100 GB costs neither time nor memory. The
 * machine is taken to have no swap: a page that is not resident was never touched. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "driver.h"
#include "kernels.h"

enum { BLOCK = 65536, PAGES = BLOCK / 4096, BLOCKS_ASKED = 4096 };

struct row {
    uint64_t digest[2], word[2];
};

static struct row look(const uint8_t *bytes, size_t size, bool *uniform)
{
    struct row row = {.digest = {14695981039346656037u, size}};
    const size_t words = size / 8 * 8;
    *uniform = size >= sizeof row.word;
    if (*uniform)
        memcpy(row.word, bytes, sizeof row.word);
    for (size_t at = 0; at < words; at += 8) {
        uint64_t word;
        memcpy(&word, bytes + at, sizeof word);
        row.digest[0] = (row.digest[0] ^ word) * 0x9e3779b97f4a7c15u;
        row.digest[1] = (row.digest[1] << 7 | row.digest[1] >> 57) ^ word;
        *uniform = *uniform && word == row.word[at / 8 % 2];
    }
    for (size_t at = words; at < size; at++) {
        row.digest[0] = (row.digest[0] ^ bytes[at]) * 0x9e3779b97f4a7c15u;
        *uniform = *uniform && bytes[at] == ((const uint8_t *)row.word)[at % sizeof row.word];
    }
    return row;
}

static void use(const struct row *now, bool uniform, struct row *row, uint8_t *state, bool compares)
{
    if (compares) {
        *state = now->digest[0] != row->digest[0] || now->digest[1] != row->digest[1];
        return;
    }
    *row = *now;
    *state = uniform;
}

void kernel_must_reach(const struct kernel_run *run, const void *memory)
{
    if (!memory_open_to(run->device, (uintptr_t)memory)) {
        fprintf(stderr, "fakegpu: a kernel of device %d touches memory that is closed to it\n",
                run->device);
        abort();
    }
}

void kernel_digest(const struct kernel_run *run)
{
    static const uint8_t zeros[BLOCK];
    static unsigned char resident[BLOCKS_ASKED * PAGES];
    const uint8_t *memory = *(const uint8_t *const *)(run->params + 0);
    const uint64_t size = *(const uint64_t *)(run->params + 8);
    struct row *rows = *(struct row *const *)(run->params + 16);
    uint8_t *states = *(uint8_t *const *)(run->params + 24);
    const bool compares = *(const uint32_t *)(run->params + 32);
    const bool whole = (uintptr_t)memory % 4096 == 0;
    bool empty;
    kernel_must_reach(run, memory);
    const struct row none = look(zeros, BLOCK, &empty);
    for (uint64_t i = 0; i < run->blocks; i++) {
        const uint64_t left = size - i * BLOCK, some = left < BLOCK ? left : BLOCK;
        if (whole && i % BLOCKS_ASKED == 0 &&
            mincore((void *)(uintptr_t)(memory + i * BLOCK),
                    left < sizeof resident * 4096 ? left : sizeof resident * 4096, resident) != 0)
            memset(resident, 1, sizeof resident);
        bool uniform = true;
        struct row now = none;
        const unsigned char *pages = resident + i % BLOCKS_ASKED * PAGES;
        bool touched = !whole || some < BLOCK;
        for (size_t page = 0; page < PAGES && !touched; page++)
            touched = pages[page] & 1;
        if (touched)
            now = look(memory + i * BLOCK, some, &uniform);
        use(&now, uniform, &rows[i], &states[i], compares);
    }
}

void kernel_put_back(const struct kernel_run *run)
{
    struct move {
        uint64_t to, from, size, fill;
    };
    const struct move *moves = *(const struct move *const *)(run->params + 0);
    for (uint64_t i = 0; i < run->blocks; i++) {
        uint8_t *to = (uint8_t *)(uintptr_t)moves[i].to;
        const uint8_t *from = (const uint8_t *)(uintptr_t)moves[i].from;
        kernel_must_reach(run, to);
        kernel_must_reach(run, from);
        if (!moves[i].fill)
            memcpy(to, from, moves[i].size);
        for (uint64_t at = 0; moves[i].fill && at < moves[i].size; at++)
            to[at] = from[at % 16];
    }
}

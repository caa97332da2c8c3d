/* container: the bytes of an .ncu-rep file, cut into blocks and entries without decoding the
 * entries.
 *
 *   magic "NVR\0" | u32 size, FileHeader | { u32 size, BlockHeader, payload of u32 size + message
 * entries }...
 *
 * All integers are little endian. A payload holds the sources first, then the results of one kind.
 * Damage does not hide what stands before it: scanning keeps every whole entry and says in
 * `damage` what is missing and at which byte. */
#ifndef ROOFTOP_CONTAINER_H
#define ROOFTOP_CONTAINER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "error.h"
#include "report.pb-c.h"

#define REPORT_MAGIC "NVR" /* and the 0 behind it */

enum entry_kind { ENTRY_SOURCE, ENTRY_KERNEL, ENTRY_RANGE, ENTRY_CMDLIST, ENTRY_GRAPH };

struct entry {
    enum entry_kind kind;
    const uint8_t *data; /* in the bytes that were scanned */
    size_t length;
    size_t block;
};

struct container {
    Rep__FileHeader *header;   /* owned */
    Rep__BlockHeader **blocks; /* owned */
    size_t block_count;
    struct entry *entries;
    size_t entry_count;
    char damage[256]; /* empty: the file is whole */
};

/* Where indexing is. */
struct container_cursor {
    const uint8_t *bytes;
    size_t at, length;
};
struct container_scanner {
    struct container *container;
    struct container_cursor file;    /* to the block under way, from its payload on */
    struct container_cursor payload; /* of that */
    bool inside;                     /* of its payload */
    uint32_t kind, taken;            /* of its runs of entries, and how many of that */
    size_t entry_capacity, block_capacity;
};

/* Begins to index the bytes. false: not a report at all (another kind of file, another version),
 * nothing is kept. */
bool container_scan(struct container_scanner *scanner, struct container *container,
                    const uint8_t *bytes, size_t length, struct error *error);
/* A block's header or one entry; true: all is indexed. */
bool container_scan_step(struct container_scanner *scanner);
int container_scan_percent(const struct container_scanner *scanner);

/* A part of it; true: all is freed. */
bool container_free_step(struct container *container);

#endif

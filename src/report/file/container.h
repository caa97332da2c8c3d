/* container: splits the bytes of an .ncu-rep file into blocks and entries without decoding the
 * entries.
 *
 *   magic "NVR\0" | u32 size, FileHeader | { u32 size, BlockHeader, payload }...
 *   payload: { u32 size, message }...
 *
 * All integers are little endian. A payload holds the sources first, then the results of one kind
 * after another. Damage does not hide what stands before it: scanning keeps every whole entry, and
 * `damage` says what is missing at which byte. */
#ifndef ROOFTOP_REPORT_FILE_CONTAINER_H
#define ROOFTOP_REPORT_FILE_CONTAINER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "report.pb-c.h"
#include "report/base/error.h"

#define REPORT_MAGIC "NVR" /* followed by a 0 */

enum entry_kind { ENTRY_SOURCE, ENTRY_KERNEL, ENTRY_RANGE, ENTRY_CMDLIST, ENTRY_GRAPH };
const char *entry_kind_name(enum entry_kind kind); /* "kernel", "range", ... */

struct entry {
    enum entry_kind kind;
    const uint8_t *data; /* points into the scanned bytes */
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

/* A place in the bytes. */
struct container_cursor {
    const uint8_t *bytes;
    size_t at, length;
};
struct container_scanner {
    struct container *container;
    struct container_cursor file;    /* moves behind a block when it is done */
    struct container_cursor payload; /* of the current block */
    bool inside;                     /* whether entries of the payload are being read */
    uint32_t kind, taken;            /* the current run of entries, and how many are read */
    size_t entry_capacity, block_capacity;
};

/* Begins to index the bytes. Returns false with the error, and keeps nothing, if they are no
 * report, or one of an unknown version. */
bool container_scan(struct container_scanner *scanner, struct container *container,
                    const uint8_t *bytes, size_t length, struct error *error);
/* Indexes one block header or one entry. Returns true when all is indexed. */
bool container_scan_step(struct container_scanner *scanner);
int container_scan_percent(const struct container_scanner *scanner);

/* Frees a part of it. Returns true when all is freed. */
bool container_free_step(struct container *container);

#endif

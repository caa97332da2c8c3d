/* pointer_scan: looks in device memory for pointers into memory that kernels share with the
 * program's own code. A kernel of ours reads all words.
 *
 * The module and the table of regions are kept from one scan to the next. The driver unloads what
 * is left when the context goes. */
#ifndef ROOFTOP_COLLECT_INJECT_SAVED_POINTER_SCAN_H
#define ROOFTOP_COLLECT_INJECT_SAVED_POINTER_SCAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cuda.h>

struct inject;
struct snapshot;

/* Most pointers that a scan lists. */
enum { MOST_POINTERS = 256 };

struct found_pointer {
    uint64_t at, to;
};

struct pointer_scan {
    bool tried; /* to load the kernel */
    CUmodule module;
    CUfunction scan;
    CUdeviceptr table; /* begin and end of each shared region, then the answer */
    size_t table_size; /* bytes */
    struct found_pointer found[MOST_POINTERS];
    size_t count; /* of these */
};

/* Lists the pointers in the device memory that a snapshot has copies of, on `stream` of the current
 * context, which is idle. Also pointers to the end of a region. false: that cannot be found out, or
 * there are more than the list takes. */
bool pointer_scan_memory(struct pointer_scan *pointer_scan, const struct snapshot *snapshot,
                         struct inject *inject, CUstream stream);

/* The same of any device memory of ours. */
bool pointer_scan_bytes(struct pointer_scan *pointer_scan, struct inject *inject, CUstream stream,
                        CUdeviceptr memory, size_t size);

/* pointer_scan_release() frees the table, pointer_scan_free() the table and the module. */
void pointer_scan_release(struct pointer_scan *pointer_scan, struct inject *inject);
void pointer_scan_free(struct pointer_scan *pointer_scan, struct inject *inject);

#endif

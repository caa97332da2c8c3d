/* pointer_scan: looks for pointers into memory that kernels share with the program's own code, in
 * the copy that a snapshot has of device memory. A kernel of ours reads all words of the copy.
 *
 * The module and the table of regions are kept from one scan to the next. The driver unloads what
 * is left when the context goes. */
#ifndef ROOFTOP_COLLECT_INJECT_SAVED_POINTER_SCAN_H
#define ROOFTOP_COLLECT_INJECT_SAVED_POINTER_SCAN_H

#include <stdbool.h>
#include <stddef.h>

#include <cuda.h>

struct inject;
struct snapshot;

struct pointer_scan {
    bool tried; /* to load the kernel */
    CUmodule module;
    CUfunction scan;
    CUdeviceptr table; /* begin and end of each shared region, then the answer */
    size_t table_size; /* bytes */
};

/* Whether the copy of device memory holds such a pointer, on `stream` of the current context. Also
 * true if that cannot be found out: part of the copy is on the host, or there is no memory. */
bool pointer_scan_finds(struct pointer_scan *pointer_scan, const struct snapshot *snapshot,
                        struct inject *inject, CUstream stream);

/* pointer_scan_release() frees the table, pointer_scan_free() the table and the module. */
void pointer_scan_release(struct pointer_scan *pointer_scan, struct inject *inject);
void pointer_scan_free(struct pointer_scan *pointer_scan, struct inject *inject);

#endif

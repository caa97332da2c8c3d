/* snapshot_copy: moves memory of the program to and from linear copies. */
#ifndef ROOFTOP_COLLECT_INJECT_SAVED_SNAPSHOT_COPY_H
#define ROOFTOP_COLLECT_INJECT_SAVED_SNAPSHOT_COPY_H

#include "collect/inject/saved/snapshot.h"

/* Where a copy lies: on the device, or else on the host. */
struct linear {
    CUdeviceptr device;
    uint8_t *host;
};

/* Bytes of an array's copy; 0: an array of this format cannot be copied. */
size_t snapshot_array_bytes(struct inject *inject, CUarray array);

/* Copies part of an item, or all of an array, to its copy (save) or back, on the stream. */
CUresult snapshot_copy(struct inject *inject, CUstream stream, const struct snapshot_item *item,
                       size_t offset, size_t size, struct linear copy, bool save);

/* Bytes of device memory that we may still take; some is left for the driver. */
size_t snapshot_room(struct inject *inject);

#endif

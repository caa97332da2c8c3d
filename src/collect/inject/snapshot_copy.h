/* snapshot_copy: moving memory of the program to and from linear copies of it. */
#ifndef ROOFTOP_INJECT_SNAPSHOT_COPY_H
#define ROOFTOP_INJECT_SNAPSHOT_COPY_H

#include "snapshot.h"

/* Where a copy lies: on the device, or else on the host. */
struct linear {
    CUdeviceptr device;
    uint8_t *host;
};

/* Bytes of an array's copy; 0: such an array cannot be copied. */
size_t snapshot_array_bytes(struct inject *inject, CUarray array);

/* Part of an item, or the whole of an array, to its copy (save) or back. */
CUresult snapshot_copy(struct inject *inject, CUstream stream, const struct snapshot_item *item,
                       size_t offset, size_t size, struct linear copy, bool save);

/* Memory of this process without the risk of a crash where the program has unmapped or protected
 * it. */
bool snapshot_copy_host(void *to, const void *from, size_t size, bool write);

/* Bytes of device memory that we may take. */
size_t snapshot_room(struct inject *inject);

#endif

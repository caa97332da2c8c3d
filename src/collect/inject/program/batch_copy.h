/* batch_copy: copies that the program asks for by one call (cuMemcpyBatchAsync). The driver may
 * make them in any order. */
#ifndef ROOFTOP_COLLECT_INJECT_PROGRAM_BATCH_COPY_H
#define ROOFTOP_COLLECT_INJECT_PROGRAM_BATCH_COPY_H

#include <stdbool.h>
#include <stddef.h>

#include <cuda.h>
#include <cupti.h>

/* The lists are the program's. */
struct batch_copy {
    const CUdeviceptr *to, *from;
    const size_t *sizes;
    size_t count;
    CUstream stream;
};

/* Whether the call is such a batch. */
bool batch_copy_read(struct batch_copy *batch, CUpti_CallbackId id, const CUpti_CallbackData *data);

#endif

/* checkpoint: CUPTI's own copy of a context's memory, for what snapshot.c cannot reach: the heap
 * of malloc in kernels, with the state of its allocator. It is taken after a snapshot and put back
 * before it, always while no counters run.
 *
 * The driver sets up a context's heap when a kernel that uses it is first launched. A checkpoint
 * from before puts back a heap in which malloc fails, while the driver believes that the heap is
 * set up. So a kernel of ours allocates and frees 16 bytes before a context's first checkpoint.
 *
 * The library (libcheckpoint.so, beside CUPTI) has a header for C++ only; the structure and the
 * three functions here are those of cupti_checkpoint.h. It is loaded when it is first needed. */
#ifndef ROOFTOP_COLLECT_INJECT_SAVED_CHECKPOINT_H
#define ROOFTOP_COLLECT_INJECT_SAVED_CHECKPOINT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cuda.h>
#include <cupti_result.h>

struct inject;

struct cupti_checkpoint {
    size_t size; /* of this structure */
    CUcontext context;
    size_t reserve_device, reserve_host; /* MB that it leaves alone */
    uint8_t overwrite, optimizations;
    void *private;
};

/* Has the heap of the current context set up: once for each context, before its first checkpoint
 * and before the snapshot that goes with it. NULL, or what went wrong. */
const char *checkpoint_start_heap(struct inject *inject);

/* NULL, or why there is none. The context is current and idle. */
const char *checkpoint_save(struct cupti_checkpoint *checkpoint, struct inject *inject,
                            CUcontext context);
bool checkpoint_restore(struct cupti_checkpoint *checkpoint);
/* Also of one that was never saved, all zero. */
void checkpoint_free(struct cupti_checkpoint *checkpoint);

#endif

/* host_copy: a copy between the host and the device that the program asks for: with or without
 * rows, by a call that names the direction or by one that leaves it to the addresses.
 *
 * A copy to the host looks at what the program's own run computed, which is over by then. The
 * replay puts memory back to exactly that, so a window in which nothing can reach memory of the
 * program's own code stays open over it. A copy from the host is recorded with what it copied. */
#ifndef ROOFTOP_COLLECT_INJECT_PROGRAM_HOST_COPY_H
#define ROOFTOP_COLLECT_INJECT_PROGRAM_HOST_COPY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cuda.h>
#include <cupti.h>

struct inject;
struct work;

struct host_copy {
    bool out;                      /* to the host */
    bool named;                    /* the call says so */
    uint64_t device, host;         /* where both sides begin... */
    size_t device_span, host_span; /* ... and bytes to the end of the last row there */
    size_t size;                   /* bytes that are copied */
    CUDA_MEMCPY3D box;             /* if there are rows; its Height is 0 otherwise */
    CUstream stream; /* NULL or CU_STREAM_PER_THREAD where the program has named none */
};

/* Whether the call is such a copy, and not one of an array. Asks the driver about the addresses
 * where the call does not tell. */
bool host_copy_read(struct host_copy *copy, const struct inject *inject, CUpti_CallbackId id,
                    const CUpti_CallbackData *data);

/* Whether it copies device memory of the context to the host and does nothing else. apart: or
 * pinned memory, which no replay of the window touches. */
bool host_copy_looks(const struct host_copy *copy, const struct inject *inject, CUcontext context,
                     bool apart);

/* Makes it work on device memory of the context, with what is at the host now, at most `most`
 * bytes. false: it is none, or there is no memory. */
bool host_copy_hold(const struct host_copy *copy, struct work *work, const struct inject *inject,
                    CUcontext context, size_t most);

#endif

/* launch: one kernel launch, copied with function, shape, stream, attributes and arguments, so
 * that it can be made again. */
#ifndef ROOFTOP_COLLECT_INJECT_PROGRAM_LAUNCH_H
#define ROOFTOP_COLLECT_INJECT_PROGRAM_LAUNCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cuda.h>
#include <cupti.h>

struct inject;

enum launch_entry {
    LAUNCH_KERNEL,
    LAUNCH_KERNEL_PTSZ,
    LAUNCH_EX,
    LAUNCH_EX_PTSZ,
    LAUNCH_COOPERATIVE,
    LAUNCH_COOPERATIVE_PTSZ,
};

struct launch {
    enum launch_entry entry;
    uint64_t id;
    CUfunction f; /* as launched: may be a CUkernel */
    CUcontext context;
    const char *mangled;   /* of the callback, until it is copied */
    char *name;            /* the copy, owned; or NULL */
    CUlaunchConfig config; /* attrs point to `attributes` */
    CUlaunchAttribute attributes[32];
    bool per_thread_stream;
    bool is_node;        /* of a graph */
    bool counters_alone; /* what happens inside of it is measured of another launch like it */

    /* The copied arguments: kernelParams form... */
    void **parameters;
    size_t count; /* of these */
    uint8_t *values;
    size_t values_size;
    /* ... or the packed form of `extra`. */
    uint8_t *packed;
    size_t packed_size;
};

/* Whether this driver call is a kernel launch. Fills everything but the arguments; names are
 * CUPTI's and last as long as the call. */
bool launch_from_callback(struct launch *launch, CUpti_CallbackId id,
                          const CUpti_CallbackData *data);

/* Copies the arguments of the call; launch_free() frees them. is_kernel: launch->f is a CUkernel.
 * false: no memory, or the driver does not describe the parameters. */
bool launch_copy_arguments(struct launch *launch, struct inject *inject, bool is_kernel,
                           const CUpti_CallbackData *data);

/* Where the arguments of a launch have its parameter of this number, and its size. false: there is
 * none. is_kernel: launch->f is a CUkernel. */
bool launch_parameter(struct inject *inject, const struct launch *launch, bool is_kernel,
                      size_t index, size_t *offset, size_t *size);

/* Copies the arguments of a graph's node, in one of its two forms. */
bool launch_copy_values(struct launch *launch, struct inject *inject, bool is_kernel,
                        void **parameters, void **extra);

/* Launches it again through the same entry point. */
CUresult launch_again(const struct launch *launch, struct inject *inject);

void launch_free(struct launch *launch);

#endif

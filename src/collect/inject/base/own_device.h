/* own_device: device memory of ours that is there from window to window, and how much the program
 * lacks because of it.
 *
 * The driver gives device memory in steps of 2 MiB, and several small pieces share a step. So a
 * piece of less than a step counts as nothing. */
#ifndef ROOFTOP_COLLECT_INJECT_BASE_OWN_DEVICE_H
#define ROOFTOP_COLLECT_INJECT_BASE_OWN_DEVICE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cuda.h>

struct inject;

struct own_device {
    struct own_piece {
        CUdeviceptr address;
        CUcontext context;
        size_t size;
    } * pieces;
    size_t count, capacity;
};

/* In the current context. */
CUresult own_device_alloc(struct inject *inject, CUdeviceptr *address, size_t size);
void own_device_free(struct inject *inject, CUdeviceptr address);

/* Whether the address is in one of them. */
bool own_device_has(const struct inject *inject, uint64_t address);

/* Bytes that the context's device has less of for this size. */
size_t own_device_steps(size_t size);

/* The same for all that is allocated now. */
size_t own_device_held(const struct inject *inject, CUcontext context);

#endif

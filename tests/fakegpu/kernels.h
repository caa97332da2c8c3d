/* kernels: the kernels that the driver double can run, written for the CPU and found by their
 * mangled names. */
#ifndef FAKEGPU_KERNELS_H
#define FAKEGPU_KERNELS_H

#include <stddef.h>
#include <stdint.h>

enum { KERNEL_PARAMS_MAX = 8 };

struct kernel_param {
    size_t offset;
    size_t size;
};

struct kernel_run {
    const unsigned char *params; /* laid out as the kernel's table entry says */
    uint64_t threads;
    uint64_t blocks;
    void *(*global)(const struct kernel_run *run, const char *name); /* NULL: the module has none */
    void *module;
    int device;
};

struct kernel_info {
    const char *name;
    int registers;
    int static_shared;
    int param_count;
    struct kernel_param params[KERNEL_PARAMS_MAX];
    void (*body)(const struct kernel_run *run);
};

/* NULL when there is no such kernel. A name that begins with rooftop_ always has one: it does
 * nothing. */
const struct kernel_info *kernel_find(const char *name);

/* Whether kernels of a device still run after their launch; waiting for them. */
int kernels_pending(int device);
void kernels_wait(int device);

/* The heap of malloc in kernels, for the double of CUPTI's checkpoint; exported. */
void *fakegpu_heap(size_t *size);

/* The parameter structures of big_param and odd_size, for programs that launch them. */
struct big {
    uint64_t words[500];
    uint8_t odd[7];
};

struct odd3 {
    uint8_t bytes[3];
};

/* The parameter of count_for. */
struct holder {
    uint64_t number;
    unsigned *at;
};

/* kernels_blocks.c: rooftop_digest and rooftop_put_back. The first of these ends the process if the
 * memory is closed to the device, on which the context would be lost. */
void kernel_must_reach(const struct kernel_run *run, const void *memory);
void kernel_digest(const struct kernel_run *run);
void kernel_put_back(const struct kernel_run *run);

/* What a surface handle means here: the kernel gets it from cuSurfObjectCreate. */
struct surface {
    unsigned char *data;
    size_t pitch;
};

#endif

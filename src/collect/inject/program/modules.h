/* modules: the cubins that the driver loaded, and the module handles that the program holds.
 *
 * A cubin has the names of __device__ variables, whose memory is saved with the rest, and what the
 * report keeps of a kernel's code. It is found by the kernel's symbol: a function belongs to the
 * newest cubin that has it. */
#ifndef ROOFTOP_COLLECT_INJECT_PROGRAM_MODULES_H
#define ROOFTOP_COLLECT_INJECT_PROGRAM_MODULES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cuda.h>

struct cubin {
    uint64_t reference; /* number in the report: module id << 32 | 1 */
    uint32_t module_id;
    uint8_t *bytes;
    size_t size;
    bool sent;
    bool names_heap; /* some of its kernels call malloc or free on the device */
    char **globals;  /* names of its variables */
    size_t global_count;
};

/* A handle dies with its context, and the driver reads what lay there if it is asked about it. */
struct module_handle {
    CUmodule module;
    CUcontext context;
};

struct module_list {
    struct cubin *cubins;
    size_t cubin_count, cubin_capacity;
    struct module_handle *modules; /* loaded by the program, or found at a launch */
    CUlibrary *libraries;
    size_t module_count, module_capacity, library_count, library_capacity;
    uint64_t generation; /* grows with every change */
    uint64_t losses;     /* grows with every change that takes something away */
};

/* Copies the cubin; false: no memory or no cubin. */
bool modules_add_cubin(struct module_list *list, uint32_t module_id, const void *bytes,
                       size_t size);
void modules_drop_cubin(struct module_list *list, uint32_t module_id);

/* context: the one that it was loaded in. */
void modules_add_module(struct module_list *list, CUmodule module, CUcontext context);
void modules_drop_module(struct module_list *list, CUmodule module);
/* All of a context that goes. Libraries stay: they have no context. */
void modules_drop_context(struct module_list *list, CUcontext context);
bool modules_have(const struct module_list *list, CUmodule module);
void modules_add_library(struct module_list *list, CUlibrary library);
void modules_drop_library(struct module_list *list, CUlibrary library);

/* Barriers that a block of the kernel uses, from the kernel's attributes in the cubin; -1: not
 * said. */
int modules_barriers(const struct cubin *cubin, const char *mangled);

/* Whether any of the cubins names the device's heap. */
bool modules_name_heap(const struct module_list *list);

/* The cubin of this reference, or NULL. */
struct cubin *modules_find(struct module_list *list, uint64_t reference);

/* The newest cubin that defines this kernel, or NULL. */
struct cubin *modules_find_kernel(struct module_list *list, const char *mangled);

#endif

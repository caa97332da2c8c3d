/* kernel_calls: which services of the driver a kernel can call on the device: printf, the heap of
 * malloc, free, new and delete, and launches of other kernels.
 *
 * They are functions that a cubin names and does not define (kernel_calls.c has the list). Its
 * section .nv.callgraph has a pair of symbol indices, caller and callee, for each call, calls
 * through pointers included; pairs of other numbers are marks. A kernel can call what it reaches in
 * that graph. Without the section every kernel is taken to call what its cubin names. */
#ifndef ROOFTOP_INJECT_KERNEL_CALLS_H
#define ROOFTOP_INJECT_KERNEL_CALLS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <elf.h>

struct kernel_calls {
    bool prints;
    bool heap;
    bool launches;
    bool cubin_heap; /* another kernel of the cubin may use the heap, and leave pointers to it */
};

/* false: these bytes are no cubin or do not have the kernel. Without memory for the graph the
 * kernel is taken to call all that is named. */
bool kernel_calls_find(struct kernel_calls *calls, const uint8_t *cubin, size_t size,
                       const char *mangled);

/* Whether a symbol of a cubin stands for malloc or free. */
bool kernel_calls_is_heap(const Elf64_Sym *symbol, const char *name);

#endif

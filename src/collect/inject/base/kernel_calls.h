/* kernel_calls: which services of the driver a kernel can call on the device: printf, the heap
 * (malloc, free, new, delete), and launches of other kernels and of graphs.
 *
 * These are functions that a cubin names and does not define; kernel_calls.c lists them. The
 * cubin's section .nv.callgraph has a pair of symbol indices, caller and callee, for each call,
 * also for calls through pointers. Pairs of other numbers are marks. A kernel can call what it
 * reaches in that graph. If the section is missing, every kernel counts as calling all that its
 * cubin names. */
#ifndef ROOFTOP_COLLECT_INJECT_BASE_KERNEL_CALLS_H
#define ROOFTOP_COLLECT_INJECT_BASE_KERNEL_CALLS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <elf.h>

struct kernel_calls {
    bool prints;
    bool heap;
    bool launches;   /* kernels */
    bool graphs;     /* and these */
    bool cubin_heap; /* another kernel of the cubin may use the heap, and leave pointers to it */
};

/* false: these bytes are no cubin, or it does not have the kernel. If there is no memory for the
 * graph, the kernel counts as calling all that the cubin names. */
bool kernel_calls_find(struct kernel_calls *calls, const uint8_t *cubin, size_t size,
                       const char *mangled);

/* Whether a symbol of a cubin stands for malloc or free. */
bool kernel_calls_is_heap(const Elf64_Sym *symbol, const char *name);

#endif

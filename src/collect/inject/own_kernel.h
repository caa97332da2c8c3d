/* own_kernel: a kernel of ours, run once in the current context for what it leaves in the driver.
 *
 * Local memory: the driver keeps one pool of it for each context, with the room that the deepest
 * kernel so far needed for each thread that can be resident. How far threads are apart there
 * decides how spills spread over the L2 slices. Where the reference saves memory it sets up the
 * heap of malloc, and that kernel needs more than the 1 KiB which a context starts with; without
 * such a kernel ours lie as in a run without a profiler, and kernels with spills take up to 9 %
 * longer than there (tests/gpu/RESULTS.md). Setting up the heap itself would make the program's own
 * cudaDeviceSetLimit fail, as it does under the reference: own_kernel_deepen_stack() only has as
 * deep a stack. */
#ifndef ROOFTOP_INJECT_OWN_KERNEL_H
#define ROOFTOP_INJECT_OWN_KERNEL_H

#include <cuda.h>

struct inject;

/* Runs the kernel `name` of a PTX text with one thread and no parameters, and waits for it. Its
 * module is none of the program's. */
CUresult own_kernel_run(struct inject *inject, const char *ptx, const char *name);

CUresult own_kernel_deepen_stack(struct inject *inject);

#endif

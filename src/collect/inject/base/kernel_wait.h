/* kernel_wait: whether a kernel may wait for what others do while it runs: kernels of other GPUs,
 * or the program.
 *
 * Such a kernel reads the same place again and again, so its code has a loop with a read that all
 * GPUs and the host take part in: of the scope "system" (volatile, acquire.sys), or an atomic
 * operation of that scope that returns the old value. The scope is in the bits 77 to 80 of an
 * instruction. The numbers were found by compiling such kernels for 7.5 to 12.1. A loop that only
 * sums up volatile memory looks the same. Code that is called in another section of the cubin is
 * not looked at: the kernels of NCCL and NVSHMEM are known by their names (kernel_hazards.h). */
#ifndef ROOFTOP_COLLECT_INJECT_BASE_KERNEL_WAIT_H
#define ROOFTOP_COLLECT_INJECT_BASE_KERNEL_WAIT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* False if that cannot be found out: these bytes are no cubin, or it does not have the kernel. */
bool kernel_may_wait(const uint8_t *cubin, size_t size, const char *mangled);

/* Whether it is sure that the kernel waits for nobody: all of its code is in its own section, and
 * no loop reads memory and has what makes it read anew: a read of a wider scope than the thread's
 * own, a fence, a barrier, a pause, or a copy by other units. False if that cannot be found out. */
bool kernel_never_waits(const uint8_t *cubin, size_t size, const char *mangled);

#endif

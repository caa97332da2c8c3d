/* kernel_order: whether what a kernel does may depend on the order in which its threads run, or on
 * the time: then it may write elsewhere when it runs again from the same memory.
 *
 * A cubin tells. An instruction has 16 bytes, and the lower nine bits of the first word say which
 * one it is (compute capability 7.0 and higher). The order matters if there is
 *
 *   - an atomic operation that returns the old value (ATOM, ATOMG, ATOMS, SUATOM); one that returns
 *     nothing (RED) is none, since its address does not depend on it
 *   - a read of a register that tells of time or place: clock, global timer, multiprocessor, warp
 *     slot; registers that say which thread this is are none
 *   - a call through a pointer, or of a function that has code of its own in the cubin; others, as
 *     for divisions, are part of the kernel's code
 *
 * The numbers were found by compiling such kernels for 7.5 to 12.0. Threads that wait for each
 * other by plain loads and stores are not found. */
#ifndef ROOFTOP_COLLECT_INJECT_BASE_KERNEL_ORDER_H
#define ROOFTOP_COLLECT_INJECT_BASE_KERNEL_ORDER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Also true if that cannot be found out: these bytes are no cubin, or it does not have the kernel.
 */
bool kernel_order_matters(const uint8_t *cubin, size_t size, const char *mangled);

#endif

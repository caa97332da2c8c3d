/* pageable: memory that no call of the program allocated with the driver.
 *
 * First, what is the driver's: libraries of NVIDIA's get memory behind the driver's public calls,
 * as the frames of a video decoder. The driver knows it; the tracker, which is told by calls, does
 * not.
 *
 * Second, on some GPUs, what is the program's: memory of malloc(), the stack, variables, mapped
 * files. Where the device attribute PAGEABLE_MEMORY_ACCESS is set (Grace, and x86 with the kernel's
 * heterogeneous memory management), kernels use it like any other.
 *
 * Such memory is never saved: the program's own code, the driver and we ourselves write the same
 * pages. When the launches of a window run again, it may have changed, or be gone. So a launch that
 * is given some never runs again.
 *
 * A launch is given some if one of its parameters, as a whole, is an address of such memory. Words
 * inside of structures are not looked at at first, since there, addresses lie about that kernels
 * never read: in what was never set, and in handles of libraries. Once the program has shown that
 * its kernels use memory of the second kind, by a parameter or by advice or a prefetch for it,
 * every word counts as an address of that. Pointers in device memory are not looked for.
 *
 * Addresses below 4 GiB, where the heap of some programs lies, look like numbers. They count only
 * once the program has shown it otherwise. */
#ifndef ROOFTOP_COLLECT_INJECT_PROGRAM_PAGEABLE_H
#define ROOFTOP_COLLECT_INJECT_PROGRAM_PAGEABLE_H

#include <stdbool.h>
#include <stdint.h>

#include <cuda.h>

struct function;
struct inject;
struct launch;

/* Why a launch that is given such memory does not run again; a static text. */
extern const char pageable_text[];

/* Whether a launch is given such memory. Its arguments are copied. */
bool pageable_by_launch(struct inject *inject, const struct function *function,
                        const struct launch *launch);

/* The program has advice or a prefetch for what lies at this address. */
void pageable_note(struct inject *inject, CUcontext context, uint64_t address);

#endif

/* pageable: memory of the program that no call of the driver made: of malloc(), the stack,
 * variables, mapped files. Where the device attribute PAGEABLE_MEMORY_ACCESS is set (Grace, and
 * x86 with the kernel's heterogeneous memory management), kernels use it like any other.
 *
 * Such memory is never saved: the program's own code, the driver and we ourselves write the same
 * pages. When the launches of a window run again, it may have changed, or be gone. So a launch that
 * is given some never runs again.
 *
 * A launch is given some if one of its parameters, as a whole, is an address of such memory. Words
 * inside of structures are not looked at at first, since there, addresses of the program's objects
 * lie about that kernels never read: in what was never set, and in handles of libraries. Once the
 * program has shown that its kernels use such memory, by a parameter or by advice or a prefetch for
 * it, every word counts. Pointers to it in device memory are not looked for.
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

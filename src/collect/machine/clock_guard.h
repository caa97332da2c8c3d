/* clock_guard: locks the clocks of GPUs while rooftop profiles, and resets them on every way out.
 *
 * A child process does both, through NVML. It holds one end of a socket pair. When the host ends,
 * in whatever way, the socket closes and the child resets what it has locked. The child has a
 * session of its own, so Ctrl-C does not reach it. */
#ifndef ROOFTOP_COLLECT_MACHINE_CLOCK_GUARD_H
#define ROOFTOP_COLLECT_MACHINE_CLOCK_GUARD_H

#include <stdbool.h>

#include "report/base/error.h"

struct clock_guard;

enum clock_mode {
    CLOCKS_BASE,  /* the default clock, which the GPU can keep up */
    CLOCKS_BOOST, /* the highest clock; power and temperature may still lower it */
    CLOCKS_LEFT
};

/* Starts the child. NULL: there is no NVML, or no process can be started; see error. */
struct clock_guard *clock_guard_start(struct error *error);

/* Locks the clocks of the device at a PCI address ("00000000:06:00.0"). Waits for up to 20 seconds.
 * false: they are not locked, and the error says what else can be done. A GPU in MIG mode is never
 * locked, since its instances share the clocks with those of other users. */
bool clock_guard_lock(struct clock_guard *guard, const char *pci, enum clock_mode mode,
                      struct error *error);

/* Resets what was locked and waits for it, for up to 20 seconds. NULL is allowed. */
void clock_guard_stop(struct clock_guard *guard);

#endif

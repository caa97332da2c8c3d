/* clock_guard: locks GPU clocks while profiling, and puts them back on every way out.
 *
 * A child process does both through NVML. It holds one end of a socket pair: when the host goes,
 * by its own end, a signal or a crash, the socket closes and the child resets what it locked. It
 * has no part in Ctrl-C: it is in a session of its own. */
#ifndef ROOFTOP_CLOCK_GUARD_H
#define ROOFTOP_CLOCK_GUARD_H

#include <stdbool.h>

#include "error.h"

struct clock_guard;

enum clock_mode {
    CLOCKS_BASE,  /* the default, which the GPU can keep up */
    CLOCKS_BOOST, /* the highest; power and temperature may still lower it */
    CLOCKS_LEFT
};

/* Starts the child. NULL: there is no NVML. */
struct clock_guard *clock_guard_start(struct error *error);

/* Locks the device at that PCI address ("00000000:06:00.0"), which is no instance of a GPU in MIG
 * mode: all instances have the same clocks, others' too. *error says what else can be done. */
bool clock_guard_lock(struct clock_guard *guard, const char *pci, enum clock_mode mode,
                      struct error *error);

/* Resets what was locked and waits for it. */
void clock_guard_stop(struct clock_guard *guard);

#endif

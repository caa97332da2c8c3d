/* clock_reset: what --clock-control reset does: it undoes a lock of the clocks that was left
 * behind, whoever made it. */
#ifndef ROOFTOP_COLLECT_MACHINE_CLOCK_RESET_H
#define ROOFTOP_COLLECT_MACHINE_CLOCK_RESET_H

#include <stddef.h>
#include <stdio.h>

/* Resets the clocks of these devices, which are numbers as NVML counts them; no device means all.
 * Says on `out` what was done and on `messages` what could not be done. Returns the exit status. */
int clock_reset(const char *const *devices, size_t device_count, FILE *out, FILE *messages);

#endif

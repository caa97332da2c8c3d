/* clock_reset: --clock-control reset: undoes a lock of clocks that is still there, whoever made it.
 */
#ifndef ROOFTOP_CLOCK_RESET_H
#define ROOFTOP_CLOCK_RESET_H

#include <stddef.h>
#include <stdio.h>

/* Of these devices (numbers, as NVML counts; none: of all). Says on `out` what was done, on
 * `messages` what could not be; the exit status. */
int clock_reset(const char *const *devices, size_t device_count, FILE *out, FILE *messages);

#endif

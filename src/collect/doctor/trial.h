/* trial: measures the doctor's kernel (trial_kernel.h) in another rooftop, as any program is
 * measured. So whatever fails, crashes or waits without end does it there. */
#ifndef ROOFTOP_COLLECT_DOCTOR_TRIAL_H
#define ROOFTOP_COLLECT_DOCTOR_TRIAL_H

#include <stdbool.h>
#include <stddef.h>

/* What a full set needs of CUPTI, in the order in which a window uses it; another order loses warp
 * samples, see collect/inject/samples/warp_samples.h. */
enum interface { OF_WARPS, OF_INSTRUCTIONS, OF_TIME, OF_COUNTERS, INTERFACES };

/* One bit for each. */
enum { ALL_INTERFACES = (1 << INTERFACES) - 1 };

struct trial {
    bool late;                 /* it did not end within the limit, and was killed */
    double values[INTERFACES]; /* what a metric of each came to; NAN: it has no value */
    char *said;                /* errors and warnings, a line each; to be freed */
};

/* device: among those that the driver shows. interfaces: which are tried together. */
struct trial trial_measure(unsigned device, unsigned interfaces, unsigned seconds);

/* The file in the folder that has what a program prints. */
#define TRIAL_OUTPUT "output"

/* Starts a program and waits until it ends. Behind the limit it and all that it started are ended,
 * killed if need be. Returns whether it ended by itself. */
bool trial_run(char *const *words, const char *folder, unsigned milliseconds);

/* The first line of what was said that has these words, without what kind of message it is; free()
 * it. NULL: there is none. */
char *trial_line(const struct trial *trial, const char *words);

#endif

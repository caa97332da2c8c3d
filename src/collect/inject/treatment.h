/* treatment: how a launch is measured, by what its kernel can do on the device besides writing
 * memory that can be saved. The one place that decides it.
 *
 *   printf   what is printed cannot be taken back: it appears once in each pass. Such launches get
 *            windows of their own, without warm-up, so that the repeated lines stand together.
 *   heap     malloc and free in kernels work on memory that the driver tells nothing of: it can be
 *            neither found nor copied, and a free that is replayed frees twice. Such launches run
 *            once, as the program made them, and have no counters. From the first of them on this
 *            also holds for the other kernels of cubins that use the heap: they may have pointers
 *            to it. */
#ifndef ROOFTOP_INJECT_TREATMENT_H
#define ROOFTOP_INJECT_TREATMENT_H

#include "functions.h"

struct inject;

enum treatment {
    TREAT_TOGETHER,  /* with other launches in a window */
    TREAT_ALONE,     /* in a window of its own, each pass runs it once */
    TREAT_UNCOUNTED, /* runs once, not replayed: facts of the launch alone */
};

/* A launch of the kernel that is not taken is about to run, or is captured. */
void treatment_note(struct inject *inject, struct function *function, const char *mangled);

/* Of a launch that is taken; the host is told once for each function. */
enum treatment treatment_choose(struct inject *inject, struct function *function,
                                const char *mangled);

#endif

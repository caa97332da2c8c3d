/* treatment: how a launch is measured, by what its kernel can do on the device besides writing
 * memory that snapshot.c saves. The one place that decides it.
 *
 *   printf   what is printed cannot be taken back: it appears once in each pass. Such launches get
 *            windows of their own, without warm-up, so that the repeated lines stand together.
 *   heap     malloc and free in kernels work on memory that the driver tells nothing of; a free
 * that is replayed without it frees twice. CUPTI's checkpoint saves it. Such launches get windows
 * of their own, and so do the other kernels of cubins that name the heap once it is in use. Any
 * other kernel may have a pointer to it then, too: every window gets a checkpoint. Where there is
 * none, launches run once, as the program made them, and have no counters. */
#ifndef ROOFTOP_INJECT_TREATMENT_H
#define ROOFTOP_INJECT_TREATMENT_H

#include <stdbool.h>

#include "functions.h"

struct inject;

enum treatment {
    TREAT_TOGETHER, /* with other launches in a window */
    TREAT_PRINTS,   /* alone, and each pass runs it once */
    TREAT_HEAP,     /* the same, with a checkpoint */
};

/* A launch of the kernel that is not taken is about to run, or is captured. */
void treatment_note(struct inject *inject, struct function *function, const char *mangled);

/* Of a launch that is taken; the host is told once for each function that prints. */
enum treatment treatment_choose(struct inject *inject, struct function *function,
                                const char *mangled);

/* Of a launch that is not taken, after treatment_note(). */
enum treatment treatment_of_other(const struct inject *inject, const struct function *function);

/* Whether it is a kernel of NCCL or NVSHMEM: these wait for kernels of other GPUs, and run again
 * they would wait for ever. */
bool treatment_waits_for_others(const char *mangled);

/* Whether kernels may have allocated from the heap. */
bool treatment_heap_in_use(const struct inject *inject);

/* The host is told once for each function why it was not measured. */
void treatment_tell_uncounted(struct inject *inject, struct function *function, const char *mangled,
                              const char *reason);

#endif

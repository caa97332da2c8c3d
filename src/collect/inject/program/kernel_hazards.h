/* kernel_hazards: decides how a launch is measured by what its kernel can do on the device besides
 * writing memory that snapshot.c saves.
 *
 * printf: printed lines cannot be taken back, so they appear once in each pass. Such a launch gets
 * a window of its own, without warm-up, so that the repeated lines stand together.
 *
 * heap: malloc and free in kernels work on memory that the driver does not tell of, and a free
 * that is replayed without this memory frees twice. CUPTI's checkpoint saves it. Such a launch
 * gets a window of its own. Once the heap is in use, so do the other kernels of cubins that name
 * it, and every window gets a checkpoint, since any kernel may have a pointer to it. Where there
 * is no checkpoint, launches run once, as the program made them, and have no counters.
 *
 * Launches that device code makes are not seen: if only these use the heap, nobody notices. */
#ifndef ROOFTOP_COLLECT_INJECT_PROGRAM_KERNEL_HAZARDS_H
#define ROOFTOP_COLLECT_INJECT_PROGRAM_KERNEL_HAZARDS_H

#include <stdbool.h>

#include "collect/inject/program/functions.h"

struct inject;
struct launch;

enum kernel_hazard {
    HAZARD_NONE,   /* with other launches in a window */
    HAZARD_PRINTS, /* alone, and each pass runs it once */
    HAZARD_HEAP,   /* alone, with a checkpoint; each pass runs it once */
};

/* Returns the hazard that needs more care. */
enum kernel_hazard kernel_hazard_worse(enum kernel_hazard a, enum kernel_hazard b);

/* A launch that is not measured is about to run, or is captured. */
void kernel_hazard_note(struct inject *inject, struct function *function, const char *mangled);

/* The hazard of a launch that is to be measured. Tells the host once for each function that
 * prints. */
enum kernel_hazard kernel_hazard_choose(struct inject *inject, struct function *function,
                                        const char *mangled);

/* The hazard of a launch that is not measured, after kernel_hazard_note(). */
enum kernel_hazard kernel_hazard_of_other(const struct inject *inject,
                                          const struct function *function);

/* Whether the kernel may write elsewhere when it runs again (kernel_order.h). */
bool kernel_hazard_order_matters(struct inject *inject, struct function *function,
                                 const char *mangled);

/* Whether it waits for kernels of other GPUs: run again it would wait for ever. Those of NCCL and
 * NVSHMEM do. Where the process drives several GPUs that write each other's memory, others do whose
 * code may wait (base/kernel_wait.h). context: that it is launched in. */
bool kernel_hazard_waits_for_others(struct inject *inject, CUcontext context,
                                    const struct launch *launch);

/* Whether its code shows that it waits for nobody (base/kernel_wait.h). */
bool kernel_hazard_never_waits(struct inject *inject, const struct launch *launch);

/* Why such a launch is not replayed; a static text. */
extern const char kernel_hazard_waits_text[];

/* Whether it is the kernel with which XLA and TensorFlow hold a stream back while they queue what
 * they time. It waits for the program, but gives up after 100 ms, so it need not be alone. */
bool kernel_hazard_waits_a_while(const char *mangled);

/* Whether only a graph can launch it: it launches graphs itself, or the driver refused it before.
 */
bool kernel_hazard_needs_graph(struct inject *inject, struct function *function,
                               const char *mangled);

/* Whether kernels may have allocated from the heap. */
bool kernel_hazard_heap_in_use(const struct inject *inject);

/* The host is told once for each function why it was not measured. */
void kernel_hazard_tell_uncounted(struct inject *inject, struct function *function,
                                  const char *mangled, const char *reason);

#endif

/* call_looks: driver calls that wait for the program's work, or copy what it left to the host. What
 * the program sees is what its own run computed, which is over by then, and the replay puts memory
 * back to that: a window in which nothing can reach memory of the program's own code stays open
 * over them. */
#ifndef ROOFTOP_INJECT_CALL_LOOKS_H
#define ROOFTOP_INJECT_CALL_LOOKS_H

#include <stdbool.h>

#include <cupti.h>

struct inject;

/* It waits for work of the program and does nothing else; it may take as long as it likes. */
bool call_waits(CUpti_CallbackId id);

/* It copies device memory of the context to the host and does nothing else. */
bool call_copies_out(const struct inject *inject, CUcontext context, CUpti_CallbackId id,
                     const CUpti_CallbackData *data);

#endif

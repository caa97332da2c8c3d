/* call_sets: driver calls that set something of a function: an attribute or its cache preference.
 * They are harmless (call_harmless.h) unless a window or a range launches that function again, and
 * the call changes the value. */
#ifndef ROOFTOP_COLLECT_INJECT_PROGRAM_CALL_SETS_H
#define ROOFTOP_COLLECT_INJECT_PROGRAM_CALL_SETS_H

#include <stdbool.h>
#include <stddef.h>

#include <cupti.h>

struct inject;

/* Returns the function whose setting the call sets, a CUfunction or a CUkernel, or NULL for any
 * other call. */
CUfunction call_sets(CUpti_CallbackId id, const CUpti_CallbackData *data);

/* Returns, at the entry of such a call, whether it may change the value. It asks the driver for the
 * present value. The driver does not tell a cache preference, so that always counts as changed. */
bool call_sets_anew(const struct inject *inject, CUpti_CallbackId id,
                    const CUpti_CallbackData *data);

/* Whether such a call limits the dynamic shared memory of the function's launches, and to how many
 * bytes. Launches that need no more are not disturbed by it. */
bool call_sets_shared_limit(CUpti_CallbackId id, const CUpti_CallbackData *data, size_t *bytes);

#endif

/* green_context: whether a launch runs in a green context, which has only some of the
 * multiprocessors. The launch's stream tells: it belongs to a green context or is used with one.
 *
 * The driver gives such a context for that of its streams, and of kernel nodes that were captured
 * in them. Memory, variables and profiler are those of the device's primary context. */
#ifndef ROOFTOP_COLLECT_INJECT_PROGRAM_GREEN_CONTEXT_H
#define ROOFTOP_COLLECT_INJECT_PROGRAM_GREEN_CONTEXT_H

#include "collect/inject/program/launch.h"
#include "wire.pb-c.h"

struct inject;

/* The program has made it on this device, or destroys it. Without memory for it only `any` is set.
 */
void green_context_add(struct inject *inject, CUgreenCtx handle, CUdevice device);
void green_context_drop(struct inject *inject, CUgreenCtx handle);

/* The context in which work of this one runs: the primary context of its device, if it is a green
 * one. NULL: it is one of which that is not known. */
CUcontext green_context_primary(const struct inject *inject, CUcontext context);

/* Adds the green context to the facts. Adds nothing if there is none or the driver does not say.
 */
void green_context_fill(Wire__Facts *facts, const struct inject *inject,
                        const struct launch *launch);

#endif

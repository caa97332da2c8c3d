/* green_context: whether a launch runs in a green context, which has only some of the
 * multiprocessors. The launch's stream tells: it belongs to a green context or is used with one.
 */
#ifndef ROOFTOP_COLLECT_INJECT_PROGRAM_GREEN_CONTEXT_H
#define ROOFTOP_COLLECT_INJECT_PROGRAM_GREEN_CONTEXT_H

#include "collect/inject/program/launch.h"
#include "wire.pb-c.h"

struct inject;

/* Adds the green context to the facts. Adds nothing if there is none or the driver does not say.
 */
void green_context_fill(Wire__Facts *facts, const struct inject *inject,
                        const struct launch *launch);

#endif

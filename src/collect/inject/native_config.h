/* native_config: what the driver made of launches of a kernel that were watched (activity.h): the
 * shared memory configuration and the registers. It is kept for launches of the same kernel with
 * the same block, shared memory and attributes, of which the driver makes the same. */
#ifndef ROOFTOP_INJECT_NATIVE_CONFIG_H
#define ROOFTOP_INJECT_NATIVE_CONFIG_H

#include <stdbool.h>

#include "functions.h"
#include "launch.h"
#include "wire.pb-c.h"

/* facts: of the launch. */
void native_config_keep(struct function *function, const Wire__Facts *facts,
                        const struct launch *launch);

/* Adds what is known to the facts. */
bool native_config_find(const struct function *function, Wire__Facts *facts,
                        const struct launch *launch);

#endif

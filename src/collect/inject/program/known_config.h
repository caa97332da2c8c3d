/* known_config: how the driver configured watched launches (activity.h): the shared memory
 * configuration and the registers. It is kept for launches of the same kernel with the same block,
 * shared memory and attributes, because the driver configures them in the same way. Launches in
 * place need it, since nothing is watched while counters run. */
#ifndef ROOFTOP_COLLECT_INJECT_PROGRAM_KNOWN_CONFIG_H
#define ROOFTOP_COLLECT_INJECT_PROGRAM_KNOWN_CONFIG_H

#include <stdbool.h>

#include "collect/inject/program/functions.h"
#include "collect/inject/program/launch.h"
#include "wire.pb-c.h"

/* Keeps the configuration of this launch, if its facts have it. */
void known_config_keep(struct function *function, const Wire__Facts *facts,
                       const struct launch *launch);

/* Adds the known configuration to the facts. Returns false if nothing is known. */
bool known_config_find(const struct function *function, Wire__Facts *facts,
                       const struct launch *launch);

#endif

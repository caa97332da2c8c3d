/* green: whether a launch runs in a green context, which has some of the multiprocessors only: by
 * its stream, which belongs to one or is used with one. */
#ifndef ROOFTOP_INJECT_GREEN_H
#define ROOFTOP_INJECT_GREEN_H

#include "launch.h"
#include "wire.pb-c.h"

struct inject;

/* Adds it to the facts; nothing if the driver does not tell. */
void green_fill(Wire__Facts *facts, const struct inject *inject, const struct launch *launch);

#endif

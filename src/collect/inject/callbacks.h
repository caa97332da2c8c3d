/* callbacks: what each driver call of the program means to us.
 *
 * A table names the calls that allocate, free, load modules, capture streams or launch; everything
 * else only waits while a replay is under way. */
#ifndef ROOFTOP_INJECT_CALLBACKS_H
#define ROOFTOP_INJECT_CALLBACKS_H

#include <cupti.h>

struct inject;

/* Subscribes; the context of the library is handed to every callback. */
CUptiResult callbacks_install(struct inject *inject);

/* The program ends: measures what is still open. */
void callbacks_finish(struct inject *inject);

#endif

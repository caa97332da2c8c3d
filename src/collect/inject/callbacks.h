/* callbacks: what CUPTI tells of the program's driver calls and modules, under the lock: launches
 * go to take.h, the calls that leave something behind to call_rules.h; everything else only waits
 * while a replay is under way. */
#ifndef ROOFTOP_INJECT_CALLBACKS_H
#define ROOFTOP_INJECT_CALLBACKS_H

#include <stdbool.h>

#include <cupti.h>

struct inject;

/* Subscribes; the context of the library is handed to every callback. */
CUptiResult callbacks_install(struct inject *inject);

/* The program ends: measures what is still open. false: it ends inside of us, from a handler of a
 * signal, or another thread does not let go: then nothing may be asked or said any more. */
bool callbacks_finish(struct inject *inject);

#endif

/* take: a launch of the program, from the question to the host to its place in a window. */
#ifndef ROOFTOP_INJECT_TAKE_H
#define ROOFTOP_INJECT_TAKE_H

#include <stdbool.h>

#include <cupti.h>

#include "launch.h"

struct inject;

/* At the entry of the call, with the lock held. true: it is in the open window, and the lock stays
 * held until take_done(). */
bool take_launch(struct inject *inject, struct launch *launch, const CUpti_CallbackData *data);

/* The same for any other call: true if it is a fill or copy that the open window records. */
bool take_work(struct inject *inject, CUpti_CallbackId id, const CUpti_CallbackData *data);

/* At its exit: measures the window if it is full, and gives up the lock. result: of the call. */
void take_done(struct inject *inject, CUresult result);

/* Measures the open window, if there is one. */
void take_close_window(struct inject *inject, const char *why);

#endif

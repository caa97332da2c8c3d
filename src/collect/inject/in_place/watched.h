/* watched: launches that run where the program makes them, of which the host hears the time and the
 * shape and nothing else. Kernels of NCCL and NVSHMEM wait for kernels of other GPUs: counters
 * serialize launches, and one that is held back could keep the others waiting for ever. CUPTI's
 * activity records hold nothing back. Other launches that cannot run again are watched as well.
 *
 *   watched_add()        at the entry of such a launch; it changes nothing of the launch
 *   watched_make_room()  before several are added that one call launches
 *   watched_end()        before launches run again or counters start: kernels that CUPTI watches
 *                        have instructions of its own
 *   watched_mode         the rest, for the callbacks (replay_mode.h)
 *
 * Launches of all contexts are watched together. What was watched is sent when the program has
 * waited for its work, twice a second at most, and when watching ends, before the results of what
 * ended it. A launch that has not ended then has no time. If CUPTI refuses activity records,
 * because the program uses them itself, no launch has. */
#ifndef ROOFTOP_COLLECT_INJECT_IN_PLACE_WATCHED_H
#define ROOFTOP_COLLECT_INJECT_IN_PLACE_WATCHED_H

#include <stdbool.h>

#include <cupti.h>

#include "collect/inject/base/replay_mode.h"
#include "collect/inject/program/functions.h"
#include "collect/inject/program/launch.h"

struct inject;

extern const struct replay_mode watched_mode;

/* No window and no session of the counters may be open. The arguments of the launch are not looked
 * at. why: of a launch that the host wanted to
 * have measured, a static text: it gets the time with this text, or this text alone. NULL: the host
 * asked for the time. false: no memory, and the host does not hear of the launch. */
bool watched_add(struct inject *inject, const struct launch *launch, struct function *function,
                 const CUpti_CallbackData *data, const char *why);

void watched_make_room(struct inject *inject, size_t launches);

/* why: what ended it, a static text. */
void watched_end(struct inject *inject, const char *why);

#endif

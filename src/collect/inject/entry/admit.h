/* admit: the way of a launch, of a graph and of a fill or copy from the program's call to its place
 * in a window or among the launches that are measured in place. */
#ifndef ROOFTOP_COLLECT_INJECT_ENTRY_ADMIT_H
#define ROOFTOP_COLLECT_INJECT_ENTRY_ADMIT_H

#include "collect/inject/base/replay_mode.h"

/* At the entry of a driver call, with the lock held, if no replay mode measures everything. true:
 * the call belongs to the open window or to the open session in place; the lock must stay held
 * until the call's exit. false: it just runs; the host knows why, if it asked for the launch. */
bool admit_call(struct inject *inject, const struct replay_call *call);

#endif

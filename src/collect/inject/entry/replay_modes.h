/* replay_modes: the table of the replay modes (replay_mode.h), in the order in which they are
 * asked. */
#ifndef ROOFTOP_COLLECT_INJECT_ENTRY_REPLAY_MODES_H
#define ROOFTOP_COLLECT_INJECT_ENTRY_REPLAY_MODES_H

#include <stddef.h>

#include "collect/inject/base/replay_mode.h"

enum { REPLAY_MODES = 4 };

extern const struct replay_mode *const replay_modes[REPLAY_MODES];

/* Whether launches that one of them holds have not ended. */
bool replay_modes_run(const struct inject *inject);

#endif

/* window_mode: windows as a replay mode: the one that is open, and what closes it. */
#ifndef ROOFTOP_COLLECT_INJECT_WINDOW_WINDOW_MODE_H
#define ROOFTOP_COLLECT_INJECT_WINDOW_WINDOW_MODE_H

#include "collect/inject/base/replay_mode.h"

extern const struct replay_mode window_mode;

/* Measures the open window and sends its results; nothing, if none is open. why: what ended it, for
 * the trace; a static text. */
void window_mode_close(struct inject *inject, const char *why);

#endif

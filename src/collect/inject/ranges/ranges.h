/* ranges: measures parts of the program as one, in place of launches. range_edges.h says where a
 * range begins and ends. A range belongs to the process: it has what all threads ask for meanwhile
 * in the context of its first work. The host is asked, and measuring begins, at that first work,
 * which is a launch, a fill or a copy. A range without any leaves no trace.
 *
 *   range replay        The calls run as the program makes them and are recorded
 *                       (range_record.h). At the end of the range all of it runs again in each
 *                       pass, as the one item of a window (window.h), which saves memory before
 *                       and sets it right afterwards.
 *   application replay  The counters run from the first work to the end of the range, in the
 *                       program's own run (single_pass.h): one pass in each run.
 *
 * Memory that the program allocates inside a range joins what is saved. If there is no room for
 * its copy, the range is given up.
 *
 * A range has no counters if a call in it cannot run again, if it works in two contexts, or if it
 * is never closed. The host gets the reason, and the program goes on. */
#ifndef ROOFTOP_COLLECT_INJECT_RANGES_RANGES_H
#define ROOFTOP_COLLECT_INJECT_RANGES_RANGES_H

#include <stdbool.h>

#include "collect/inject/base/replay_mode.h"

struct inject;

extern const struct replay_mode ranges_mode;

/* Whether a range is being recorded: memory that was saved for it must stay. */
bool ranges_record(const struct inject *inject);

#endif

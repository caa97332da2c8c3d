/* app_replay: application replay (--replay-mode application and app-range). The program runs once
 * for each pass; every launch that the filters admit is counted in one pass of its own run, without
 * being repeated.
 *
 * The first run counts nothing: the filters judge its launches, and the processes send facts,
 * modules, NVTX ranges and call stacks, which results tell of. Each later run measures one pass of
 * one group of metrics, in all launches that app_match.h recognises as launches of the first run;
 * a process can use only one config image, so each group has runs of its own. Launches may come in
 * another order in each run. Setup says how many launches the run measures in a process, so that
 * its counters have room for all of them at once: a new range profiler costs 115 ms, and 1 ms for
 * each range that it has room for.
 *
 * Processes of the first run stay as struct peer until the end: results, modules and the session
 * belong to them, and they hold the locks of their GPUs.
 *
 * Counter data waits in a private file until a launch has all its passes; then its result is made.
 *
 * The two modes are used through run_mode.h alone. */
#ifndef ROOFTOP_COLLECT_RUN_APP_REPLAY_H
#define ROOFTOP_COLLECT_RUN_APP_REPLAY_H

#include "collect/run/run_mode.h"

extern const struct run_mode app_launch_replay, app_range_replay;

#endif

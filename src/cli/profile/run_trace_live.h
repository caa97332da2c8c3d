/* run_trace_live: shows the timeline of a traced program while it runs. */
#ifndef ROOFTOP_CLI_PROFILE_RUN_TRACE_LIVE_H
#define ROOFTOP_CLI_PROFILE_RUN_TRACE_LIVE_H

#include "cli/options/options.h"
#include "collect/os/loop.h"
#include "collect/trace_run/trace_run.h"
#include "report/base/strbuf.h"

/* Until the user quits. *output: what the program wrote since; its last line is on the screen.
 * Returns the exit status of the screen; not 0: it could not be opened, and the program goes on. */
int run_trace_live(struct trace_run *run, struct loop *loop, const struct options *options,
                   const struct strbuf *output);

#endif

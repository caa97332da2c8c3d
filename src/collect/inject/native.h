/* native: launches that are measured where the program makes them, in one pass, many in one session
 * of the counters: starting and stopping them costs as much as a hundred launches. Nothing is
 * saved, put back or run again. So it is for application replay, where each run of the program
 * makes one pass, and only this mode is right for kernels that talk to the processor or to other
 * processes while they run; and for kernel replay where all that is asked for fits into a single
 * pass.
 *
 *   native_take()     at the entry of a launch that the host wants: it joins the open session, or
 *                     begins one
 *   native_pass_by()  of another launch: the counters make a range of every kernel
 *   native_done()     at the exit of either
 *   native_call()     at the entry of any other call: some end the session
 *
 * A session ends when the counters have no room for more, after a while, when the program makes no
 * calls for a moment, before a call that launches kernels in ways of its own, and with the context
 * or the program; then results go to the host. Before that what was launched must have ended: what
 * does not end in the time of --replay-timeout keeps its session open, and the program goes on.
 *
 * In a run of application replay that only looks, launches are watched instead. With kernel replay
 * what only watching tells (native_config.h) must be known of the launch: the first one of its kind
 * goes into a window, and those that come while this is open. Launches that had better not run
 * again go without: of kernels that share memory with the program's own code, print, use the heap,
 * or did not end when they ran again. */
#ifndef ROOFTOP_INJECT_NATIVE_H
#define ROOFTOP_INJECT_NATIVE_H

#include <stdbool.h>

#include <cupti.h>

#include "functions.h"
#include "launch.h"

struct context_state;
struct inject;

/* in_runs: application replay; first_run: of its runs the one that looks; launches: that the run is
 * to measure here, 0: not known. false: no memory. */
bool native_open(struct inject *inject, bool in_runs, bool first_run, size_t launches);

/* Whether every launch is measured here, and nothing is replayed. */
bool native_in_runs(const struct inject *inject);

/* With kernel replay: whether one pass has all that is asked for. */
bool native_is_enough(const struct inject *inject, const struct context_state *context);

/* Whether what only watching tells is known of the launch. After functions_resolve(). */
bool native_knows(struct inject *inject, const struct context_state *context,
                  const struct function *function, const struct launch *launch);

/* true: the lock is held until native_done(). false: the launch just runs; the host knows why. */
bool native_take(struct inject *inject, const struct launch *launch, struct function *function,
                 const CUpti_CallbackData *data);
bool native_pass_by(struct inject *inject, const struct launch *launch,
                    const struct function *function);

/* result: of the call. false: it is none of a session. */
bool native_done(struct inject *inject, CUresult result);

void native_call(struct inject *inject, CUpti_CallbackId id);

/* Ends the open session, if there is one. why: what ended it. false: a launch has not ended. */
bool native_close(struct inject *inject, const char *why);
extern const char native_not_ended[];

/* The end of the program; of a context: what has not ended by now has no values. */
void native_finish(struct inject *inject);
void native_drop_context(struct inject *inject, CUcontext context);

/* In a child of fork(). */
void native_forked(struct inject *inject);

#endif

/* in_place: launches that are measured where the program makes them, in one pass. Nothing is
 * saved, put back or run again. Many launches share a session of the counters, since starting and
 * stopping these costs as much as a hundred launches.
 *
 * Application replay is done this way: each run of the program makes one pass. It is the only
 * right way for kernels that talk to the processor or to other processes while they run. Kernel
 * replay does it where all that is asked for fits into a single pass.
 *
 *   in_place_add()      at the entry of a launch that the host wants: it joins the open session, or
 *                       begins one
 *   in_place_pass_by()  at the entry of another launch: the counters make a range of every kernel
 *   in_place_mode       the rest, for the callbacks (replay_mode.h)
 *
 * A session ends when the counters have no room for more, after half a second (with application
 * replay after five), when the program makes no calls for 0.1 s, before a call that launches
 * kernels in other ways, and with the context or the program. Results then go to the host. All
 * launches must have ended before that, which events behind them tell. One that does not end in
 * the time of --replay-timeout keeps its session open, and the program goes on. The counters do
 * not stop while a kernel runs: if one has not ended when the program ends, the other launches of
 * its session have no values. --replay-window 1 keeps them apart.
 *
 * With most counters CUPTI lets a launch return only when its kernel has ended (not with
 * gpu__time_duration.sum alone). So if a kernel waits for something that the launching thread does
 * after the launch, both wait for ever. The watchdog names that kernel after --replay-timeout.
 * Kernels that wait for another thread are measured.
 *
 * The first run of application replay counts nothing and watches launches instead (activity.h):
 * CUPTI puts instructions of its own into kernels that it watches, which counters would count.
 * With kernel replay the facts that only watching tells (known_config.h) must be known of a
 * launch: the first launch of its kind goes into a window, and so do the launches that come while
 * this window is open. Some launches had better not run again, and are measured in place without
 * these facts: launches of kernels that share memory with the program's own code, print, use the
 * heap, or did not end when they ran again. */
#ifndef ROOFTOP_COLLECT_INJECT_IN_PLACE_IN_PLACE_H
#define ROOFTOP_COLLECT_INJECT_IN_PLACE_IN_PLACE_H

#include <stdbool.h>

#include <cupti.h>

#include "collect/inject/base/replay_mode.h"
#include "collect/inject/program/functions.h"
#include "collect/inject/program/launch.h"

struct context_state;
struct inject;

extern const struct replay_mode in_place_mode;

/* Application replay: every launch is measured in place, and nothing is replayed. */
bool in_place_in_runs(const struct inject *inject);

/* Kernel replay: whether one pass of this context's counters has all that is asked for. */
bool in_place_is_enough(const struct inject *inject, const struct context_state *context);

/* Whether the facts that only watching tells are known for this launch. Call functions_resolve()
 * before. */
bool in_place_knows(struct inject *inject, const struct context_state *context,
                    const struct function *function, const struct launch *launch);

/* Returns true if the launch joins the session; the lock then stays held until the exit of the
 * call. false: the launch just runs; the host knows why. */
bool in_place_add(struct inject *inject, const struct launch *launch, struct function *function,
                  const CUpti_CallbackData *data);
bool in_place_pass_by(struct inject *inject, const struct launch *launch,
                      const struct function *function);

/* Ends the open session, if there is one, and sends its results. why: what ended it, a static
 * text. false: a launch has not ended, or a stream is being captured, and the session stays open.
 */
bool in_place_close(struct inject *inject, const char *why);

/* Before a launch in the current context: if it is new, it is set up while no other one of its GPU
 * has counters (contexts_release_beside()). The lock may be free for a while. */
void in_place_make_way(struct inject *inject, CUcontext context);

#endif

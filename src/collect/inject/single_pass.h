/* single_pass: application replay, inside one of its runs. Each launch that the host wants is
 * measured where the program makes it, in one pass and with a range profiler session of its own.
 * Nothing is saved, put back or run again: only this mode is right for kernels that talk to the
 * processor or to other processes while they run.
 *
 *   single_pass_accept()  the host's answer, with the counter data that the runs before left
 *   single_pass_begin()   at the entry of the call: the context is idle, the counters start
 *   single_pass_end()     at its exit: they stop, the pass is added to the data, the host gets it
 *
 * Counter data is of one launch, since launches may come in another order in the next run. It has
 * one range, and one before it where the flush of the caches is a kernel. */
#ifndef ROOFTOP_INJECT_SINGLE_PASS_H
#define ROOFTOP_INJECT_SINGLE_PASS_H

#include <stdbool.h>

#include "launch.h"
#include "wire.pb-c.h"

struct context_state;
struct inject;
struct range_record;

/* From now on no launch goes into a window. false: no memory. */
bool single_pass_open(struct inject *inject, bool first_run);

/* Takes over the answer. */
void single_pass_accept(struct inject *inject, Wire__ToTarget *answer);

/* The lock is held until single_pass_end(). false: the launch just runs; the host knows why. */
bool single_pass_begin(struct inject *inject, const struct launch *launch,
                       const CUpti_CallbackData *data);

/* result: of the call. */
void single_pass_end(struct inject *inject, CUresult result);

/* The same for a range (ranges.h), which lasts over calls; record: what it launches, which may
 * still come. false: as above. reason: why it is not measured after all, or NULL. */
bool single_pass_begin_range(struct inject *inject, const struct launch *call,
                             struct context_state *context, struct range_record *record);
void single_pass_end_range(struct inject *inject, const char *reason);

/* Before any call that may change or see what the kernel does: a pass that single_pass_end() left
 * open ends here. Without application replay it does nothing. */
void single_pass_settle(struct inject *inject);

#endif

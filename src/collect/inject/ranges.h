/* ranges: measuring whole ranges of the program instead of launches (range_edges.h has where they
 * begin and end). A range belongs to the process: what all threads ask for meanwhile in the context
 * of its first work is in it. The host is asked, and measuring begins, at that first work, which is
 * a launch, a fill or a copy: a range without any leaves no trace.
 *
 *   range replay        its calls run as the program makes them, and are recorded (range_record.h);
 *                       at its end all of it runs again in each pass, as the one item of a window
 *                       (window.h), which saves memory before and sets it right afterwards.
 *   application replay  the counters run from its first work to its end, in the program's own run
 *                       (single_pass.h); one pass in each run.
 *
 * A range with a call that cannot run again, with work in two contexts, or that is never closed has
 * no counters: the host gets the reason, and the program goes on. */
#ifndef ROOFTOP_INJECT_RANGES_H
#define ROOFTOP_INJECT_RANGES_H

#include <stdbool.h>

#include <cupti.h>

#include "launch.h"

struct inject;

/* Results are of ranges from now on. in_runs: application replay; leave_host: pinned memory is
 * neither saved nor put back. false: no memory. */
bool ranges_open(struct inject *inject, bool in_runs, bool leave_host);

/* At the entry of a call, with the lock held; launch: if it is one. true: the lock stays held until
 * ranges_exit(). */
bool ranges_enter(struct inject *inject, CUpti_CallbackId id, const CUpti_CallbackData *data,
                  struct launch *launch);

/* At its exit; entered: what ranges_enter() said. */
void ranges_exit(struct inject *inject, CUpti_CallbackId id, const CUpti_CallbackData *data,
                 bool entered);

/* Whether a range is being recorded: memory that was saved for it must stay. */
bool ranges_record(const struct inject *inject);

/* Whether the recorded range has launched this function. */
bool ranges_launched(const struct inject *inject, CUfunction handle);

/* The name of the range that the host is asked about, "" if it has none; NULL: it is a launch. */
const char *ranges_name(const struct inject *inject);

/* The NVTX state at its beginning, if it is to be sent. */
bool ranges_nvtx(const struct inject *inject, const uint8_t **bytes, size_t *length);

/* The context is about to go. */
void ranges_drop_context(struct inject *inject, CUcontext context);

/* The program ends: a range that is open has no end. */
void ranges_finish(struct inject *inject);

#endif

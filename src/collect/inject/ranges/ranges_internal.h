/* ranges_internal: what the files of ranges.h share.
 *
 *   ranges          where a range begins and ends, and what becomes of it
 *   range_recorder  what the program asks for in one that is to run again */
#ifndef ROOFTOP_COLLECT_INJECT_RANGES_RANGES_INTERNAL_H
#define ROOFTOP_COLLECT_INJECT_RANGES_RANGES_INTERNAL_H

#include "collect/inject/ranges/ranges.h"
#include "collect/inject/window/range_calls.h"
#include "collect/inject/window/range_record.h"
#include "collect/inject/window/window.h"

enum range_state {
    OUTSIDE,
    BEGUN,      /* nothing was asked for in it yet */
    MEASURED,   /* recorded, or counted */
    LEFT_ALONE, /* until its end: it is not chosen, or cannot be measured */
};

struct ranges {
    bool in_runs, leave_host;
    enum range_state state;
    uint64_t number;    /* of the edges' range that this is about */
    struct launch call; /* what the host is asked about */
    struct context_state *context;
    struct window *window; /* range replay */
    struct range_record *record;
    uint8_t *nvtx; /* state at its beginning, which the host has not got; owned */
    size_t nvtx_length;
    bool nvtx_kept; /* it was looked at when the range began, changed or not */
};

/* The first work of a range: sets the state to MEASURED, or LEFT_ALONE. */
void ranges_begin(struct inject *inject, const CUpti_CallbackData *data,
                  enum kernel_hazard kernel_hazard);

/* It is not measured after all; the program goes on in it. */
void ranges_abandon(struct inject *inject, const char *reason);

/* Waits until the work of the range is over. false: it did not end in time, and the range was
 * abandoned. */
bool ranges_settle(struct inject *inject);

/* range_recorder: at the entry of calls of the range's context. A launch and a graph begin a range
 * that has none. true: it is recorded, and the lock stays held until its exit. */
bool range_recorder_launch(struct inject *inject, struct launch *launch,
                           const CUpti_CallbackData *data);
bool range_recorder_graph(struct inject *inject, const struct range_call *call,
                          const CUpti_CallbackData *data);
bool range_recorder_call(struct inject *inject, const struct range_call *call,
                         const CUpti_CallbackData *data);

/* At the exit of a call that has succeeded and was not recorded at its entry. */
void range_recorder_after(struct inject *inject, const struct range_call *call,
                          const CUpti_CallbackData *data);

#endif

/* replay_mode: one way of measuring. There are four, in the table of entry/replay_modes.c:
 *
 *   window    launches are saved and replayed together (window/window_mode.c)
 *   in place  launches are measured where the program makes them, without replay
 *             (in_place/in_place.c)
 *   watched   launches of which only the time is measured (in_place/watched.c)
 *   range     a part of the program is measured as one (ranges/ranges.c)
 *
 * The callbacks know no mode by name: they go over the table. A member that is NULL does nothing.
 * All of them are called with guard.lock held, except `open`, which comes before the first
 * callback, and `forked`. */
#ifndef ROOFTOP_COLLECT_INJECT_BASE_REPLAY_MODE_H
#define ROOFTOP_COLLECT_INJECT_BASE_REPLAY_MODE_H

#include <stdbool.h>

#include <cupti.h>

#include "wire.pb-c.h"

struct inject;
struct launch;

/* A driver call of the program. */
struct replay_call {
    CUpti_CallbackId id;
    const CUpti_CallbackData *data;
    struct launch *launch; /* at the entry of a kernel's launch, else NULL */
};

struct replay_mode {
    const char *name;

    /* Makes the mode ready if the host's Setup asks for it. false: no memory. */
    bool (*open)(struct inject *inject, const Wire__Setup *setup);

    /* At the entry of every call but a kernel's launch, before `enter`. */
    void (*before)(struct inject *inject, const struct replay_call *call);

    /* If measures_all() returns true, enter() gets every call at its entry, and admit_call()
     * (admit.h) is not called. enter() returns true if the call is this mode's; the lock is then
     * held until the call's exit. */
    bool (*measures_all)(const struct inject *inject);
    bool (*enter)(struct inject *inject, const struct replay_call *call);

    /* At the entry of a call that no mode took: ends what must not stay open during the call. */
    void (*pass)(struct inject *inject, const struct replay_call *call);

    /* At the exit of a call. admitted: a mode took the call at its entry. Returns true if it was
     * this mode; the modes after it are then not asked. */
    bool (*exit)(struct inject *inject, const struct replay_call *call, bool admitted);

    /* Whether launches that it holds have not ended, without waiting. */
    bool (*runs)(const struct inject *inject);

    /* The program ends: what is open is measured now, or given up. */
    void (*finish)(struct inject *inject);

    /* The context is about to go. */
    void (*drop_context)(struct inject *inject, CUcontext context);

    /* In a child of fork(), which has none of our threads. */
    void (*forked)(struct inject *inject);
};

#endif

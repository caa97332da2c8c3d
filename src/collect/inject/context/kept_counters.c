#include "collect/inject/context/kept_counters.h"

#include "collect/inject/base/inject.h"
#include "collect/inject/context/contexts.h"
#include "collect/inject/context/mps_turn.h"
#include "collect/inject/program/running.h"

/* Nanoseconds until the host is asked, and until counters that another process waits for can
 * perhaps be given up. */
static const uint64_t between_questions = 500 * 1000 * 1000ULL, between_tries = 20 * 1000 * 1000ULL;

static void on_time(void *context);

void kept_counters_watch(struct inject *inject)
{
    watchdog_arm(&inject->kept.asking, between_questions, on_time, inject);
}

void kept_counters_end(struct inject *inject)
{
    watchdog_disarm(&inject->kept.asking);
}

static bool may_give_up(const struct inject *inject)
{
    if (inject->program.capturing || inject->guard.in_flight || inject->kept.runs(inject))
        return false;
    for (const struct context_state *state = inject->contexts; state; state = state->next)
        if (!running_none(inject, state->context))
            return false;
    return true;
}

static Wire__ToTarget *ask(struct inject *inject, bool busy)
{
    Wire__ToHost message = WIRE__TO_HOST__INIT;
    Wire__Turn m = WIRE__TURN__INIT;
    m.has_asks = m.asks = m.has_busy = true;
    m.busy = busy;
    message.turn = &m;
    return channel_ask(&inject->channel, &message);
}

/* On the watchdog's thread. The lock is not waited for: who has it may wait for the other process.
 */
static void on_time(void *context)
{
    struct inject *inject = context;
    bool locked = guard_try_lock(&inject->guard), gone = locked && inject->shares_gpu;
    const bool busy = !locked && __atomic_load_n(&inject->replaying, __ATOMIC_RELAXED);
    if (locked)
        guard_unlock(&inject->guard);
    Wire__ToTarget *answer = gone ? NULL : ask(inject, busy);
    if (!answer)
        return;
    const bool wanted = answer->shared;
    locked = wanted && guard_try_lock(&inject->guard);
    if (locked) {
        if (may_give_up(inject))
            mps_turn_note(inject, answer);
        gone = inject->shares_gpu;
        guard_unlock(&inject->guard);
    }
    wire__to_target__free_unpacked(answer, NULL);
    if (!gone)
        watchdog_arm(&inject->kept.asking, wanted ? between_tries : between_questions, on_time,
                     inject);
}

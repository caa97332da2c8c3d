#include "collect/inject/program/meeting.h"

#include <unistd.h>

#include "collect/inject/base/inject.h"
#include "collect/inject/base/wait_clock.h"
#include "collect/inject/program/memory.h"

/* Times that nobody came, from which on these must be less than half of the meetings. */
enum { MOST_MISSED = 3 };

/* Nanoseconds in which no other thread launched anything: where others have launched something
 * before, and where nobody has. And in all. */
static const uint64_t most_idle = 2000000000u, first_idle = 500000000u, most_held = 10000000000u;

/* Microseconds between two questions. */
enum { PAUSE = 100 };

static struct meeting_place *find(struct inject_meeting *m, CUcontext context)
{
    for (size_t i = 0; i < m->count; i++)
        if (m->places[i].context == context)
            return &m->places[i];
    return NULL;
}

void meeting_note(struct inject *inject, CUcontext context)
{
    struct inject_meeting *m = &inject->program.meeting;
    struct meeting_place *place = find(m, context);
    if (!place && m->count < sizeof m->places / sizeof *m->places) {
        place = &m->places[m->count++];
        place->context = context;
    }
    if (!place)
        return;
    place->thread = pthread_self();
    place->takes_part = true;
    m->launches++;
}

void meeting_drop_context(struct inject *inject, CUcontext context)
{
    struct inject_meeting *m = &inject->program.meeting;
    struct meeting_place *place = find(m, context);
    if (place)
        *place = m->places[--m->count];
}

/* GPUs that take part, and that other threads drive. */
static size_t count_others(const struct inject_meeting *m, CUcontext context)
{
    size_t others = 0;
    for (size_t i = 0; i < m->count; i++)
        others += m->places[i].context != context && m->places[i].takes_part &&
                  !pthread_equal(m->places[i].thread, pthread_self());
    return others;
}

/* Whether a GPU has memory of the program, and no thread has launched anything there. */
static bool is_expected(const struct inject *inject)
{
    const struct memory_tracker *tracker = inject->program.memory;
    const struct inject_meeting *m = &inject->program.meeting;
    bool expected = false;
    for (size_t i = 0; !expected && i < tracker->count; i++) {
        const struct region *region = &tracker->regions[i];
        expected = region->kind == REGION_DEVICE;
        for (size_t j = 0; expected && j < m->count; j++)
            expected = m->places[j].context != region->context;
    }
    return expected;
}

static void meet(struct inject_meeting *m)
{
    m->held = 0;
    m->meetings++;
    for (size_t i = 0; i < m->count; i++) {
        m->places[i].takes_part = m->places[i].came;
        m->places[i].came = false;
    }
}

void meeting_hold(struct inject *inject, CUcontext context)
{
    struct inject_meeting *m = &inject->program.meeting;
    const bool expected = is_expected(inject);
    const size_t others = count_others(m, context) + expected;
    const uint64_t meeting = m->meetings;
    struct meeting_place *place = find(m, context);
    if (place)
        place->came = true;
    if (!others || (m->missed >= MOST_MISSED && 2 * m->missed > m->meetings))
        return;
    if (++m->held > others) {
        meet(m);
        return;
    }
    uint64_t launches = m->launches;
    struct wait_clock idle = wait_clock_begin(), held = idle;
    while (m->meetings == meeting &&
           wait_clock_spent(&idle) < (expected ? first_idle : most_idle) &&
           wait_clock_spent(&held) < most_held) {
        guard_unlock(&inject->guard);
        usleep(PAUSE);
        guard_lock(&inject->guard);
        if (launches != m->launches)
            idle = wait_clock_begin();
        launches = m->launches;
    }
    if (m->meetings == meeting) {
        m->held--;
        m->missed++;
    }
}

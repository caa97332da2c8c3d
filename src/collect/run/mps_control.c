/* The clients find us through a folder that mps_meeting.h makes, which holds the environment that
 * they need. Each one connects like any process of the program; its Hello is kept without an answer
 * until mps_control_check() decides that enough clients are there. */
#include "collect/run/mps_control.h"

#include <stdlib.h>
#include <string.h>

#include "collect/cupti/cupti_host.h"
#include "collect/machine/mps_meeting.h"
#include "collect/program/mps_role.h"
#include "collect/program/process_choice.h"
#include "collect/run/peer_answer.h"
#include "collect/run/peer_hello.h"
#include "report/base/mem.h"

struct mps_control {
    struct mps_meeting meeting;
    double began;
    bool waits, gave_up, primary_gone;
    size_t said; /* how many clients the user was told of */
};

bool mps_control_start(struct profile *p, const char *program_filter, struct error *error)
{
    if (p->settings.mps.role != MPS_CONTROL)
        return true;
    p->mps.control = mem_alloc(sizeof *p->mps.control);
    *p->mps.control = (struct mps_control){.meeting.fd = -1, .began = run_now(), .waits = true};
    char *variables[LAUNCHER_VARIABLES];
    const size_t count = LAUNCHER_VARIABLES;
    launcher_variables(&p->launcher, cupti_library_path(p->metrics.cupti), program_filter,
                       variables);
    bool good =
        mps_meeting_open(&p->mps.control->meeting, (const char *const *)variables, count, error);
    for (size_t i = 0; i < count; i++)
        free(variables[i]);
    return good;
}

void mps_control_stop(struct profile *p)
{
    if (!p->mps.control)
        return;
    mps_meeting_close(&p->mps.control->meeting);
    free(p->mps.control);
    p->mps.control = NULL;
}

static size_t clients(const struct profile *p)
{
    size_t count = 0;
    for (const struct peer *peer = p->processes.connected; peer; peer = peer->next)
        count += peer->mps.hello != NULL;
    return count;
}

bool mps_control_hold(struct peer *peer, Wire__Hello *hello)
{
    const struct mps_control *control = peer->profile->mps.control;
    peer->mps.primary = control && process_has(peer->pid, MPS_VARIABLE "=" MPS_PRIMARY);
    if (!control || !control->waits || peer->mps.hello)
        return false;
    peer->mps.hello = hello;
    peer->mps.alive = run_now();
    return true;
}

void mps_control_drop(struct peer *peer)
{
    struct mps_control *control = peer->profile->mps.control;
    if (peer->mps.hello)
        wire__hello__free_unpacked(peer->mps.hello, NULL);
    peer->mps.hello = NULL;
    if (!control || !peer->mps.primary || control->primary_gone)
        return;
    control->primary_gone = true;
    run_say(peer->profile, MESSAGE_NOTE,
            "the primary MPS client (process %u) has ended: nothing more is measured",
            peer->process.processid);
}

bool mps_control_is_over(const struct profile *p)
{
    return p->mps.control && p->mps.control->primary_gone;
}

/* All processes that wait get the answer to their Hello. */
static void release(struct profile *p)
{
    p->mps.control->waits = false;
    for (struct peer *peer = p->processes.connected; peer; peer = peer->next) {
        Wire__Hello *hello = peer->mps.hello;
        peer->mps.hello = NULL;
        if (!hello)
            continue;
        peer_hello(peer, hello);
        wire__hello__free_unpacked(hello, NULL);
    }
}

/* The connections are the caller's to close; the programs go on without us. */
static void give_up(struct profile *p, const char *why)
{
    p->mps.control->waits = false;
    p->mps.control->gave_up = true;
    p->mps.control->primary_gone = true; /* the user need not be told that it has ended */
    p->outcome.failed = true;
    run_say(p, MESSAGE_ERROR, "%s", why);
}

static void keep_alive(struct profile *p)
{
    for (struct peer *peer = p->processes.connected; peer; peer = peer->next)
        if (peer->mps.hello)
            peer_keep_waiting(peer, &peer->mps.alive);
}

static void say_count(struct profile *p, size_t count)
{
    const struct mps_settings *s = &p->settings.mps;
    if (count == p->mps.control->said)
        return;
    p->mps.control->said = count;
    if (s->has_clients)
        run_say(p, MESSAGE_NOTE, "%zu of %llu MPS clients %s there", count,
                (unsigned long long)s->clients, count == 1 ? "is" : "are");
    else
        run_say(p, MESSAGE_NOTE, "%zu MPS client%s there", count, count == 1 ? " is" : "s are");
}

/* Whether all clients that the options ask for are there, or the time is up. */
static void check_clients(struct profile *p)
{
    const struct mps_settings *s = &p->settings.mps;
    const size_t count = clients(p);
    const bool late = s->has_timeout && run_now() - p->mps.control->began >= (double)s->timeout;
    say_count(p, count);
    keep_alive(p);
    if (p->outcome.signalled) {
        give_up(p, "the wait for MPS clients was ended");
    } else if (s->has_clients && count >= s->clients) {
        release(p);
    } else if (late && (s->has_clients || !count)) {
        char *why =
            mem_printf("%zu MPS client%s came within %llu s, %llu %s waited for: start them "
                       "with rooftop --mps client PROGRAM, as this user and with the same "
                       "TMPDIR and CUDA_MPS_PIPE_DIRECTORY, or raise --mps-timeout",
                       count, count == 1 ? "" : "s", (unsigned long long)s->timeout,
                       (unsigned long long)(s->has_clients ? s->clients : 1),
                       s->has_clients && s->clients != 1 ? "were" : "was");
        give_up(p, why);
        free(why);
    } else if (late) {
        release(p);
    }
}

enum mps_wait mps_control_check(struct profile *p)
{
    struct mps_control *control = p->mps.control;
    if (control && control->waits)
        check_clients(p);
    if (control && control->gave_up)
        return MPS_GAVE_UP;
    return control && control->waits ? MPS_WAITS : MPS_GOES_ON;
}

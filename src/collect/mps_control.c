#include "mps_control.h"

#include <stdlib.h>
#include <string.h>

#include "cupti_host.h"
#include "mem.h"
#include "mps_meeting.h"
#include "mps_role.h"
#include "peer.h"
#include "process_choice.h"

/* Seconds. */
static const double kept_alive = 20;

struct mps_control {
    struct mps_meeting meeting;
    double began;
    bool waits, primary_gone;
    size_t said; /* clients that the user was told of */
};

bool mps_control_start(struct profile *p, const char *choice, struct error *error)
{
    if (p->settings.mps.role != MPS_CONTROL)
        return true;
    p->mps = mem_alloc(sizeof *p->mps);
    *p->mps = (struct mps_control){.meeting.fd = -1, .began = run_now(), .waits = true};
    char *variables[] = {
        mem_printf("CUDA_INJECTION64_PATH=%s", p->launcher.library),
        mem_printf("NVTX_INJECTION64_PATH=%s", p->launcher.library),
        mem_printf("ROOFTOP_SOCKET=%s", p->launcher.socket_path),
        mem_printf("ROOFTOP_CUPTI=%s", cupti_library_path(p->cupti)),
        mem_printf("ROOFTOP_CHOICE=%s", choice),
    };
    const size_t count = sizeof variables / sizeof *variables;
    bool good = mps_meeting_open(&p->mps->meeting, (const char *const *)variables, count, error);
    for (size_t i = 0; i < count; i++)
        free(variables[i]);
    return good;
}

void mps_control_stop(struct profile *p)
{
    if (!p->mps)
        return;
    mps_meeting_close(&p->mps->meeting);
    free(p->mps);
    p->mps = NULL;
}

static size_t clients(const struct profile *p)
{
    size_t count = 0;
    for (const struct peer *peer = p->peers; peer; peer = peer->next)
        count += peer->hello != NULL;
    return count;
}

bool mps_control_hold(struct peer *peer, Wire__Hello *hello)
{
    const struct mps_control *control = peer->profile->mps;
    peer->mps.primary = control && process_has(peer->pid, MPS_VARIABLE "=" MPS_PRIMARY);
    if (!control || !control->waits || peer->hello)
        return false;
    peer->hello = hello;
    peer->mps.alive = run_now();
    return true;
}

void mps_control_drop(struct peer *peer)
{
    struct mps_control *control = peer->profile->mps;
    if (peer->hello)
        wire__hello__free_unpacked(peer->hello, NULL);
    peer->hello = NULL;
    if (!control || !peer->mps.primary || control->primary_gone)
        return;
    control->primary_gone = true;
    run_say(peer->profile, MESSAGE_NOTE,
            "the primary MPS client (process %u) has ended: nothing more is measured",
            peer->process.processid);
}

bool mps_control_is_over(const struct profile *p)
{
    return p->mps && p->mps->primary_gone;
}

/* Their programs go on. */
static void release(struct profile *p)
{
    p->mps->waits = false;
    for (struct peer *peer = p->peers; peer; peer = peer->next) {
        Wire__Hello *hello = peer->hello;
        peer->hello = NULL;
        if (!hello)
            continue;
        peer_hello(peer, hello);
        wire__hello__free_unpacked(hello, NULL);
    }
}

static void give_up(struct profile *p, const char *why)
{
    p->mps->waits = false;
    p->mps->primary_gone = true; /* nobody needs to be told */
    p->failed = true;
    run_say(p, MESSAGE_ERROR, "%s", why);
    while (p->peers) /* their programs go on without us */
        peer_drop(p->peers);
}

static void keep_alive(struct profile *p)
{
    for (struct peer *peer = p->peers; peer; peer = peer->next) {
        Wire__ToTarget message = WIRE__TO_TARGET__INIT;
        if (!peer->hello || run_now() - peer->mps.alive < kept_alive)
            continue;
        peer->mps.alive = run_now();
        message.has_waiting = message.waiting = true;
        peer_answer(peer, &message);
    }
}

static void say_count(struct profile *p, size_t count)
{
    const struct mps_settings *s = &p->settings.mps;
    if (count == p->mps->said)
        return;
    p->mps->said = count;
    if (s->has_clients)
        run_say(p, MESSAGE_NOTE, "%zu of %llu MPS clients %s there", count,
                (unsigned long long)s->clients, count == 1 ? "is" : "are");
    else
        run_say(p, MESSAGE_NOTE, "%zu MPS client%s there", count, count == 1 ? " is" : "s are");
}

bool mps_control_waits(struct profile *p)
{
    if (!p->mps || !p->mps->waits)
        return false;
    const struct mps_settings *s = &p->settings.mps;
    const size_t count = clients(p);
    const bool late = s->has_timeout && run_now() - p->mps->began >= (double)s->timeout;
    say_count(p, count);
    keep_alive(p);
    if (p->signalled) {
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
    return p->mps->waits;
}

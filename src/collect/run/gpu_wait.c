/* A timer tries again twenty times a second for every process that waits; nothing tells when a lock
 * becomes free. A process ends its wait in one of three ways: the GPU is ours, the GPU cannot be
 * had, or the user ends the wait. Two rooftops that each hold one GPU and want the other's would
 * wait for ever, so only the first GPU is waited for without an end. */
#include "collect/run/gpu_wait.h"

#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/timerfd.h>
#include <unistd.h>

#include "collect/machine/boards.h"
#include "collect/machine/gpu_locks.h"
#include "collect/run/peer_answer.h"
#include "collect/run/peer_schedule.h"
#include "report/base/mem.h"

/* Seconds until the user is told first, and between later messages. */
static const double first_said = 1, again_said = 60;
/* Seconds that a rooftop which has a GPU waits for another one. The profiler that holds the other
 * GPU may be waiting for ours. */
static const double second_gpu = 10;
enum { BETWEEN_TRIES_MS = 50 };

static void say_waiting(struct peer *peer, const char *gpu, const struct gpu_holder *holder)
{
    double now = run_now(), waited = now - peer->wait.since;
    char *who = gpu_holder_text(holder);
    if (peer->wait.said == 0 && waited >= first_said)
        run_say(peer->profile, MESSAGE_WARNING,
                "waiting for the GPU at %s, which %s is profiling on; Ctrl-C ends the wait", gpu,
                who);
    else if (peer->wait.said > 0 && now - peer->wait.said >= again_said)
        run_say(peer->profile, MESSAGE_WARNING,
                "waiting for the GPU at %s for %.0f s now; %s is profiling on it", gpu, waited,
                who);
    else
        now = peer->wait.said;
    peer->wait.said = now;
    free(who);
}

static bool may_wait(const struct peer *peer)
{
    return !gpu_locks_any(peer->profile->machine.locks) ||
           run_now() - peer->wait.since < second_gpu;
}

static void refuse_second(struct peer *peer, const char *gpu, const struct gpu_holder *holder)
{
    char *who = gpu_holder_text(holder);
    char *why = mem_printf(
        "not profiled on the GPU at %s: %s is profiling there. This rooftop has another GPU, so "
        "the two could wait for each other for ever. Profile one after the other",
        gpu, who);
    peer_schedule_refuse(peer, why);
    free(why);
    free(who);
}

static void say_shared(struct profile *p, const char *gpu, const struct gpu_holder *holder)
{
    char *who = gpu_holder_text(holder);
    run_say(p, MESSAGE_WARNING,
            "%s, of another rank of this job, is profiling on the GPU at %s, too. Ranks may wait "
            "for each other, so both go on. If counters are refused, start one rooftop around the "
            "launcher (rooftop mpirun ...)",
            who, gpu);
    free(who);
}

/* Tries to take the GPU once and answers the process. false: the process goes on waiting. */
static bool try(struct peer *peer, uint32_t ordinal)
{
    struct profile *p = peer->profile;
    const Wire__Device *device = peer->devices[ordinal].device;
    uint64_t address = device_address(device);
    struct gpu_holder holder;
    struct error error;
    char gpu[32];
    snprintf(gpu, sizeof gpu, "%04x:%02x:%02x", (unsigned)(address >> 16),
             (unsigned)(address >> 8 & 0xff), (unsigned)(address & 0xff));
    enum gpu_lock_state state = gpu_locks_take(p->machine.locks, address, &holder, &error);
    if (state == GPU_BUSY && may_wait(peer)) {
        say_waiting(peer, gpu, &holder);
        peer_keep_waiting(peer, &peer->wait.alive);
        return false;
    }
    peer->wait.waits = false;
    if (state == GPU_BUSY) {
        refuse_second(peer, gpu, &holder);
        return true;
    }
    if (state == GPU_FAILED) {
        peer_schedule_refuse(peer, error.text);
        return true;
    }
    if (state == GPU_OF_JOB)
        say_shared(p, gpu, &holder);
    if (peer->wait.said > 0)
        run_say(p, MESSAGE_NOTE, "waited %.1f s for the GPU at %s", run_now() - peer->wait.since,
                gpu);
    peer->devices[ordinal].locked = true;
    peer_schedule_grant(peer, ordinal);
    return true;
}

static void stop_timer(struct profile *p)
{
    if (p->machine.wait_timer < 0)
        return;
    loop_unwatch(p->loop, p->machine.wait_timer);
    close(p->machine.wait_timer);
    p->machine.wait_timer = -1;
}

static void on_timer(void *context, int fd, short events)
{
    struct profile *p = context;
    uint64_t times;
    bool waits = false;
    (void)events;
    if (read(fd, &times, sizeof times) < 0)
        return;
    for (struct peer *peer = p->processes.connected; peer; peer = peer->next)
        if (peer->wait.waits && !try(peer, peer->wait.ordinal))
            waits = true;
    if (!waits)
        stop_timer(p);
}

static bool start_timer(struct profile *p)
{
    static const struct timespec step = {0, BETWEEN_TRIES_MS * 1000000L};
    const struct itimerspec timer = {step, step};
    if (p->machine.wait_timer >= 0)
        return true;
    p->machine.wait_timer = timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK);
    if (p->machine.wait_timer < 0 || timerfd_settime(p->machine.wait_timer, 0, &timer, NULL) < 0) {
        stop_timer(p);
        return false;
    }
    loop_watch(p->loop, p->machine.wait_timer, POLLIN, on_timer, p);
    return true;
}

void gpu_wait_begin(struct peer *peer, uint32_t ordinal)
{
    struct profile *p = peer->profile;
    if (!p->machine.locks)
        p->machine.locks = gpu_locks_new();
    peer->wait = (struct peer_wait){true, ordinal, run_now(), 0, run_now()};
    if (!try(peer, ordinal) && !start_timer(p))
        gpu_wait_end(p);
}

void gpu_wait_end(struct profile *p)
{
    for (struct peer *peer = p->processes.connected; peer; peer = peer->next) {
        if (!peer->wait.waits)
            continue;
        peer->wait.waits = false;
        peer_schedule_refuse(peer, "not profiled: the wait for a GPU was ended before it was free");
    }
    stop_timer(p);
}

void gpu_wait_drop(struct peer *peer)
{
    peer->wait.waits = false;
    for (size_t i = 0; i < MOST_DEVICES; i++)
        if (peer->devices[i].locked)
            gpu_locks_drop(peer->profile->machine.locks, device_address(peer->devices[i].device));
}

void gpu_wait_free(struct profile *p)
{
    stop_timer(p);
    if (p->machine.locks)
        gpu_locks_free(p->machine.locks);
}

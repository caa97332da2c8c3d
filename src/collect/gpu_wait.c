#include "gpu_wait.h"

#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/timerfd.h>
#include <unistd.h>

#include "boards.h"
#include "gpu_locks.h"
#include "mem.h"
#include "peer.h"
#include "peer_device.h"

/* Seconds: the first message, those after it, what keeps the process from giving us up, and how
 * long somebody who has a GPU waits for another: whoever has that may be waiting for his. */
static const double first_said = 1, again_said = 60, kept_alive = 20, second_gpu = 10;
enum { BETWEEN_TRIES_MS = 50 };

static void keep_alive(struct peer *peer)
{
    Wire__ToTarget message = WIRE__TO_TARGET__INIT;
    if (run_now() - peer->wait.alive < kept_alive)
        return;
    peer->wait.alive = run_now();
    message.has_waiting = message.waiting = true;
    peer_answer(peer, &message);
}

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
    return !gpu_locks_any(peer->profile->locks) || run_now() - peer->wait.since < second_gpu;
}

static void refuse_second(struct peer *peer, const char *gpu, const struct gpu_holder *holder)
{
    char *who = gpu_holder_text(holder);
    char *why = mem_printf("not profiled on the GPU at %s: %s is profiling there, and as this "
                           "rooftop has another GPU the two could wait for each other: profile one "
                           "after the other",
                           gpu, who);
    peer_device_refuse(peer, why);
    free(why);
    free(who);
}

static void say_shared(struct profile *p, const char *gpu, const struct gpu_holder *holder)
{
    char *who = gpu_holder_text(holder);
    run_say(p, MESSAGE_WARNING,
            "%s, of another rank of this job, is profiling on the GPU at %s too; as ranks may wait "
            "for each other both go on: start one rooftop around the launcher (rooftop mpirun ...) "
            "if counters are refused",
            who, gpu);
    free(who);
}

/* false: it goes on waiting. */
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
    enum gpu_lock_state state = gpu_locks_take(p->locks, address, &holder, &error);
    if (state == GPU_BUSY && may_wait(peer)) {
        say_waiting(peer, gpu, &holder);
        keep_alive(peer);
        return false;
    }
    peer->wait.waits = false;
    if (state == GPU_BUSY) {
        refuse_second(peer, gpu, &holder);
        return true;
    }
    if (state == GPU_FAILED) {
        peer_device_refuse(peer, error.text);
        return true;
    }
    if (state == GPU_OF_JOB)
        say_shared(p, gpu, &holder);
    if (peer->wait.said > 0)
        run_say(p, MESSAGE_NOTE, "waited %.1f s for the GPU at %s", run_now() - peer->wait.since,
                gpu);
    peer->devices[ordinal].locked = true;
    peer_device_ready(peer, ordinal);
    return true;
}

static void stop_timer(struct profile *p)
{
    if (p->wait_timer < 0)
        return;
    loop_unwatch(p->loop, p->wait_timer);
    close(p->wait_timer);
    p->wait_timer = -1;
}

static void on_timer(void *context, int fd, short events)
{
    struct profile *p = context;
    uint64_t times;
    bool waits = false;
    (void)events;
    if (read(fd, &times, sizeof times) < 0)
        return;
    for (struct peer *peer = p->peers; peer; peer = peer->next)
        if (peer->wait.waits && !try(peer, peer->wait.ordinal))
            waits = true;
    if (!waits)
        stop_timer(p);
}

static bool start_timer(struct profile *p)
{
    static const struct timespec step = {0, BETWEEN_TRIES_MS * 1000000L};
    const struct itimerspec timer = {step, step};
    if (p->wait_timer >= 0)
        return true;
    p->wait_timer = timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK);
    if (p->wait_timer < 0 || timerfd_settime(p->wait_timer, 0, &timer, NULL) < 0) {
        stop_timer(p);
        return false;
    }
    loop_watch(p->loop, p->wait_timer, POLLIN, on_timer, p);
    return true;
}

void gpu_wait_begin(struct peer *peer, uint32_t ordinal)
{
    struct profile *p = peer->profile;
    if (!p->locks)
        p->locks = gpu_locks_new();
    peer->wait = (struct peer_wait){true, ordinal, run_now(), 0, run_now()};
    if (!try(peer, ordinal) && !start_timer(p))
        gpu_wait_end(p);
}

void gpu_wait_end(struct profile *p)
{
    for (struct peer *peer = p->peers; peer; peer = peer->next) {
        if (!peer->wait.waits)
            continue;
        peer->wait.waits = false;
        peer_device_refuse(peer, "not profiled: the wait for a GPU was ended before it was free");
    }
    stop_timer(p);
}

void gpu_wait_drop(struct peer *peer)
{
    peer->wait.waits = false;
    for (size_t i = 0; i < MOST_DEVICES; i++)
        if (peer->devices[i].locked)
            gpu_locks_drop(peer->profile->locks, device_address(peer->devices[i].device));
}

void gpu_wait_free(struct profile *p)
{
    stop_timer(p);
    if (p->locks)
        gpu_locks_free(p->locks);
}

/* A peer begins when a process connects and ends when its socket closes. In between serve_peer()
 * reads frames and hands each message to peer_messages.c. A peer whose process is gone may be
 * needed longer, since application replay attributes results to the processes of the first run: it
 * then waits in the list `gone`. */
#include "collect/run/peer.h"

#include <poll.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

#include "collect/program/process_choice.h"
#include "collect/run/chips.h"
#include "collect/run/gpu_wait.h"
#include "collect/run/mps_control.h"
#include "collect/run/mps_turns.h"
#include "collect/run/peer_messages.h"
#include "collect/run/result_queue.h"
#include "collect/run/run_mode.h"
#include "report/base/mem.h"
#include "report/base/message_depth.h"

/* How long a send may block. */
enum { SEND_SECONDS = 30 };

/* Frees everything but devices that a chip still needs. */
static void free_peer(struct peer *peer)
{
    struct profile *p = peer->profile;
    gpu_wait_drop(peer);
    for (size_t i = 0; i < MOST_DEVICES; i++)
        if (peer->devices[i].device && !chips_have_device(p, peer->devices[i].device))
            wire__device__free_unpacked(peer->devices[i].device, NULL);
    free(peer->process.processname);
    free(peer->kernel);
    launch_nvtx_free(&peer->nvtx);
    launch_stacks_free(&peer->stacks);
    free(peer);
}

void peer_drop(struct peer *peer)
{
    struct profile *p = peer->profile;
    struct peer **at = &p->processes.connected;
    result_queue_finish(peer);
    if (peer->profiled && p->events.process)
        p->events.process(p->events.context, peer->process.processid, peer->process.processname,
                          false);
    while (*at != peer)
        at = &(*at)->next;
    *at = peer->next;
    mps_control_drop(peer);
    mps_turns_drop(peer);
    loop_unwatch(p->loop, peer->socket);
    close(peer->socket);
    frame_reader_free(&peer->reader);
    if (!p->mode->keep(peer)) {
        free_peer(peer);
        return;
    }
    peer->next = p->processes.gone;
    p->processes.gone = peer;
}

void peer_free_gone(struct profile *p)
{
    while (p->processes.gone) {
        struct peer *peer = p->processes.gone;
        p->processes.gone = peer->next;
        free_peer(peer);
    }
}

/* run_end.c tells which signal has ended the program itself. Of other processes only this is known.
 */
static void explain_drop(const struct peer *peer)
{
    struct profile *p = peer->profile;
    bool measuring = peer->window_started > 0;
    unsigned long long open = peer->open;
    if (peer->said_bye || peer->broke_rules || !peer->profiled || p->program.stopped ||
        p->outcome.signalled || p->program.killed_at > 0)
        return;
    if (process_is_alive(peer->pid))
        run_say(p, MESSAGE_WARNING,
                "%s (process %u) closed its connection and goes on: what it launches from now on "
                "is not measured",
                peer->process.processname, peer->process.processid);
    else if (peer->pid == p->launcher.child && open) /* run_end.c tells how it ended */
        run_say(p, MESSAGE_WARNING, "%s was gone before its last launch%s could be measured (%llu)",
                peer->process.processname, open == 1 ? "" : "es", open);
    const bool ours = peer->pid == p->launcher.child && !p->settings.attaches;
    if (!peer->kernel || ours || process_is_alive(peer->pid))
        return;
    run_say(p, measuring ? MESSAGE_ERROR : MESSAGE_NOTE,
            "%s (process %u) dropped the connection%s: it crashed, was killed, or left without "
            "cleaning up (_exit)%s",
            peer->process.processname, peer->process.processid,
            measuring ? " while launches were measured" : "",
            measuring ? "; its last launches have no results" : "");
    p->outcome.failed = p->outcome.failed || measuring;
}

/* What the process says from now on cannot be trusted. */
static void say_broken(struct peer *peer, const char *what)
{
    struct profile *p = peer->profile;
    const char *name = peer->process.processname;
    run_say(p, MESSAGE_ERROR,
            "%s (process %d) %s: its connection is closed, and what it launches from now on is not "
            "measured",
            name && *name ? name : "the program", (int)peer->pid, what);
    p->outcome.failed = peer->broke_rules = true;
}

static bool serve_frame(struct peer *peer, const uint8_t *bytes, size_t length)
{
    struct error error = {"sent a damaged message"};
    Wire__ToHost *message = message_is_shallow(&wire__to_host__descriptor, bytes, length)
                                ? wire__to_host__unpack(NULL, length, bytes)
                                : NULL;
    const bool good = message && peer_message(peer, message, length, &error);
    if (!good)
        say_broken(peer, error.text);
    if (message)
        wire__to_host__free_unpacked(message, NULL);
    return good;
}

static void serve_peer(void *context, int fd, short events);

/* Handles what has come, as long as there is room for windows. While there is none the socket is
 * not read. false: what was sent cannot be handled, and the user was told. */
static bool serve_frames(struct peer *peer)
{
    struct profile *p = peer->profile;
    bool good = true;
    uint8_t *bytes;
    size_t length;
    while (good && result_queue_has_room(p) && frame_reader_next(&peer->reader, &bytes, &length))
        good = serve_frame(peer, bytes, length);
    if (peer->reader.broken)
        say_broken(peer, "sent a message that is too large");
    good = good && !peer->reader.broken;
    if (good && peer->paused == result_queue_has_room(p)) {
        peer->paused = !peer->paused;
        if (peer->paused)
            loop_unwatch(p->loop, peer->socket);
        else
            loop_watch(p->loop, peer->socket, POLLIN, serve_peer, peer);
    }
    return good;
}

static void serve_peer(void *context, int fd, short events)
{
    struct peer *peer = context;
    (void)events;
    const bool open = frame_reader_fill(&peer->reader, fd);
    if (serve_frames(peer) && (open || peer->paused)) /* then its end is seen later */
        return;
    explain_drop(peer);
    peer_drop(peer);
}

void peer_resume(struct profile *p)
{
    struct peer *next;
    for (struct peer *peer = p->processes.connected; peer; peer = next) {
        next = peer->next;
        if (!peer->paused || !result_queue_has_room(p) || serve_frames(peer))
            continue;
        explain_drop(peer);
        peer_drop(peer);
        next = p->processes.connected; /* others may have gone, too */
    }
}

void peer_accept(void *context, int fd, short events)
{
    struct profile *p = context;
    (void)events;
    struct ucred who;
    socklen_t size = sizeof who;
    /* A process that is stopped does not read, and would hold up all others. */
    struct timeval timeout = {SEND_SECONDS, 0};
    int socket = accept4(fd, NULL, NULL, SOCK_CLOEXEC);
    if (socket < 0)
        return;
    setsockopt(socket, SOL_SOCKET, SO_SNDTIMEO, &timeout, sizeof timeout);
    struct peer *peer = mem_alloc(sizeof *peer);
    peer->profile = p;
    peer->socket = socket;
    peer->pid = getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &who, &size) == 0 ? who.pid : 0;
    rep__process_info__init(&peer->process);
    peer->next = p->processes.connected;
    p->processes.connected = peer;
    loop_watch(p->loop, socket, POLLIN, serve_peer, peer);
}

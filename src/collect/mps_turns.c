#include "mps_turns.h"

#include <cuda.h>

#include "launch_metrics.h"
#include "peer.h"
#include "peer_launch.h"

/* Seconds. */
static const double kept_alive = 20;

bool mps_is_client(const Wire__Device *device)
{
    return wire_number(device->attributes, device->n_attributes, CU_DEVICE_ATTRIBUTE_MPS_ENABLED,
                       0) > 0;
}

/* Clients that measure on other GPUs wait, too: a process may use several, and takes one turn. */
static const struct peer *measuring(const struct profile *p)
{
    for (const struct peer *peer = p->peers; peer; peer = peer->next)
        if (peer->mps.measures)
            return peer;
    return NULL;
}

void mps_turns_begin(struct peer *peer, const Wire__Device *device)
{
    struct profile *p = peer->profile;
    if (!mps_is_client(device) && p->mps && !p->told_of_mps)
        run_say(p, MESSAGE_WARNING,
                "%s (process %u) is no MPS client: no MPS server runs for its GPU (start one with "
                "nvidia-cuda-mps-control -d, and see CUDA_MPS_PIPE_DIRECTORY); it is profiled all "
                "the same",
                peer->process.processname, peer->process.processid);
    if (!mps_is_client(device) || peer->mps.client)
        return;
    peer->mps.client = true;
    run_say(p, MESSAGE_NOTE, "%s (process %u) is an MPS client", peer->process.processname,
            peer->process.processid);
    if (!p->told_of_mps)
        run_say(
            p, MESSAGE_WARNING,
            "under MPS counters count what all clients of the server do on the GPU: those that "
            "are profiled here take turns, but others falsify what is measured; run the program "
            "alone, or without MPS, for values of one kernel");
    p->told_of_mps = true;
}

static void grant(struct peer *peer)
{
    Wire__ToTarget message = WIRE__TO_TARGET__INIT;
    peer->mps.asks = false;
    peer->mps.measures = true;
    peer_answer(peer, &message);
}

/* Nobody measures: the next one does, or else who waits to launch goes on. */
static void next(struct profile *p)
{
    for (struct peer *peer = p->peers; peer; peer = peer->next)
        if (peer->mps.asks) {
            grant(peer);
            return;
        }
    for (struct peer *peer = p->peers; peer; peer = peer->next) {
        Wire__Seen *seen = peer->mps.held;
        peer->mps.held = NULL;
        if (!seen)
            continue;
        peer_launch(peer, seen);
        wire__seen__free_unpacked(seen, NULL);
    }
}

void mps_turns_ask(struct peer *peer, const Wire__Turn *turn)
{
    peer->mps.alive = run_now();
    if (turn->over) {
        peer->mps.measures = false;
        next(peer->profile);
    } else if (measuring(peer->profile)) {
        peer->mps.asks = true;
    } else {
        grant(peer);
    }
}

bool mps_turns_hold(struct peer *peer, Wire__Seen *seen)
{
    const struct peer *other = peer->mps.client ? measuring(peer->profile) : NULL;
    if (!other || other == peer || peer->mps.held)
        return false;
    peer->mps.held = seen;
    peer->mps.alive = run_now();
    return true;
}

void mps_turns_drop(struct peer *peer)
{
    const bool measured = peer->mps.measures;
    if (peer->mps.held)
        wire__seen__free_unpacked(peer->mps.held, NULL);
    peer->mps.held = NULL;
    peer->mps.asks = peer->mps.measures = false;
    if (measured)
        next(peer->profile);
}

void mps_turns_check(struct profile *p)
{
    for (struct peer *peer = p->peers; peer; peer = peer->next) {
        Wire__ToTarget message = WIRE__TO_TARGET__INIT;
        if ((!peer->mps.held && !peer->mps.asks) || run_now() - peer->mps.alive < kept_alive)
            continue;
        peer->mps.alive = run_now();
        message.has_waiting = message.waiting = true;
        peer_answer(peer, &message);
    }
}

/* At most one client measures at any time. A client asks for its turn before it measures a window
 * and says when it is over. In between, a launch that another client announces is kept and judged
 * only then, so that it does not run while the counters count. */
#include "collect/run/mps_turns.h"

#include <cuda.h>

#include "collect/machine/wire_number.h"
#include "collect/run/peer_answer.h"
#include "collect/run/peer_launch.h"

bool mps_is_client(const Wire__Device *device)
{
    return wire_number(device->attributes, device->n_attributes, CU_DEVICE_ATTRIBUTE_MPS_ENABLED,
                       0) > 0;
}

/* The client that measures, or NULL. Clients on other GPUs wait for it, too, since a process may
 * use several GPUs and takes one turn for all. */
static const struct peer *measuring(const struct profile *p)
{
    for (const struct peer *peer = p->processes.connected; peer; peer = peer->next)
        if (peer->mps.measures)
            return peer;
    return NULL;
}

void mps_turns_begin(struct peer *peer, const Wire__Device *device)
{
    struct profile *p = peer->profile;
    if (!mps_is_client(device) && p->mps.control && !p->mps.told)
        run_say(
            p, MESSAGE_WARNING,
            "%s (process %u) is not an MPS client: no MPS server runs for its GPU (start one with "
            "nvidia-cuda-mps-control -d, and see CUDA_MPS_PIPE_DIRECTORY); it is profiled all "
            "the same",
            peer->process.processname, peer->process.processid);
    if (!mps_is_client(device) || peer->mps.client)
        return;
    peer->mps.client = true;
    run_say(p, MESSAGE_NOTE, "%s (process %u) is an MPS client", peer->process.processname,
            peer->process.processid);
    if (!p->mps.told)
        run_say(p, MESSAGE_WARNING,
                "under MPS, counters count what all clients of the server do on the GPU. Clients "
                "that are profiled here take turns, but other clients distort the values. For the "
                "values of a single kernel run the program alone, or without MPS");
    p->mps.told = true;
}

static void grant(struct peer *peer)
{
    Wire__ToTarget message = WIRE__TO_TARGET__INIT;
    peer->mps.asks = false;
    peer->mps.measures = true;
    peer_answer(peer, &message);
}

/* Nobody measures now: the next client does, or, if none asks, all clients that wait with a launch
 * go on. */
static void next(struct profile *p)
{
    for (struct peer *peer = p->processes.connected; peer; peer = peer->next)
        if (peer->mps.asks) {
            grant(peer);
            return;
        }
    for (struct peer *peer = p->processes.connected; peer; peer = peer->next) {
        Wire__Seen *seen = peer->mps.seen;
        peer->mps.seen = NULL;
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
    if (!other || other == peer || peer->mps.seen)
        return false;
    peer->mps.seen = seen;
    peer->mps.alive = run_now();
    return true;
}

void mps_turns_drop(struct peer *peer)
{
    const bool measured = peer->mps.measures;
    if (peer->mps.seen)
        wire__seen__free_unpacked(peer->mps.seen, NULL);
    peer->mps.seen = NULL;
    peer->mps.asks = peer->mps.measures = false;
    if (measured)
        next(peer->profile);
}

void mps_turns_check(struct profile *p)
{
    for (struct peer *peer = p->processes.connected; peer; peer = peer->next)
        if (peer->mps.seen || peer->mps.asks)
            peer_keep_waiting(peer, &peer->mps.alive);
}

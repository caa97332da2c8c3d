/* At most one process measures on a GPU at any time, and at most one client. A client asks for its
 * turn before it measures a window and says when it is over. In between, a launch that another
 * client announces is kept and judged only then, so that it does not run while the counters count.
 */
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

/* Seconds that a process waits for one that keeps its counters and neither measures nor gives them
 * up. */
static const double longest_wait = 5;

static bool use_one_gpu(const struct peer *a, const struct peer *b)
{
    for (size_t i = 0; i < a->mps.gpu_count; i++)
        for (size_t j = 0; j < b->mps.gpu_count; j++)
            if (a->mps.gpus[i] == b->mps.gpus[j])
                return true;
    return false;
}

bool mps_turns_shared(const struct peer *peer)
{
    for (const struct peer *other = peer->profile->processes.connected; other; other = other->next)
        if (other != peer && use_one_gpu(peer, other))
            return true;
    return false;
}

/* Others name their GPU when they ask for a turn. */
static bool is_client(const struct peer *peer)
{
    return !peer->mps.gpu_count;
}

/* The client that measures, or NULL. Clients on other GPUs wait for it, too, since a process may
 * use several GPUs and takes one turn for all. */
static const struct peer *measuring(const struct profile *p)
{
    for (const struct peer *peer = p->processes.connected; peer; peer = peer->next)
        if (peer->mps.measures && is_client(peer))
            return peer;
    return NULL;
}

static bool waits_for_kept(const struct peer *peer, const struct peer *other)
{
    const double since = peer->mps.asked > other->mps.busy ? peer->mps.asked : other->mps.busy;
    return other->mps.keeps && !other->mps.in_vain && run_now() - since < longest_wait;
}

static bool has_to_wait(const struct peer *peer)
{
    if (is_client(peer) && measuring(peer->profile))
        return true;
    for (const struct peer *other = peer->profile->processes.connected; other; other = other->next)
        if (other != peer && use_one_gpu(peer, other) &&
            (other->mps.measures || waits_for_kept(peer, other)))
            return true;
    return false;
}

/* The counters that this process keeps are asked for, or were in vain. */
static bool is_waited_for(const struct peer *peer)
{
    if (peer->mps.in_vain)
        return true;
    for (const struct peer *other = peer->profile->processes.connected; other; other = other->next)
        if (other != peer && other->mps.asks && use_one_gpu(peer, other))
            return true;
    return false;
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
    /* Those that it has waited for in vain are not waited for again until they give something up.
     */
    for (struct peer *other = peer->profile->processes.connected; other; other = other->next)
        if (other != peer && use_one_gpu(peer, other))
            other->mps.in_vain = other->mps.keeps;
    peer->mps.asks = peer->mps.keeps = false;
    peer->mps.measures = true;
    message.has_shared = true;
    message.shared = mps_turns_shared(peer);
    peer_answer(peer, &message);
}

static bool grant_those_who_may(struct profile *p)
{
    bool granted = false;
    for (struct peer *peer = p->processes.connected; peer; peer = peer->next)
        if (peer->mps.asks && !has_to_wait(peer)) {
            grant(peer);
            granted = granted || is_client(peer);
        }
    return granted;
}

/* Somebody no longer measures: the next one does. If that is no client, all clients that wait with
 * a launch go on. */
static void next(struct profile *p)
{
    if (grant_those_who_may(p) || measuring(p))
        return;
    for (struct peer *peer = p->processes.connected; peer; peer = peer->next) {
        Wire__Seen *seen = peer->mps.seen;
        peer->mps.seen = NULL;
        if (!seen)
            continue;
        peer_launch(peer, seen);
        wire__seen__free_unpacked(seen, NULL);
    }
}

static void note_gpu(struct peer_mps *mps, uint64_t gpu)
{
    for (size_t i = 0; i < mps->gpu_count; i++)
        if (mps->gpus[i] == gpu)
            return;
    if (mps->gpu_count < MOST_DEVICES)
        mps->gpus[mps->gpu_count++] = gpu;
}

static void answer_keeper(struct peer *peer, bool busy)
{
    Wire__ToTarget message = WIRE__TO_TARGET__INIT;
    if (busy)
        peer->mps.busy = run_now();
    message.has_shared = true;
    message.shared = is_waited_for(peer);
    peer_answer(peer, &message);
}

void mps_turns_ask(struct peer *peer, const Wire__Turn *turn)
{
    if (turn->asks) {
        answer_keeper(peer, turn->busy);
        return;
    }
    peer->mps.alive = peer->mps.asked = run_now();
    if (turn->has_gpu)
        note_gpu(&peer->mps, turn->gpu);
    if (turn->over) {
        peer->mps.measures = false;
        peer->mps.keeps = turn->keeps;
        peer->mps.in_vain = false;
        next(peer->profile);
    } else if (has_to_wait(peer)) {
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
    const bool had = peer->mps.measures || peer->mps.keeps;
    if (peer->mps.seen)
        wire__seen__free_unpacked(peer->mps.seen, NULL);
    peer->mps.seen = NULL;
    peer->mps.asks = peer->mps.measures = peer->mps.keeps = false;
    peer->mps.gpu_count = 0;
    if (had)
        next(peer->profile);
}

void mps_turns_check(struct profile *p)
{
    grant_those_who_may(p);
    for (struct peer *peer = p->processes.connected; peer; peer = peer->next)
        if (peer->mps.seen || peer->mps.asks)
            peer_keep_waiting(peer, &peer->mps.alive);
}

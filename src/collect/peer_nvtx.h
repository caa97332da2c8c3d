/* peer_nvtx: the NVTX states of launches that are being measured. A state comes with the question
 * about a launch, where it differs from the one before; the result comes later. */
#ifndef ROOFTOP_PEER_NVTX_H
#define ROOFTOP_PEER_NVTX_H

#include <stdbool.h>
#include <stdint.h>

#include "report.pb-c.h"
#include "wire.pb-c.h"

/* All zero: none. */
struct peer_nvtx {
    struct nvtx_kept *last; /* the state that came last */
    struct nvtx_launch {
        uint64_t launch;
        struct nvtx_kept *state;
    } * launches; /* in their order, from `first` on */
    size_t first, count, capacity;
};

/* A launch was asked about; taken: its result will come. */
void peer_nvtx_seen(struct peer_nvtx *nvtx, const Wire__Seen *seen, bool taken);

/* The state of a launch, which is over with that; release with peer_nvtx_done(). NULL: none. */
Rep__NvtxState *peer_nvtx_take(struct peer_nvtx *nvtx, uint64_t launch);
/* The same; more results of the launch follow. */
Rep__NvtxState *peer_nvtx_look(const struct peer_nvtx *nvtx, uint64_t launch);
void peer_nvtx_done(Rep__NvtxState *state);

void peer_nvtx_free(struct peer_nvtx *nvtx);

#endif

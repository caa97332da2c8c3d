/* launch_nvtx: the NVTX states of the launches of one process that are being measured. A state
 * comes with the question about a launch, if it differs from the state before. It is kept until the
 * launch's result comes. Initialise with {0}. */
#ifndef ROOFTOP_COLLECT_PROGRAM_LAUNCH_NVTX_H
#define ROOFTOP_COLLECT_PROGRAM_LAUNCH_NVTX_H

#include <stdbool.h>
#include <stdint.h>

#include "report.pb-c.h"
#include "wire.pb-c.h"

struct launch_nvtx {
    struct nvtx_kept *last; /* the state that came last */
    struct nvtx_launch {
        uint64_t launch;
        struct nvtx_kept *state;
    } * launches; /* in the order of the launches, from `first` on */
    size_t first, count, capacity;
};

/* The process has asked about a launch. admitted: its result will come. */
void launch_nvtx_announce(struct launch_nvtx *nvtx, const Wire__Seen *seen, bool admitted);

/* The state of a launch, which is forgotten here; release it with launch_nvtx_done(). NULL: it has
 * none. */
Rep__NvtxState *launch_nvtx_take(struct launch_nvtx *nvtx, uint64_t launch);
/* The same, but the state is kept, since more results of the launch follow. */
Rep__NvtxState *launch_nvtx_look(const struct launch_nvtx *nvtx, uint64_t launch);
void launch_nvtx_done(Rep__NvtxState *state);

void launch_nvtx_free(struct launch_nvtx *nvtx);

#endif

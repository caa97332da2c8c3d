/* gpu_wait: before the counters of a GPU are enabled in a process, the GPU must be ours
 * (gpu_locks.h). While another profiler has it the process waits for its schedule, and nothing else
 * does: others on free GPUs go on. The user is told who has the GPU, and how long it takes. */
#ifndef ROOFTOP_GPU_WAIT_H
#define ROOFTOP_GPU_WAIT_H

#include "run_state.h"

/* Of a device that was planned: ends with peer_device_ready() or peer_device_refuse(), now or
 * later. */
void gpu_wait_begin(struct peer *peer, uint32_t ordinal);

/* Nobody waits any more: what is not ours now stays unprofiled. */
void gpu_wait_end(struct profile *profile);

/* Gives up what the process has, or waits for. */
void gpu_wait_drop(struct peer *peer);

/* Frees what waiting takes. */
void gpu_wait_free(struct profile *profile);

#endif

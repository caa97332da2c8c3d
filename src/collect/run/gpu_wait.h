/* gpu_wait: before the counters of a GPU are enabled in a process, the GPU must be ours
 * (gpu_locks.h). While another profiler has it the process waits for its schedule; processes on
 * free GPUs go on. The user is told who has the GPU, and how long the wait takes. */
#ifndef ROOFTOP_COLLECT_RUN_GPU_WAIT_H
#define ROOFTOP_COLLECT_RUN_GPU_WAIT_H

#include "collect/run/run_state.h"

/* Begins to wait for the GPU of a device that has a plan. Ends, now or later, with
 * peer_schedule_grant() or peer_schedule_refuse(). */
void gpu_wait_begin(struct peer *peer, uint32_t ordinal);

/* Ends all waiting: processes whose GPU is not ours by now stay unprofiled. */
void gpu_wait_end(struct profile *profile);

/* Gives up the GPUs that the process has, or waits for. */
void gpu_wait_drop(struct peer *peer);

/* Frees the locks and the timer. */
void gpu_wait_free(struct profile *profile);

#endif

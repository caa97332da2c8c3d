/* gpu_locks: profilers of one machine take turns on its GPUs.
 *
 * The counters of a GPU serve one profiler at a time. Two kinds of files tell who that is, in the
 * folder that the first of TMPDIR, TMP, TEMP and TEMPDIR names, else in /tmp:
 *
 * "nsight-compute-lock" is Nsight Compute's own. Each process that it profiles holds a record lock
 * for writing on all of it while it measures. A rooftop that measures holds one for reading: any
 * number of rooftops do, but none beside Nsight Compute.
 *
 * "rooftop-gpu-0000:06:00.lock", one for each GPU, is held for writing by the rooftop that measures
 * there. Rooftops on different GPUs do not wait for each other.
 *
 * Both are held from before the counters of a GPU are enabled in the first process until the last
 * process in which they are enabled has gone. All processes of one rooftop share them: ranks of a
 * parallel program on one GPU are profiled by one rooftop around their launcher (rooftop mpirun).
 * Ranks that have a rooftop each must not wait for each other, since their program may make them
 * wait, too: the second of them goes on without the GPU's lock (GPU_OF_JOB). */
#ifndef ROOFTOP_GPU_LOCKS_H
#define ROOFTOP_GPU_LOCKS_H

#include <stdint.h>

#include "lock_file.h"

struct gpu_locks;

/* Who has a GPU: a rooftop, or a process that Nsight Compute profiles. pid as in lock_file.h. */
struct gpu_holder {
    pid_t pid;
    bool reference;
};

enum gpu_lock_state { GPU_LOCKED, GPU_OF_JOB, GPU_BUSY, GPU_FAILED };

/* A new string: where the files are. */
char *gpu_locks_folder(void);
/* And a GPU's, by its PCI address as in Board; 0: the reference's. */
char *gpu_locks_path(uint64_t address);

struct gpu_locks *gpu_locks_new(void);
/* Gives all up. */
void gpu_locks_free(struct gpu_locks *locks);

/* Tries once for one more user of the GPU. GPU_BUSY, GPU_OF_JOB: who has it. */
enum gpu_lock_state gpu_locks_take(struct gpu_locks *locks, uint64_t address,
                                   struct gpu_holder *holder, struct error *error);
/* "Nsight Compute in app (process 1234)"; free() it. */
char *gpu_holder_text(const struct gpu_holder *holder);

/* One user less. */
void gpu_locks_drop(struct gpu_locks *locks, uint64_t address);
/* Whether any GPU is ours. */
bool gpu_locks_any(const struct gpu_locks *locks);

#endif

/* gpu_locks: profilers of one machine take turns on its GPUs.
 *
 * The counters of a GPU serve one profiler at a time. Two kinds of lock files tell which one that
 * is. They lie in the folder that the first of TMPDIR, TMP, TEMP and TEMPDIR names, else in /tmp:
 *
 * "nsight-compute-lock" belongs to Nsight Compute. Each process that it profiles holds a record
 * lock for writing on the whole file while it measures. A rooftop that measures holds one for
 * reading: any number of rooftops may hold it, but none while Nsight Compute measures.
 *
 * "rooftop-gpu-0000:06:00.lock", one for each GPU, is held for writing by the rooftop that measures
 * on that GPU. Rooftops on different GPUs do not wait for each other.
 *
 * Both are held from the moment before the counters of a GPU are enabled in the first process until
 * the last process in which they are enabled has gone. All processes of one rooftop share them. So
 * ranks of a parallel program on one GPU can be profiled by one rooftop around their launcher
 * (rooftop mpirun). Ranks that have a rooftop each must not wait for each other, since their
 * program may make them wait, too: the second one goes on without the GPU's lock (GPU_OF_JOB). */
#ifndef ROOFTOP_COLLECT_MACHINE_GPU_LOCKS_H
#define ROOFTOP_COLLECT_MACHINE_GPU_LOCKS_H

#include <stdint.h>

#include "collect/os/lock_file.h"

struct gpu_locks;

/* Who has a GPU: a rooftop, or a process that Nsight Compute profiles. The pid is as in
 * lock_file.h. */
struct gpu_holder {
    pid_t pid;
    bool is_ncu;
};

enum gpu_lock_state {
    GPU_LOCKED, /* it is ours */
    GPU_OF_JOB, /* another rank of our job has it; both may go on */
    GPU_BUSY,   /* another profiler has it */
    GPU_FAILED, /* there can be no such lock */
};

/* The folder of the lock files; free() it. */
char *gpu_locks_folder(void);
/* The path of a GPU's lock file, by its PCI address as in boards.h; address 0: of Nsight Compute's
 * file. free() it. */
char *gpu_locks_path(uint64_t address);

struct gpu_locks *gpu_locks_new(void);
/* Gives up all locks. */
void gpu_locks_free(struct gpu_locks *locks);

/* Tries once to get the GPU for one more process. *holder: who has it, with GPU_BUSY and
 * GPU_OF_JOB. GPU_FAILED: see error. */
enum gpu_lock_state gpu_locks_take(struct gpu_locks *locks, uint64_t address,
                                   struct gpu_holder *holder, struct error *error);
/* Text like "Nsight Compute in app (process 1234)"; free() it. */
char *gpu_holder_text(const struct gpu_holder *holder);

/* One process less uses the GPU. The last one gives up its lock. */
void gpu_locks_drop(struct gpu_locks *locks, uint64_t address);
/* Whether any GPU is ours. */
bool gpu_locks_any(const struct gpu_locks *locks);

#endif

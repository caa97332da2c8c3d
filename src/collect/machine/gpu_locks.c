/* A GPU and Nsight Compute's file count their users, which are processes that we profile. A lock is
 * taken for the first user and dropped after the last. The GPU's lock comes first; if it is had, or
 * another rank of our job has it, Nsight Compute's file is locked, too. If that fails the GPU's
 * lock is given back at once, so that two profilers never hold one each. */
#include "collect/machine/gpu_locks.h"

#include <stdlib.h>
#include <sys/stat.h>

#include "collect/machine/processes.h"
#include "report/base/mem.h"

struct gpu {
    struct gpu *next;
    uint64_t address;
    unsigned users;
    struct lock_file lock;
};

struct gpu_locks {
    struct lock_file ncu;
    unsigned users;
    struct gpu *gpus;
};

char *gpu_locks_folder(void)
{
    static const char *const names[] = {"TMPDIR", "TMP", "TEMP", "TEMPDIR"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const char *folder = getenv(names[i]);
        struct stat status;
        if (folder && stat(folder, &status) == 0 && S_ISDIR(status.st_mode))
            return mem_strdup(folder);
        if (folder)
            break; /* only the first that is set counts, as in Nsight Compute */
    }
    return mem_strdup("/tmp");
}

char *gpu_locks_path(uint64_t address)
{
    char *folder = gpu_locks_folder();
    char *path = address ? mem_printf("%s/rooftop-gpu-%04x:%02x:%02x.lock", folder,
                                      (unsigned)(address >> 16), (unsigned)(address >> 8 & 0xff),
                                      (unsigned)(address & 0xff))
                         : mem_printf("%s/nsight-compute-lock", folder);
    free(folder);
    return path;
}

struct gpu_locks *gpu_locks_new(void)
{
    struct gpu_locks *locks = mem_alloc(sizeof *locks);
    locks->ncu = (struct lock_file){gpu_locks_path(0), true, -1};
    return locks;
}

static struct gpu *find(struct gpu_locks *locks, uint64_t address)
{
    struct gpu *gpu = locks->gpus;
    while (gpu && gpu->address != address)
        gpu = gpu->next;
    if (!gpu) {
        gpu = mem_alloc(sizeof *gpu);
        *gpu = (struct gpu){locks->gpus, address, 0, {gpu_locks_path(address), false, -1}};
        locks->gpus = gpu;
    }
    return gpu;
}

void gpu_locks_free(struct gpu_locks *locks)
{
    while (locks->gpus) {
        struct gpu *gpu = locks->gpus;
        locks->gpus = gpu->next;
        lock_file_drop(&gpu->lock);
        free(gpu->lock.path);
        free(gpu);
    }
    lock_file_drop(&locks->ncu);
    free(locks->ncu.path);
    free(locks);
}

char *gpu_holder_text(const struct gpu_holder *holder)
{
    char *process = process_text("", holder->pid);
    char *text = mem_printf("%s%s", holder->is_ncu ? "Nsight Compute in " : "", process);
    free(process);
    return text;
}

enum gpu_lock_state gpu_locks_take(struct gpu_locks *locks, uint64_t address,
                                   struct gpu_holder *holder, struct error *error)
{
    struct gpu *gpu = find(locks, address);
    struct gpu_holder ncu = {.is_ncu = true};
    *holder = (struct gpu_holder){0};
    enum lock_state state =
        gpu->users ? LOCK_TAKEN : lock_file_take(&gpu->lock, &holder->pid, error);
    bool of_job = state == LOCK_BUSY && process_is_of_job("", holder->pid);
    if ((state == LOCK_TAKEN || of_job) && !locks->users) {
        state = lock_file_take(&locks->ncu, &ncu.pid, error);
        if (state == LOCK_BUSY)
            *holder = ncu;
    } else if (of_job) {
        state = LOCK_TAKEN;
    }
    if (state != LOCK_TAKEN) {
        if (!gpu->users)
            lock_file_drop(&gpu->lock);
        return state == LOCK_BUSY ? GPU_BUSY : GPU_FAILED;
    }
    gpu->users++;
    locks->users++;
    return of_job ? GPU_OF_JOB : GPU_LOCKED;
}

void gpu_locks_drop(struct gpu_locks *locks, uint64_t address)
{
    struct gpu *gpu = find(locks, address);
    if (!gpu->users)
        return;
    if (--gpu->users == 0)
        lock_file_drop(&gpu->lock);
    if (--locks->users == 0)
        lock_file_drop(&locks->ncu);
}

bool gpu_locks_any(const struct gpu_locks *locks)
{
    return locks->users > 0;
}

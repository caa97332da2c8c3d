/* Each rooftop that has locked the clocks holds a shared lock on the file. To reset them it tries
 * to get the lock for itself alone; if that fails another rooftop still shares it, and the clocks
 * stay as they are. */
#include "collect/machine/clock_share.h"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/file.h>
#include <unistd.h>

#include "collect/machine/gpu_locks.h"
#include "report/base/mem.h"

/* A rooftop that resets the clocks has the lock alone for a moment. A process that keeps it longer
 * than WAIT_MS is no rooftop. */
enum { WAIT_MS = 2000, STEP_MS = 10 };

static int open_file(const char *pci)
{
    char *folder = gpu_locks_folder(), *path = mem_printf("%s/rooftop-clocks-%s.lock", folder, pci);
    int flags = O_RDONLY | O_CLOEXEC | O_NOFOLLOW, fd = open(path, flags);
    if (fd < 0)
        fd = open(path, flags | O_CREAT, 0644);
    free(path);
    free(folder);
    return fd;
}

int clock_share_take(const char *pci)
{
    int fd = open_file(pci);
    for (int waited = 0; fd >= 0 && flock(fd, LOCK_SH | LOCK_NB) < 0; waited += STEP_MS) {
        if (waited >= WAIT_MS) {
            close(fd);
            return -1;
        }
        usleep(STEP_MS * 1000);
    }
    return fd;
}

bool clock_share_is_last(int share)
{
    return share < 0 || flock(share, LOCK_EX | LOCK_NB) == 0;
}

void clock_share_drop(int share)
{
    if (share >= 0)
        close(share);
}

#include "clock_share.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/file.h>
#include <unistd.h>

/* One that resets has the lock alone, for a moment. Who keeps it longer is none of us. */
enum { WAIT_MS = 2000, STEP_MS = 10 };

static int open_file(const char *folder, const char *pci)
{
    char path[4096];
    if (!folder || snprintf(path, sizeof path, "%s/rooftop-clocks-%s", folder, pci) >= 4096)
        return -1;
    int flags = O_CLOEXEC | O_NOFOLLOW;
    int fd = open(path, O_RDONLY | flags);
    return fd >= 0 ? fd : open(path, O_RDONLY | O_CREAT | flags, 0644);
}

int clock_share_take(const char *pci)
{
    const char *const folders[] = {getenv("ROOFTOP_LOCKS"), "/run/lock", "/tmp"};
    int fd = -1;
    for (size_t i = 0; i < sizeof folders / sizeof *folders && fd < 0; i++)
        fd = open_file(folders[i], pci);
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

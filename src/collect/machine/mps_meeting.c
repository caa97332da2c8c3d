#include "collect/machine/mps_meeting.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "collect/machine/gpu_locks.h"
#include "collect/os/private_file.h"
#include "report/base/mem.h"

enum { LARGEST = 1 << 20 };

char *mps_pipe_folder(void)
{
    const char *folder = getenv("CUDA_MPS_PIPE_DIRECTORY");
    return mem_strdup(folder && *folder ? folder : "/tmp/nvidia-mps");
}

static char *meeting_path(void)
{
    char *folder = gpu_locks_folder(), *pipes = mps_pipe_folder();
    uint32_t hash = 2166136261u;
    for (const char *c = pipes; *c; c++)
        hash = (hash ^ (unsigned char)*c) * 16777619u;
    char *path = mem_printf("%s/rooftop-mps-%u-%08x", folder, (unsigned)geteuid(), (unsigned)hash);
    free(folder);
    free(pipes);
    return path;
}

/* Whether this is a plain file of ours that nobody else can write. */
static bool is_ours(int fd)
{
    struct stat status;
    return fstat(fd, &status) == 0 && S_ISREG(status.st_mode) && status.st_uid == geteuid() &&
           !(status.st_mode & (S_IWGRP | S_IWOTH));
}

/* Who has the lock; 0: nobody. */
static pid_t holder_of(int fd)
{
    struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    return fcntl(fd, F_GETLK, &lock) == 0 && lock.l_type != F_UNLCK ? lock.l_pid : 0;
}

static bool is_free(const char *path, struct error *error)
{
    int fd = open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW);
    if (fd < 0 && errno == ENOENT)
        return true;
    const pid_t holder = fd >= 0 && is_ours(fd) ? holder_of(fd) : 0;
    const bool ours = fd >= 0 && is_ours(fd);
    if (fd >= 0)
        close(fd);
    if (!ours)
        return error_set(error,
                         "%s is not a file of this user: remove it, or set TMPDIR to a "
                         "folder of your own",
                         path);
    return !holder || error_set(error,
                                "another rooftop --mps control (process %ld) waits for the "
                                "clients of this MPS server",
                                (long)holder);
}

bool mps_meeting_open(struct mps_meeting *meeting, const char *const *variables, size_t count,
                      struct error *error)
{
    struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    off_t at = 0;
    meeting->path = meeting_path();
    meeting->fd = -1;
    if (!is_free(meeting->path, error))
        return false;
    char *draft = mem_printf("%s.XXXXXX", meeting->path);
    meeting->fd = mkostemp(draft, O_CLOEXEC);
    bool good = meeting->fd >= 0;
    for (size_t i = 0; i < count && good; i++) {
        const size_t length = strlen(variables[i]) + 1;
        good = private_file_write(meeting->fd, variables[i], length, at);
        at += (off_t)length;
    }
    good = good && fcntl(meeting->fd, F_SETLK, &lock) == 0 && rename(draft, meeting->path) == 0;
    if (!good) {
        error_set(error, "%s cannot be written: %s", meeting->path, strerror(errno));
        if (meeting->fd >= 0)
            unlink(draft);
    }
    free(draft);
    return good;
}

void mps_meeting_close(struct mps_meeting *meeting)
{
    if (meeting->fd >= 0) {
        unlink(meeting->path);
        close(meeting->fd);
    }
    free(meeting->path);
    *meeting = (struct mps_meeting){.fd = -1};
}

static void set_variables(char *text, size_t length)
{
    for (size_t at = 0; at < length; at += strlen(text + at) + 1) {
        char *value = strchr(text + at, '=');
        if (!value)
            continue;
        *value = '\0';
        setenv(text + at, value + 1, 1);
        *value = '=';
    }
}

bool mps_meeting_join(struct error *error)
{
    struct stat status;
    char *path = meeting_path();
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
    bool good = false;
    *error = (struct error){""};
    if (fd >= 0 && !is_ours(fd)) {
        error_set(error, "%s is not a file of this user: remove it", path);
    } else if (fd >= 0 && holder_of(fd) && fstat(fd, &status) == 0 && status.st_size < LARGEST) {
        const size_t length = (size_t)status.st_size;
        char *text = mem_alloc(length + 1);
        good = private_file_read(fd, text, length, 0);
        if (good)
            set_variables(text, length);
        free(text);
    }
    if (fd >= 0)
        close(fd);
    free(path);
    return good;
}

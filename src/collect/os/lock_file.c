#include "collect/os/lock_file.h"

#include <errno.h>
#include <fcntl.h>
#include <pwd.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MOST_TRIES = 16 };

/* A shared lock needs no right to write, so a file that only its owner can write is good enough. */
static int open_flags(const struct lock_file *lock)
{
    return (lock->shared ? O_RDONLY : O_RDWR) | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC;
}

static int open_or_make(const struct lock_file *lock)
{
    int fd = -1;
    for (int i = 0; fd < 0 && i < MOST_TRIES; i++) {
        fd = open(lock->path, open_flags(lock));
        if (fd >= 0 || errno != ENOENT)
            break;
        mode_t mask = umask(0);
        fd = open(lock->path, open_flags(lock) | O_CREAT | O_EXCL, 0666);
        umask(mask);
        if (fd < 0 && errno != EEXIST)
            break;
    }
    return fd;
}

static bool fail(const struct lock_file *lock, const char *why, struct error *error)
{
    struct stat file;
    char owner[64] = "";
    if (lstat(lock->path, &file) == 0) {
        const struct passwd *user = getpwuid(file.st_uid);
        if (user)
            snprintf(owner, sizeof owner, " of user %.40s", user->pw_name);
        else
            snprintf(owner, sizeof owner, " of user %u", (unsigned)file.st_uid);
    }
    return error_set(error,
                     "the lock file %s%s cannot be %s: %s; profilers take turns with it: have it "
                     "removed or made writable for all (chmod 666), or, if nobody else profiles on "
                     "this machine, set TMPDIR to a folder of your own",
                     lock->path, owner, *owner ? "opened" : "created", why);
}

static bool is_current(const struct lock_file *lock, int fd, bool *plain)
{
    struct stat opened, named;
    *plain = fstat(fd, &opened) == 0 && S_ISREG(opened.st_mode);
    return *plain && lstat(lock->path, &named) == 0 && opened.st_dev == named.st_dev &&
           opened.st_ino == named.st_ino;
}

static bool open_plain(const struct lock_file *lock, int *fd, struct error *error)
{
    bool plain;
    *fd = open_or_make(lock);
    if (*fd < 0)
        return fail(lock, errno == ELOOP ? "it is a symbolic link" : strerror(errno), error);
    is_current(lock, *fd, &plain);
    if (plain)
        return true;
    close(*fd);
    return fail(lock, "it is not a regular file", error);
}

static struct flock whole_file(const struct lock_file *lock)
{
    return (struct flock){.l_type = lock->shared ? F_RDLCK : F_WRLCK, .l_whence = SEEK_SET};
}

static enum lock_state ask(const struct lock_file *lock, int fd, pid_t *holder, struct error *error)
{
    struct flock range = whole_file(lock);
    if (fcntl(fd, F_GETLK, &range) < 0) {
        error_set(error,
                  "%s: this folder has no file locks (%s): set TMPDIR to one on a local disk",
                  lock->path, strerror(errno));
        return LOCK_FAILED;
    }
    *holder = range.l_type == F_UNLCK || range.l_pid < 0 ? 0 : range.l_pid;
    return range.l_type == F_UNLCK ? LOCK_TAKEN : LOCK_BUSY;
}

enum lock_state lock_file_take(struct lock_file *lock, pid_t *holder, struct error *error)
{
    enum lock_state state = LOCK_BUSY;
    *holder = 0;
    if (lock->fd >= 0)
        return LOCK_TAKEN;
    for (int i = 0; i < MOST_TRIES; i++) {
        struct flock range = whole_file(lock);
        bool plain;
        int fd;
        if (!open_plain(lock, &fd, error))
            return LOCK_FAILED;
        bool taken = fcntl(fd, F_SETLK, &range) == 0;
        if (taken && is_current(lock, fd, &plain)) {
            lock->fd = fd;
            return LOCK_TAKEN;
        }
        /* Free by now: once more. */
        state = taken ? LOCK_TAKEN : ask(lock, fd, holder, error);
        close(fd);
        if (state != LOCK_TAKEN)
            return state;
    }
    return LOCK_BUSY;
}

void lock_file_drop(struct lock_file *lock)
{
    if (lock->fd >= 0)
        close(lock->fd);
    lock->fd = -1;
}

enum lock_state lock_file_ask(struct lock_file *lock, pid_t *holder, struct error *error)
{
    int fd;
    *holder = 0;
    if (lock->fd >= 0)
        return LOCK_TAKEN;
    if (!open_plain(lock, &fd, error))
        return LOCK_FAILED;
    enum lock_state state = ask(lock, fd, holder, error);
    close(fd);
    return state;
}

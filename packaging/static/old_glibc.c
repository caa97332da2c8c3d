/* old_glibc: linked into what `make dist-static` builds, so that it needs no function that is
 * younger than glibc 2.17, although the machine that builds it has a later one.
 *
 * A function that got a new version since then is defined here, hidden, and calls its old version,
 * which every later glibc keeps. One that is new is made of what there was before. The calls in the
 * archives that are linked in come here, too. The old versions of some lie in libpthread, libdl and
 * libutil, so these libraries have to be named to the linker. packaging/static/check.sh tells what
 * is missing here. */
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <glob.h>
#include <pthread.h>
#include <pty.h>
#include <semaphore.h>
#include <signal.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

/* pthread_setspecific() passes on a pointer that it may not follow; the compiler fears that it
 * does. */
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"

#include "packaging/static/old_version.h"

OLD(void *, dlopen, (const char *file, int mode), (file, mode))
OLD(void *, dlsym, (void *restrict handle, const char *restrict name), (handle, name))
OLD(int, dlclose, (void *handle), (handle))
OLD(char *, dlerror, (void), ())
OLD(int, pthread_create,
    (pthread_t *restrict thread, const pthread_attr_t *restrict attributes, void *(*run)(void *),
     void *restrict argument),
    (thread, attributes, run, argument))
OLD(int, pthread_join, (pthread_t thread, void **result), (thread, result))
OLD(int, pthread_detach, (pthread_t thread), (thread))
OLD(int, pthread_once, (pthread_once_t * once, void (*run)(void)), (once, run))
OLD(int, pthread_key_create, (pthread_key_t * key, void (*end)(void *)), (key, end))
OLD(void *, pthread_getspecific, (pthread_key_t key), (key))
OLD(int, pthread_setspecific, (pthread_key_t key, const void *value), (key, value))
OLD(int, pthread_mutex_trylock, (pthread_mutex_t * mutex), (mutex))
OLD(int, pthread_mutex_timedlock,
    (pthread_mutex_t *restrict mutex, const struct timespec *restrict until), (mutex, until))
SINCE(WITH_CLOCKS, int, pthread_condattr_setclock,
      (pthread_condattr_t * attributes, clockid_t clock), (attributes, clock))
OLD(int, pthread_sigmask, (int how, const sigset_t *restrict set, sigset_t *restrict before),
    (how, set, before))
OLD(int, sem_init, (sem_t * semaphore, int shared, unsigned value), (semaphore, shared, value))
OLD(int, sem_post, (sem_t * semaphore), (semaphore))
OLD(int, sem_wait, (sem_t * semaphore), (semaphore))
OLD(int, openpty,
    (int *master, int *slave, char *name, const struct termios *terminal,
     const struct winsize *size),
    (master, slave, name, terminal, size))
OLD(int, glob,
    (const char *restrict pattern, int flags, int (*failed)(const char *, int),
     glob_t *restrict found),
    (pattern, flags, failed, found))

HIDDEN int fstat(int file, struct stat *status)
{
    return (int)syscall(SYS_fstat, file, status);
}

HIDDEN int stat(const char *restrict path, struct stat *restrict status)
{
    return (int)syscall(SYS_newfstatat, AT_FDCWD, path, status, 0);
}

HIDDEN int lstat(const char *restrict path, struct stat *restrict status)
{
    return (int)syscall(SYS_newfstatat, AT_FDCWD, path, status, AT_SYMLINK_NOFOLLOW);
}

HIDDEN int memfd_create(const char *name, unsigned flags)
{
    return (int)syscall(SYS_memfd_create, name, flags);
}

HIDDEN int renameat2(int from, const char *old, int to, const char *new, unsigned flags)
{
    return (int)syscall(SYS_renameat2, from, old, to, new, flags);
}

typedef int clockwait(pthread_cond_t *restrict, pthread_mutex_t *restrict, clockid_t,
                      const struct timespec *restrict);
static clockwait *new_clockwait;

/* While the library is loaded no lock is held. */
__attribute__((constructor)) static void find_clockwait(void)
{
    *(void **)&new_clockwait = dlsym(RTLD_DEFAULT, "pthread_cond_clockwait");
}

/* Where the C library has none, a condition waits by the time of day: setting that changes the
 * wait. */
HIDDEN int pthread_cond_clockwait(pthread_cond_t *restrict condition,
                                  pthread_mutex_t *restrict mutex, clockid_t clock,
                                  const struct timespec *restrict until)
{
    enum { SECOND = 1000000000 };
    struct timespec now, today;
    if (new_clockwait)
        return new_clockwait(condition, mutex, clock, until);
    clock_gettime(clock, &now);
    clock_gettime(CLOCK_REALTIME, &today);
    today.tv_sec += until->tv_sec - now.tv_sec;
    today.tv_nsec += until->tv_nsec - now.tv_nsec;
    if (today.tv_nsec >= SECOND) {
        today.tv_nsec -= SECOND;
        today.tv_sec++;
    } else if (today.tv_nsec < 0) {
        today.tv_nsec += SECOND;
        today.tv_sec--;
    }
    return pthread_cond_timedwait(condition, mutex, &today);
}

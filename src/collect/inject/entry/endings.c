/* The functions are replaced in the imports of the libraries that are loaded when the program
 * begins to use CUDA. A child of vfork() shares memory with its parent and calls _exit(), too: only
 * the process that was watched counts. */
#include "collect/inject/entry/endings.h"

#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "collect/inject/base/call_hook.h"
#include "collect/inject/base/guard.h"
#include "collect/inject/base/own_thread.h"

static const int watched_signals[] = {SIGTERM, SIGINT, SIGHUP};
static const int crash_signals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};
enum {
    WATCHED_SIGNALS = sizeof watched_signals / sizeof *watched_signals,
    CRASH_SIGNALS = sizeof crash_signals / sizeof *crash_signals
};

static struct {
    void (*finish)(void);
    pid_t process;
    sem_t wake;          /* the thread waits for it */
    volatile int number; /* of the first signal; of a crash 0 */
    int finished;        /* finish() has returned */
    time_t signalled;    /* when it came; 0: none has */
    int over;            /* finish() has been called, or is */
} endings;

static void finish_once(void)
{
    if (getpid() != endings.process || __atomic_exchange_n(&endings.over, 1, __ATOMIC_ACQ_REL))
        return;
    endings.finish();
    __atomic_store_n(&endings.finished, 1, __ATOMIC_RELEASE);
}

/* Ends the process as the signal does by itself. */
static void end_by(int number)
{
    sigset_t only;
    signal(number, SIG_DFL);
    sigemptyset(&only);
    sigaddset(&only, number);
    pthread_sigmask(SIG_UNBLOCK, &only, NULL);
    kill(getpid(), number);
}

void endings_leave(void)
{
    if (endings.signalled && getpid() == endings.process)
        end_by(endings.number);
}

/* Our own imports are replaced, too, so the two are reached otherwise from here. */
static void at_exit_now(int status)
{
    finish_once();
    endings_leave();
    syscall(SYS_exit_group, status);
}

static void at_abort(void)
{
    void (*real)(void) = NULL;
    finish_once();
    *(void **)&real = dlsym(RTLD_DEFAULT, "abort");
    if (real)
        real();
    raise(SIGABRT);
}

/* Keeps the thread that got the signal where it is: back in the program, pause(2), sleep(3) and
 * others would return, which they never do when the signal ends the process. finish() has to wait
 * for a thread in our own code, so that one goes on. The limit is for one that holds a lock of the
 * driver. */
static void stay(void)
{
    enum { LIMIT_MS = 3000 };
    const struct timespec moment = {.tv_nsec = 1000000};
    for (int i = 0; i < LIMIT_MS && !guard_is_needed(); i++)
        nanosleep(&moment, NULL);
}

static void on_signal(int number)
{
    const int before = errno;
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    if (getpid() != endings.process || (endings.signalled && now.tv_sec > endings.signalled + 1))
        end_by(number);
    else if (!endings.signalled) {
        endings.number = number;
        endings.signalled = now.tv_sec;
        sem_post(&endings.wake);
        stay();
    }
    errno = before;
}

/* The thread that crashed stays here until all is measured, and then crashes again where it did, so
 * that a core file has that place. It may hold locks that finish() needs, of malloc(3) for example;
 * hence the limit. In our own code, or in a call of the driver that we made, it surely does. */
static void on_crash(int number, siginfo_t *info, void *unused)
{
    enum { LIMIT_MS = 60000 };
    const struct timespec moment = {.tv_nsec = 1000000};
    (void)unused;
    if (getpid() == endings.process && !guard_is_needed()) {
        sem_post(&endings.wake);
        for (int i = 0; i < LIMIT_MS && !__atomic_load_n(&endings.finished, __ATOMIC_ACQUIRE); i++)
            nanosleep(&moment, NULL);
    }
    signal(number, SIG_DFL);
    if (info->si_code <= 0) /* sent by a process: it does not come again by itself */
        end_by(number);
}

static void *wait_for_signal(void *unused)
{
    own_thread_note();
    while (sem_wait(&endings.wake) != 0)
        ;
    finish_once();
    if (endings.number)
        end_by(endings.number);
    return unused;
}

/* Signals are for the program's own threads, so this one blocks them all. */
static bool start_thread(void)
{
    sigset_t all, before;
    pthread_t thread;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    const bool good = pthread_create(&thread, NULL, wait_for_signal, NULL) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (good)
        pthread_detach(thread);
    return good;
}

static void watch_signal(int number, struct sigaction ours)
{
    struct sigaction its;
    sigemptyset(&ours.sa_mask);
    if (sigaction(number, NULL, &its) == 0 && !(its.sa_flags & SA_SIGINFO) &&
        its.sa_handler == SIG_DFL)
        sigaction(number, &ours, NULL);
}

static void watch_signals(void)
{
    if (sem_init(&endings.wake, 0, 0) != 0 || !start_thread())
        return;
    for (size_t i = 0; i < WATCHED_SIGNALS; i++)
        watch_signal(watched_signals[i], (struct sigaction){.sa_handler = on_signal,
                                                            .sa_flags = SA_RESTART | SA_NODEFER});
    for (size_t i = 0; i < CRASH_SIGNALS; i++)
        watch_signal(crash_signals[i], (struct sigaction){.sa_sigaction = on_crash,
                                                          .sa_flags = SA_SIGINFO | SA_ONSTACK});
}

void endings_watch(void (*finish)(void))
{
    if (endings.finish)
        return;
    endings.finish = finish;
    endings.process = getpid();
    call_hook("", "_exit", (void (*)(void))at_exit_now);
    call_hook("", "_Exit", (void (*)(void))at_exit_now);
    call_hook("", "abort", at_abort);
    watch_signals();
}

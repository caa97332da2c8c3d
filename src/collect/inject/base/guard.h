/* guard: the one way into our own code inside the profiled program, and out of it.
 *
 * Rules for code that runs in somebody else's program:
 *  1. Every entry goes through guard_enter() and guard_leave(). The entries are the callbacks of
 *     CUPTI (callbacks.c, activity.c), the NVTX functions (nvtx.c), InitializeInjection, the
 *     handler of exit() and the driver's ioctl(2) (initialize.c), and the watchdog's thread
 *     (watchdog.c). A driver call that our own code makes comes back as a callback:
 *     guard_enter(GUARD_CALL) refuses it, and the callback returns at once.
 *  2. Our code never ends the program: no exit(), no abort(), no assert(). report/base/mem.h ends
 *     the process when memory runs out, so it is not used here.
 *  3. An allocation may fail. The launch then runs as the program made it, and is not profiled.
 *  4. Our code prints nothing and changes no environment variable, signal handler or locale of the
 *     program. Problems go to the host as notices (inject.h). Signals that would end the program,
 *     and for which it has no handler, get one that measures what is open first (endings.h).
 *  5. Every wait has a limit: two minutes for the host (channel.h), --replay-timeout for a kernel
 *     (0: the user wants no limit), two seconds for calls of other threads (in_flight.h), two
 *     minutes for the lock, when the program ends. Waits that the program itself would make have no
 *     limit.
 *  6. One lock, guard.lock, is held while a launch is admitted, while the program's own call runs
 *     it, and while a window is replayed. Every driver call of the program takes it, so no thread
 *     sees memory between two passes.
 *  7. With the lock held our code may call the driver, CUPTI and the host. It must not call the
 *     program's code, wait for another thread of the program (in_flight_wait() and running_calm()
 *     give the lock up for that), or take the lock again. All other locks (of the channel, a
 * watchdog, the counter gate, the activity records, NVTX) are held for a moment, and guard.lock is
 * never taken while one of them is held. The driver calls back about modules with locks of its own
 * held: there guard.lock is never waited for (module_news.h).
 *  8. In a child of fork() nothing of ours runs: CUDA does not work there, and locks may belong to
 *     threads that the child does not have. The handler of fork() (initialize.c) closes the
 *     socket. The caller of guard_enter() looks at that: callbacks at the socket, NVTX at a flag
 *     of its own.
 *  9. Driver and CUPTI are called through the tables of foil.h only, the kernel driver only by
 *     l2_evict.c and counter_gate.c. File descriptors of ours lie above 200 (descriptor.h). Writes
 *     to the socket raise no SIGPIPE (channel.c). The library exports only InitializeInjection and
 *     InitializeInjectionNvtx2 (initialize.c). */
#ifndef ROOFTOP_COLLECT_INJECT_BASE_GUARD_H
#define ROOFTOP_COLLECT_INJECT_BASE_GUARD_H

#include <pthread.h>
#include <stdbool.h>

struct guard {
    pthread_mutex_t lock;
    unsigned in_flight;    /* calls that may change memory, between their entry and their exit */
    pthread_cond_t landed; /* one of these calls has returned */
};

#define GUARD_INIT                                                                                 \
    {                                                                                              \
        .lock = PTHREAD_MUTEX_INITIALIZER, .landed = PTHREAD_COND_INITIALIZER                      \
    }

enum guard_way {
    GUARD_CALL,   /* of the program: refused while this thread is in our own code */
    GUARD_NESTED, /* may also come while this thread is in our own code */
};

/* Enters our own code on this thread. false: the call is one of ours; return at once, and do not
 * call guard_leave(). GUARD_NESTED is never refused. Takes no lock. */
bool guard_enter(enum guard_way way);

/* Leaves it again: once for each guard_enter() that returned true. */
void guard_leave(void);

/* Whether this thread is in our own code. */
bool guard_inside(void);

/* Whether other threads may have to wait for this one: it is in our own code, or has the lock. For
 * handlers of signals. */
bool guard_is_needed(void);

/* The lock. It may stay held over guard_leave(): from the entry of a program's call to its exit.
 * Only inside of guard_enter(). */
void guard_lock(struct guard *guard);
void guard_unlock(struct guard *guard);

/* Takes the lock if nobody has it. Never waits. */
bool guard_try_lock(struct guard *guard);

/* Waits for the lock up to this number of seconds. Returns false if another thread has not given it
 * up by then. */
bool guard_lock_for(struct guard *guard, unsigned seconds);

#endif

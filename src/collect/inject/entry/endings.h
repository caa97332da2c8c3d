/* endings: ways of a program to end that call no handler of exit(): _exit(2), abort(3), and the
 * signals SIGTERM, SIGINT and SIGHUP where the program has no handler for them; and its crashes.
 *
 * What is open is measured before the end, and the program then ends as it would have. For the
 * signals a handler of ours wakes a thread of ours; the handlers of the program stay, and those
 * that it sets later replace ours. The thread that got the signal stays in the handler for up to
 * three seconds, unless it is in our own code; others may go on until the end. A second signal, a
 * second or more after the first, ends it at once.
 *
 * The same for crashes: SIGSEGV, SIGBUS, SIGFPE, SIGILL and SIGABRT, as assert(3) raises it, where
 * the program has no handler. The thread that crashed waits for up to a minute, and crashes again
 * at the same place, which a core file then names. */
#ifndef ROOFTOP_COLLECT_INJECT_ENTRY_ENDINGS_H
#define ROOFTOP_COLLECT_INJECT_ENTRY_ENDINGS_H

/* Calls finish() once in each process that ends in one of these ways. */
void endings_watch(void (*finish)(void));

/* For the handler of exit(): a signal that has come ends the process, as it would have without us.
 * A thread that was in our own code at that time may have come to exit() since. Returns if there
 * was no signal. */
void endings_leave(void);

#endif

/* signals: the signals that the event loop receives, as a descriptor. */
#ifndef ROOFTOP_COLLECT_OS_SIGNALS_H
#define ROOFTOP_COLLECT_OS_SIGNALS_H

#include <stdbool.h>

/* Blocks SIGCHLD, SIGINT, SIGTERM, SIGHUP, SIGQUIT and SIGWINCH and returns a non-blocking
 * signalfd(2) for them, or -1. With `all` the signals that programs give a meaning of their own
 * (SIGUSR1 and the like) are blocked and received, too. SIGPIPE and SIGXFSZ are ignored from now
 * on, so that a reader that is gone or a file that grows over its limit makes a write fail and does
 * not end rooftop. */
int signals_open(bool all);

/* Whether this is one of the signals that only `all` brings. */
bool signals_is_for_program(int signal_number);

#endif

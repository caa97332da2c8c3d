/* signals: the signals that the event loop hears of, as a descriptor. */
#ifndef ROOFTOP_SIGNALS_H
#define ROOFTOP_SIGNALS_H

#include <stdbool.h>

/* Blocks SIGCHLD, SIGINT, SIGTERM, SIGHUP, SIGQUIT and SIGWINCH and gives a signalfd(2) of them,
 * not blocking, or -1; with `all` also of those that programs give a meaning of their own
 * (SIGUSR1 and the like). SIGPIPE and SIGXFSZ are ignored from now on: a reader that is gone and a
 * file that grows over its limit are failed writes, not our end. */
int signals_open(bool all);

/* One of those that only `all` brings. */
bool signals_is_for_program(int signal_number);

#endif

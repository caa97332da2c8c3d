/* signals: the signals that the event loop hears of, as a descriptor. */
#ifndef ROOFTOP_SIGNALS_H
#define ROOFTOP_SIGNALS_H

/* Blocks SIGCHLD, SIGINT, SIGTERM, SIGHUP, SIGQUIT and SIGWINCH and gives a signalfd(2) of them,
 * not blocking, or -1. SIGPIPE and SIGXFSZ are ignored from now on: a reader that is gone and a
 * file that grows over its limit are failed writes, not our end. */
int signals_open(void);

#endif

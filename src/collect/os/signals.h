/* signals: the signals that the event loop receives, as a descriptor, and the end of the process by
 * one of them. */
#ifndef ROOFTOP_COLLECT_OS_SIGNALS_H
#define ROOFTOP_COLLECT_OS_SIGNALS_H

#include <stdbool.h>

enum {
    /* Those to which programs give a meaning of their own: SIGUSR1 and the like. */
    SIGNALS_OF_PROGRAMS = 1,
    /* All others that end a process by default and are no fault of its own, and SIGTSTP, which
     * stops it: a screen has to restore the terminal first. */
    SIGNALS_OF_SCREEN = 2
};

/* Blocks SIGCHLD, SIGINT, SIGTERM, SIGHUP, SIGQUIT and SIGWINCH and returns a non-blocking
 * signalfd(2) for them, or -1. `also`: the sets above, which are blocked and received, too; SIGTSTP
 * is received while somebody blocks it, as an open screen does (screen_stop()). SIGPIPE
 * and SIGXFSZ are ignored from now on, so that a reader that is gone or a file that grows over its
 * limit makes a write fail and does not end rooftop. */
int signals_open(unsigned also);

/* Whether this is one of SIGNALS_OF_PROGRAMS. */
bool signals_is_for_program(int signal_number);

/* Remembers that the process ends by this signal once everything is in order. The first one
 * counts. */
void signals_end_by(int signal_number);
/* Returns that signal, or 0. */
int signals_ended_by(void);
/* Ends the process by that signal, as if it had not been received, so that whoever started it sees
 * it. Returns if there was none. For the end of main(). */
void signals_end(void);

#endif

/* outside: leaves the terminal to other programs, such as an editor, and comes back.
 *
 * Between outside_begin() and outside_end() the terminal is as it was before the screen opened, and
 * nothing may be drawn. A program that is started there has the terminal as its standard streams
 * and signals as a shell would leave them to it. It stays in our process group: what the user types
 * to interrupt or stop it reaches both, so the caller drops SIGINT and SIGQUIT, and the user's
 * shell stops and continues both. */
#ifndef ROOFTOP_TUI_TERM_OUTSIDE_H
#define ROOFTOP_TUI_TERM_OUTSIDE_H

#include <stdbool.h>
#include <sys/types.h>

#include "report/base/error.h"
#include "report/base/strbuf.h"

/* How a program ended. */
struct outside_end {
    enum outside_how {
        OUTSIDE_EXITED,      /* with the exit status `number` */
        OUTSIDE_KILLED,      /* by the signal `number` */
        OUTSIDE_NOT_STARTED, /* because of the errno `number` */
        OUTSIDE_LEFT         /* it was not waited for: rooftop ends */
    } how;
    int number;
};

void outside_begin(void);
/* Opens the screen again, with the size that the terminal has now. `stay`: the screen is not opened
 * any more. */
void outside_end(bool stay);

/* Starts a program, found as a shell finds it. words: as argv, with a NULL at the end. Returns 0 if
 * it cannot be started, and why is in `end`. */
pid_t outside_start(char *const words[], struct outside_end *end);
/* Whether it has ended, and how. Call it after each SIGCHLD. A program that was stopped alone stops
 * us, too, so that the user has a shell; it goes on when we do. */
bool outside_has_ended(pid_t child, struct outside_end *end);

/* Whether it did what it was asked for. */
bool outside_is_good(const struct outside_end *end);
/* Appends "NAME ended with exit status 2" or what else there is to say. */
void outside_tell(struct strbuf *out, const char *name, const struct outside_end *end);

/* Writes a text at the cursor. */
void outside_write(const char *text);
/* From now on the terminal hands over each key at once and does not show it; or it does as before.
 */
void outside_keys(bool single);

#endif

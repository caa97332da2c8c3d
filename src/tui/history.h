/* history: commands that were typed, kept over runs in $XDG_STATE_HOME/rooftop/history, by default
 * ~/.local/state/rooftop/history. That it cannot be read or written is no error. */
#ifndef ROOFTOP_HISTORY_H
#define ROOFTOP_HISTORY_H

#include <stddef.h>

/* Lines that are kept; the file has at most twice as many. */
enum { HISTORY_MOST = 500 };

/* Initialise with {0}. */
struct history {
    char **lines; /* oldest first */
    size_t count, capacity;
    size_t at;  /* the one that is shown; count: what is being typed */
    char *path; /* NULL: nowhere */
};

/* path: NULL for the usual one. */
void history_load(struct history *history, const char *path);
void history_free(struct history *history);

/* Adds a line, if it is not the last one again, and goes behind it. */
void history_add(struct history *history, const char *line);

/* The next older (-1) or newer (1) line that starts with a text; "start" itself behind the newest,
 * NULL before the oldest. */
const char *history_step(struct history *history, int step, const char *start);
/* Back to what is being typed. */
void history_rewind(struct history *history);

#endif

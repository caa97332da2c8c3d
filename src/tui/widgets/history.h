/* history: the commands that were typed, kept in $XDG_STATE_HOME/rooftop/history, by default
 * ~/.local/state/rooftop/history. A file that cannot be read or written is not an error. */
#ifndef ROOFTOP_TUI_WIDGETS_HISTORY_H
#define ROOFTOP_TUI_WIDGETS_HISTORY_H

#include <stddef.h>

/* The most lines that are kept; the file has at most twice as many. */
enum { HISTORY_MOST = 500 };

/* Initialise with {0}. */
struct history {
    char **lines; /* oldest first */
    size_t count, capacity;
    size_t at;  /* the line that is shown; count: what is being typed */
    char *path; /* NULL: the history is not stored */
};

/* Reads the history. path: NULL for the usual file. */
void history_load(struct history *history, const char *path);
void history_free(struct history *history);

/* Adds a line unless it repeats the last one, and goes to the end. */
void history_add(struct history *history, const char *line);

/* Returns the next older (step -1) or newer (1) line that begins with `start`. Returns `start`
 * itself after the newest, NULL before the oldest. */
const char *history_step(struct history *history, int step, const char *start);
/* Goes back to what is being typed. */
void history_rewind(struct history *history);

#endif

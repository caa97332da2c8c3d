/* unsaved: keeps track of results that were measured in the screen and are not in a file yet. */
#ifndef ROOFTOP_TUI_LIVE_UNSAVED_H
#define ROOFTOP_TUI_LIVE_UNSAVED_H

#include <stdbool.h>
#include <stddef.h>

#include "tui/widgets/view_host.h"

/* Initialise with {0}; release with unsaved_free(). */
struct unsaved {
    bool *saved; /* by result, for the first `known` results */
    size_t known;
    bool writes; /* the results of the current run are written to a file when it ends */
    bool asked;  /* the key before was to quit, and the user was told what that would end */
};

void unsaved_free(struct unsaved *unsaved);

/* Marks all results from `first` on as saved. */
void unsaved_mark(struct unsaved *unsaved, const struct report *report, size_t first);

/* Returns whether the user may leave: nothing runs and nothing would be lost, or the user was told
 * just now. */
bool unsaved_may_quit(struct unsaved *unsaved, const struct view_host *host);

/* ":save FILE": writes the results that the list shows to a new file. If they cannot share a file,
 * each run gets one of its own. replace: replaces existing files. A message says what was done. */
void unsaved_save(struct unsaved *unsaved, const struct view_host *host, const char *file,
                  bool replace);

#endif

/* comparison: chooses the baselines that results are compared with, pairs them with the results,
 * shows them and drops them. Messages go to the host's row of messages. */
#ifndef ROOFTOP_TUI_UI_COMPARISON_H
#define ROOFTOP_TUI_UI_COMPARISON_H

#include "tui/list/baselines.h"
#include "tui/term/completions.h"
#include "tui/ui/view_list.h"
#include "tui/widgets/view_host.h"

struct comparison {
    struct baselines baselines;
    struct view_host *host;
    struct views *views;
    bool says_partners; /* the row of messages says that partners are being looked for */
};

void comparison_open(struct comparison *comparison, struct view_host *host, struct views *views);
/* Ends the comparison. Frees the baselines. */
void comparison_drop(struct comparison *comparison);

/* Compares the result in the details with its baseline. Call it after either has changed. */
void comparison_show(struct comparison *comparison);
/* Takes the baseline away from the details. Call it before the result in the details is released.
 */
void comparison_release(struct comparison *comparison);

/* Makes a result a baseline, or stops comparing with it. */
void comparison_toggle(struct comparison *comparison, size_t result);
/* Compares with a result from now on. */
void comparison_use(struct comparison *comparison, size_t result);
void comparison_drop_all(struct comparison *comparison); /* Drops all baselines, and says so. */
/* Hides the changes, or shows them again. */
void comparison_switch(struct comparison *comparison);

/* comparison_add_report() makes a report a baseline. It returns false with the error if it cannot.
 * comparison_by() takes a word of the command line: "next", "previous" or a report's file.
 * comparison_offer() lists the words that it takes. */
bool comparison_add_report(struct comparison *comparison, const char *path, struct error *error);
void comparison_by(struct comparison *comparison, const char *word);
void comparison_offer(struct completions *list);

/* Tells that a run begins, whose results follow the first `results`. They are compared with the
 * same launches of the run before as they come. */
void comparison_begin_run(struct comparison *comparison, size_t results);

/* Does a piece of the work in the background: opens reports that are to be baselines, looks for
 * partners in them, closes reports that were dropped. It returns when an event has come, or when it
 * is time to show the progress. Returns false if there was nothing to do. */
bool comparison_work(struct comparison *comparison);
/* Does all of this work at once, before something is written to a file. */
void comparison_finish(struct comparison *comparison);

#endif

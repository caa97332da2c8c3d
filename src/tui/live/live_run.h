/* live_run: profiles programs from the screen, one after the other. The results of each become a
 * run of their own (report_begin_run()) in the report that is shown.
 *
 * This exists only if rooftop is built with profiling (ROOFTOP_COLLECT). */
#ifndef ROOFTOP_TUI_LIVE_LIVE_RUN_H
#define ROOFTOP_TUI_LIVE_LIVE_RUN_H

#include <stdio.h>

#include "cli/options/word_list.h"
#include "collect/run/profile.h"
#include "tui/live/unsaved.h"
#include "tui/widgets/view_host.h"

struct live_run;

/* The program that is running or ran last. host->live says whether one is running. */
struct live {
    struct view_host *host;
    struct unsaved *unsaved;
    struct profile *profile;          /* NULL: none runs */
    struct live_run *run;             /* the running or the last one; NULL: none yet */
    int exit_status;                  /* of the last one */
    struct profile_measured measured; /* by the last one */
};

/* Makes a run from the options, which must outlive it. Problems in files are printed on `messages`.
 * Returns NULL with the error if the run cannot be made. */
struct live_run *live_run_new(struct options *options, FILE *messages, struct error *error);

/* Does the same from a command line whose first word is rooftop's name. folder: where the program
 * runs, "" for the current folder. Always takes ownership of the words. */
struct live_run *live_run_parse(struct word_list *words, const char *folder, FILE *messages,
                                struct error *error);
/* live_run_options() returns the options of a run, live_run_folder() its folder, or NULL for the
 * current one. */
const struct options *live_run_options(const struct live_run *run);
const char *live_run_folder(const struct live_run *run);
void live_run_free(struct live_run *run);

/* Starts the program. Its output, messages and results go to the host's report; if that is NULL, a
 * new report is made. Takes ownership of the run unless it fails. Returns false with the error if
 * nothing was started. The screen must be open. */
bool live_run_start(struct live *live, struct live_run *run, struct error *error);

/* Completes a run that has ended. If `stop`, ends the program first. live->measured then says what
 * was measured. Call it after each step and at the end. */
void live_run_end(struct live *live, bool stop);

#endif

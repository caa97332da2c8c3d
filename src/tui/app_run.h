/* app_run: programs that the screen profiles, one behind the other. The results of each join the
 * report that is shown, as a run of their own (report_begin_run()).
 *
 * Only where this rooftop can profile (ROOFTOP_COLLECT). */
#ifndef ROOFTOP_APP_RUN_H
#define ROOFTOP_APP_RUN_H

#include <stdio.h>

#include "app.h"
#include "collect/profile.h"
#include "word_list.h"

struct app_run;

/* What the options ask for; what is broken in files is said on `messages`. The options must outlive
 * it. NULL: see error. */
struct app_run *app_run_new(struct options *options, FILE *messages, struct error *error);

/* The same by a command line, whose first word is rooftop's name, with the folder that the program
 * runs in, "" for ours. Takes the words in any case. */
struct app_run *app_run_parse(struct word_list *words, const char *folder, FILE *messages,
                              struct error *error);
/* What it was started with; the folder: NULL for ours. */
const struct options *app_run_options(const struct app_run *run);
const char *app_run_folder(const struct app_run *run);
void app_run_free(struct app_run *run);

/* Starts its program; events go to the app, whose report it joins: NULL for a new one. false:
 * nothing was started. The screen is open. */
bool app_run_start(struct app *app, struct app_run *run, struct error *error);

/* After each step, and at last: completes a run that has ended, or, if `stop`, ends it first. What
 * it took is in app->measured from then on. */
void app_run_end(struct app *app, bool stop);

#endif

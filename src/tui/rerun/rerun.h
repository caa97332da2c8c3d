/* rerun: the form over the screen that profiles a program again with other options. Results that
 * are there stay, and the new ones are added. One launch can be measured again without the form.
 *
 * The form only returns the run that is wanted; the ui starts it and reports a failure with
 * rerun_fail(). */
#ifndef ROOFTOP_TUI_RERUN_RERUN_H
#define ROOFTOP_TUI_RERUN_RERUN_H

#include <stdbool.h>

#include "report/base/error.h"
#include "tui/widgets/view_host.h"

struct live;
struct live_run;
struct rerun;

/* Makes the form, closed. live: the programs that were run here, or NULL if this rooftop cannot
 * profile. host and live must outlive the form. */
struct rerun *rerun_new(const struct view_host *host, const struct live *live);
void rerun_free(struct rerun *rerun);

/* Opens the form with the options of the last run, or else with the ones that the report of the
 * selected result has. */
void rerun_open(struct rerun *rerun);
void rerun_close(struct rerun *rerun);
bool rerun_is_open(const struct rerun *rerun);
/* Whether a line of text has the focus. */
bool rerun_takes_text(const struct rerun *rerun);

/* Handle keys and clicks (rows and columns of the screen) while the form is open. rerun_key()
 * returns the run to start, which the caller then owns, or NULL. */
struct live_run *rerun_key(struct rerun *rerun, int key);
void rerun_click(struct rerun *rerun, int row, int column);

/* Shows in the form why the run could not be started. */
void rerun_fail(struct rerun *rerun, const struct error *why);
/* Returns the program's command line as it stands in the form. */
const char *rerun_program(const struct rerun *rerun);

/* Makes the run that measures the launch of one result again, with the options of that result and
 * no report to write, without the form being open. The caller owns the run. Returns NULL with the
 * error if there can be none; rerun_can() only tells that. */
struct live_run *rerun_launch(struct rerun *rerun, size_t result, struct error *error);
bool rerun_can(struct rerun *rerun, size_t result, struct error *error);

/* Draws the form over the screen, with its own row of keys at the bottom. */
void rerun_draw(struct rerun *rerun);

#endif

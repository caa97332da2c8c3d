/* app_save: what was measured in the screen and is in no file yet. */
#ifndef ROOFTOP_APP_SAVE_H
#define ROOFTOP_APP_SAVE_H

#include "app.h"

/* ":save FILE": writes the results that the list shows into a new file, or, where they cannot stand
 * in one, into one for each run. */
void app_save(struct app *app, const char *file);
/* Also over a file that is there. */
void app_save_over(struct app *app, const char *file);

/* The results from this one on are in a file. */
void app_mark_saved(struct app *app, size_t first);

/* How many were measured here and are in no file. */
size_t app_unsaved(const struct app *app);

/* Whether leaving loses nothing, or the user has been told: asks once after each
 * run. */
bool app_may_quit(struct app *app);

#endif

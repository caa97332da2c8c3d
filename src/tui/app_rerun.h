/* app_rerun: the program once more with other options: a form over the screen, and the run that it
 * starts in place. The results that are there stay; those of the run join them. */
#ifndef ROOFTOP_APP_RERUN_H
#define ROOFTOP_APP_RERUN_H

#include "app.h"

/* Opens the form: with the options of the last run here, else with those that the report of the
 * selected result tells. */
void app_rerun_open(struct app *app);
bool app_rerun_is_open(const struct app *app);

/* While it is open: keys and clicks (rows and columns of the screen) are the form's. */
void app_rerun_key(struct app *app, int key);
void app_rerun_click(struct app *app, int row, int column);

/* Over what is drawn, with its own row of keys at the bottom. */
void app_rerun_draw(struct app *app);

void app_rerun_free(struct app *app);

/* The results before this one are of the runs before: what new ones are compared with. Called when
 * a run begins. */
void app_rerun_baselines(struct app *app, size_t results);

#endif

/* app_occupancy: the row of the occupancy what-if in the table of views, and its command. */
#ifndef ROOFTOP_APP_OCCUPANCY_H
#define ROOFTOP_APP_OCCUPANCY_H

#include "app.h"
#include "choices.h"
#include "page.h"

void app_occupancy_draw(struct app *app, int rows);
void app_occupancy_act(struct app *app, enum action_id action, int digit, int rows);
bool app_occupancy_search(struct app *app, const char *text, int step, bool here);
bool app_occupancy_click(struct app *app, int row, int column, int rows);
void app_occupancy_place(struct app *app, struct view_place *place, bool back);
bool app_occupancy_print(struct app *app, enum page_format format, FILE *out, struct error *error);
void app_occupancy_show(struct app *app, struct result *result);

/* ":occupancy registers 40": opens the view if need be. */
void app_occupancy_set(struct app *app, const char *text);
void app_occupancy_offer(const struct app *app, struct choices *list);

#endif

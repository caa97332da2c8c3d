/* app_rooflines: other results in the rooflines of the details. */
#ifndef ROOFTOP_APP_ROOFLINES_H
#define ROOFTOP_APP_ROOFLINES_H

#include "app.h"
#include "page.h"

/* VIEW_ROOFLINE and VIEW_ZOOMED as they hold for the details. */
int app_roofline_views(const struct app *app);

/* Which results they are, before the details are drawn. */
void app_choose_points(struct app *app);
/* Reads some of these results until something comes, for a while; false: nothing is left. */
bool app_read_points(struct app *app);

/* The numbered points of a roofline with other results, for pages; context: the app. */
page_table_behind app_points_behind;
/* All of them are read before a result's page is printed. */
void app_read_all_points(struct app *app);

/* The next kind of results, or the one that is called so. */
void app_next_points(struct app *app);
void app_points_by(struct app *app, const char *word);
void app_offer_points(const struct app *app, struct choices *list);

#endif

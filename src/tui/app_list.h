/* app_list: what is typed about the results list, and what is kept of it. */
#ifndef ROOFTOP_APP_LIST_H
#define ROOFTOP_APP_LIST_H

#include "app.h"

/* Commands, and the words that can stand behind them. */
void app_sort_by(struct app *app, const char *name);
void app_group_by(struct app *app, const char *name);
void app_set_columns(struct app *app, const char *names);
void app_tag(struct app *app, const char *pattern);
void app_offer_columns(const struct app *app, struct choices *list);
void app_offer_groupings(const struct app *app, struct choices *list);

/* What the list says without results: why, and what would bring some; as for empty_view. */
void app_list_why_empty(const struct app *app, struct strbuf *out);

/* Before the list is first drawn: as it was kept. */
void app_use_list_settings(struct app *app);
/* Puts what changed since into the settings. */
void app_keep_list_settings(struct app *app);

/* Reads what the list needs of results until something else is to be done. false: nothing is
 * missing. */
bool app_read_for_list(struct app *app);

#endif

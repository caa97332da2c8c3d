/* app_metric: the help of metrics in the app: what it is opened for, and where its lines lead. */
#ifndef ROOFTOP_APP_METRIC_H
#define ROOFTOP_APP_METRIC_H

#include "app.h"

/* Opens the help of what is under the cursor, or goes back from it. */
void app_act_metric(struct app *app);
/* The help of a metric by name. */
void app_metric_named(struct app *app, const char *name);
void app_offer_metrics(const struct app *app, struct choices *list);

/* Goes to what the line under the cursor names. */
void app_follow_metric(struct app *app);
/* To the metric that was come from. false: there is none. */
bool app_metric_back(struct app *app);

/* For the result of the details; NULL: it is let go of. */
void app_metric_show(struct app *app, struct result *result);

/* Looks at some results. Whether more are left. */
bool app_metric_step(struct app *app);

#endif

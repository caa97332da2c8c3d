/* row_metric: the metric behind what is under the cursor of each view; members of its table. */
#ifndef ROOFTOP_ROW_METRIC_H
#define ROOFTOP_ROW_METRIC_H

#include "view_table.h"

/* Of the column that the list is sorted by. */
struct view_metric row_metric_list(struct app *app);
/* Of the number, or of what it is made of. */
struct view_metric row_metric_number(struct app *app);
struct view_metric row_metric_raw(struct app *app);
/* The first one that the finding names; else that of the time which it could save. */
struct view_metric row_metric_summary(struct app *app);
struct view_metric row_metric_columns(struct app *app);
/* Of the course, or the first one of what is stacked. */
struct view_metric row_metric_timeline(struct app *app);
/* Ranges and launches have times. */
struct view_metric row_metric_nvtx(struct app *app);
/* That the fact is the value of. */
struct view_metric row_metric_launch(struct app *app);
struct view_metric row_metric_session(struct app *app);
/* That the input has its value at the launch from. */
struct view_metric row_metric_occupancy(struct app *app);

#endif

/* metric_view: the help of a metric (metric_help.h) as a view. A cursor moves over its lines. Enter
 * follows a line to another metric, and the user can go back. */
#ifndef ROOFTOP_TUI_VIEWS_METRIC_VIEW_H
#define ROOFTOP_TUI_VIEWS_METRIC_VIEW_H

#include "tui/views/metric_help.h"
#include "tui/widgets/row_cursor.h"

enum { METRICS_DEEPEST = 32 };

/* A metric that the user has visited, and where the cursor was. */
struct metric_step {
    char *name, *label;
    size_t cursor;
};

struct metric_view {
    struct metric_step steps[METRICS_DEEPEST]; /* the last one is shown */
    size_t depth;
    struct row_cursor cursor; /* over the lines of the help */
    struct metric_help help;
    struct metric_spread spread;
};

void metric_view_free(struct metric_view *view);

/* metric_view_open() shows a metric, or a formula with its label, and forgets the metrics visited
 * before. metric_view_follow() goes on to another metric and remembers them. metric_view_make()
 * then makes the help. */
void metric_view_open(struct metric_view *view, const char *name, const char *label);
void metric_view_follow(struct metric_view *view, const char *name);
/* Goes back to the metric before. Returns false if there is none. */
bool metric_view_back(struct metric_view *view);
/* Returns the metric that is shown, or NULL. */
const struct metric_step *metric_view_shown(const struct metric_view *view);

/* Makes the help. The view fills in name and label of the question, the caller everything else. */
void metric_view_make(struct metric_view *view, struct metric_question question);

/* Returns the line under the cursor, or NULL. */
const struct help_line *metric_view_line(const struct metric_view *view);

bool metric_view_act(struct metric_view *view, enum action_id action, int rows);
bool metric_view_click(struct metric_view *view, int row, int rows);
bool metric_view_search(struct metric_view *view, const char *text, int step, bool here);
/* Moves the cursor to a line that is no heading, and brings it into view. Call it before drawing.
 */
void metric_view_fit(struct metric_view *view, int rows);
void metric_view_draw(const struct metric_view *view, int rows, const char *search);
void metric_view_copy(const struct metric_view *view, struct strbuf *out);

#endif

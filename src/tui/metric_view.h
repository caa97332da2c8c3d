/* metric_view: the help of a metric (metric_help.h) as a view: a cursor goes over its lines, Enter
 * follows one to another metric, and back the same way. */
#ifndef ROOFTOP_METRIC_VIEW_H
#define ROOFTOP_METRIC_VIEW_H

#include "keys.h"
#include "metric_help.h"
#include "view_place.h"

enum { METRICS_DEEPEST = 32 };

/* A metric that was come from, and where the cursor was. */
struct metric_step {
    char *name, *label;
    size_t cursor;
};

struct metric_view {
    struct metric_step steps[METRICS_DEEPEST]; /* the last one is shown */
    size_t depth;
    size_t cursor;
    int scroll;
    struct metric_help help;
    struct metric_spread spread;
};

void metric_view_free(struct metric_view *view);

/* Shows a metric, or a formula with its label, and forgets where it was come from; or goes on to
 * one. metric_view_make() then makes the help. */
void metric_view_open(struct metric_view *view, const char *name, const char *label);
void metric_view_follow(struct metric_view *view, const char *name);
/* To the one before. false: there is none. */
bool metric_view_back(struct metric_view *view);
/* NULL: none is shown. */
const struct metric_step *metric_view_shown(const struct metric_view *view);

/* Everything but name and label of the question is the caller's. */
void metric_view_make(struct metric_view *view, struct metric_question question);

/* The line under the cursor; NULL: none. */
const struct help_line *metric_view_line(const struct metric_view *view);

bool metric_view_act(struct metric_view *view, enum action_id action, int rows);
bool metric_view_click(struct metric_view *view, int row, int rows);
bool metric_view_search(struct metric_view *view, const char *text, int step, bool here);
void metric_view_draw(struct metric_view *view, int rows, const char *search);
void metric_view_copy(const struct metric_view *view, struct strbuf *out);

#endif

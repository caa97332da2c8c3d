/* timeline_view: the time series of the result in the details: a row for each with its course, the
 * selected one as a chart, and a cursor in time that tells all values there. */
#ifndef ROOFTOP_TIMELINE_VIEW_H
#define ROOFTOP_TIMELINE_VIEW_H

#include "keys.h"
#include "row_cursor.h"
#include "section_choice.h"
#include "strbuf.h"
#include "timeline.h"

struct timeline_line {
    enum { LINE_GROUP, LINE_ROW, LINE_COURSE } kind;
    size_t index; /* of the group, row or course */
    size_t row;   /* that a course is stacked in */
};

struct timeline_view {
    const struct result *result;
    struct timeline *timeline;     /* made when it is first drawn */
    const struct result *baseline; /* NULL: none */
    struct timeline *before;       /* its timeline, likewise */
    bool changes_off;
    struct row_cursor cursor; /* of the lines */
    struct timeline_line *lines;
    size_t line_count, line_capacity;
    char **turned; /* names of groups and stacks that are not as the section has them */
    size_t turned_count, turned_capacity;
    double at;       /* the cursor in time, ns */
    double from, to; /* what is seen of it */
};

/* The result is another one, or let go of. */
void timeline_view_show(struct timeline_view *view, const struct result *result);
/* With a baseline, which must stay while it is compared with; NULL: with none. */
void timeline_view_compare(struct timeline_view *view, const struct result *baseline);
void timeline_view_free(struct timeline_view *view);

/* Makes the timeline of the result's sections, if it is not made yet. */
void timeline_view_make(struct timeline_view *view, struct section_choice *choice);

/* Whether a group, or what is stacked in a row, is seen. */
bool timeline_view_is_open(const struct timeline_view *view, const struct timeline_line *line);

/* After timeline_view_make(). */
bool timeline_view_act(struct timeline_view *view, enum action_id action, int rows);
bool timeline_view_search(struct timeline_view *view, const char *text, int step, bool here);
bool timeline_view_click(struct timeline_view *view, int row, int column, int rows);
/* The metric of the selected course, or of the first one of the row; NULL: it is a group. */
const char *timeline_view_metric(const struct timeline_view *view);
/* The values of the selected row at the cursor, and over all. */
void timeline_view_copy(const struct timeline_view *view, struct strbuf *out);
void timeline_view_draw(struct timeline_view *view, int rows, const char *search);

#endif

/* timeline_view: the time series of the result in the details. Each has a row with a small chart,
 * the selected one a large chart, and a cursor in time shows all values at that moment. */
#ifndef ROOFTOP_TUI_VIEWS_TIMELINE_VIEW_H
#define ROOFTOP_TUI_VIEWS_TIMELINE_VIEW_H

#include "report/base/strbuf.h"
#include "report/content/timeline.h"
#include "report/section/section_choice.h"
#include "tui/widgets/row_cursor.h"
#include "tui/widgets/view.h"

struct timeline_line {
    enum { LINE_GROUP, LINE_ROW, LINE_COURSE } kind;
    size_t index; /* index of the group, row or series */
    size_t row;   /* the row that a stacked series belongs to */
};

struct timeline_view {
    const struct result *result;
    struct timeline *timeline;     /* made before it is first drawn; NULL: not yet */
    const struct result *baseline; /* NULL: none */
    struct timeline *before;       /* the baseline's timeline; NULL: not yet */
    bool changes_off;
    struct row_cursor cursor; /* the selected line */
    struct timeline_line *lines;
    size_t line_count, line_capacity;
    char **turned; /* names of groups and stacks that were folded or unfolded by hand */
    size_t turned_count, turned_capacity;
    double at;       /* the cursor in time, ns */
    double from, to; /* the visible part of the time, ns */
};

/* Shows another result. NULL: forgets the result. */
void timeline_view_show(struct timeline_view *view, const struct result *result);
/* Compares with a baseline, which must stay until another is set. NULL: with none. */
void timeline_view_compare(struct timeline_view *view, const struct result *baseline);
void timeline_view_free(struct timeline_view *view);

/* Makes the timeline of the result's sections unless that is done. */
void timeline_view_make(struct timeline_view *view, struct section_choice *choice);

/* Returns whether a group, or the series stacked in a row, are unfolded. */
bool timeline_view_is_open(const struct timeline_view *view, const struct timeline_line *line);

/* Handle an action, a search and a click. Call timeline_view_make() before. */
bool timeline_view_act(struct timeline_view *view, enum action_id action, int rows);
bool timeline_view_search(struct timeline_view *view, const char *text, int step, bool here);
bool timeline_view_click(struct timeline_view *view, int row, int column, int rows);
/* Returns the metric of the selected series, or of the first one of the row, or NULL if a group is
 * selected. */
const char *timeline_view_metric(const struct timeline_view *view);
/* Appends the values of the selected row at the cursor and over the whole time. */
void timeline_view_copy(const struct timeline_view *view, struct strbuf *out);
/* Puts the cursor into the list and into view. Call it before drawing. */
void timeline_view_fit(struct timeline_view *view, int rows);
void timeline_view_draw(const struct timeline_view *view, int rows, const char *search);

extern const struct view_ops timeline_view_ops;

#endif

/* output_view: the output of the program as lines. The oldest are dropped when there are too many.
 * Escape sequences are removed, and other control bytes are shown as pictures. */
#ifndef ROOFTOP_TUI_VIEWS_OUTPUT_VIEW_H
#define ROOFTOP_TUI_VIEWS_OUTPUT_VIEW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "report/base/strbuf.h"
#include "tui/widgets/view.h"

struct output_view {
    char **lines; /* safe texts; ring of OUTPUT_LINES */
    size_t count, first;
    struct strbuf partial; /* the line that has no end yet */
    bool returned;         /* after a carriage return, the next text overwrites the line */
    enum { OUTPUT_PLAIN, OUTPUT_ESCAPE, OUTPUT_SEQUENCE, OUTPUT_STRING } state;
    size_t scroll; /* lines above the end */
};

void output_view_free(struct output_view *view);
void output_view_add(struct output_view *view, const char *bytes, size_t length);
/* Ends the output. A last line without an end becomes a line, too. */
void output_view_end(struct output_view *view);
bool output_view_act(struct output_view *view, enum action_id action, int rows);
bool output_view_search(struct output_view *view, const char *text, int step);

/* Returns line i of view->count, counted from the oldest. */
const char *output_view_line(const struct output_view *view, size_t i);
void output_view_print(const struct output_view *view, FILE *out);

/* Returns the last line that is not empty, or "". */
const char *output_view_last(const struct output_view *view);
void output_view_draw(const struct output_view *view, int top_row, int rows, const char *search);

extern const struct view_ops output_view_ops;

#endif

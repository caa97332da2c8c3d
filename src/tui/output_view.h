/* output_view: what the program prints, as lines; the oldest go when there are too many. Escape
 * sequences are dropped, other control bytes shown as pictures. */
#ifndef ROOFTOP_OUTPUT_VIEW_H
#define ROOFTOP_OUTPUT_VIEW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "keys.h"
#include "strbuf.h"

struct output_view {
    char **lines; /* safe texts; ring of OUTPUT_LINES */
    size_t count, first;
    struct strbuf partial; /* the line that is not ended yet */
    bool returned;         /* a carriage return came: what follows overwrites the line */
    enum { OUTPUT_PLAIN, OUTPUT_ESCAPE, OUTPUT_SEQUENCE, OUTPUT_STRING } state;
    size_t scroll; /* lines above the end */
};

void output_view_free(struct output_view *view);
void output_view_add(struct output_view *view, const char *bytes, size_t length);
/* Nothing more comes: a line without an end is one too. */
void output_view_end(struct output_view *view);
bool output_view_act(struct output_view *view, enum action_id action, int rows);
bool output_view_search(struct output_view *view, const char *text, int step);

/* Line i of view->count, the oldest first. */
const char *output_view_line(const struct output_view *view, size_t i);
void output_view_print(const struct output_view *view, FILE *out);

/* The last line with something on it, "" if there is none. */
const char *output_view_last(const struct output_view *view);
void output_view_draw(const struct output_view *view, int top_row, int rows, const char *search);

#endif

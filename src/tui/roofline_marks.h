/* roofline_marks: where the marks of a roofline's points stand on its plot.
 *
 * Each stands in the cell of its point. Those that would touch share a place: a few beside each
 * other where they can be told apart ("❶❷", "1a"), else the first of them with a + ("3+"), or the
 * one under the cursor. What is outside of the plot stands at its edge with an arrow. */
#ifndef ROOFTOP_ROOFLINE_MARKS_H
#define ROOFTOP_ROOFLINE_MARKS_H

#include <stdbool.h>
#include <stddef.h>

#include "glyphs.h"
#include "theme.h"

struct roofline_mark {
    double x, y;   /* the point's place on the canvas */
    char label[8]; /* "12", "❶", "a" */
    bool marked;   /* the cursor is on it */
    enum role role;
    /* What follows is found by roofline_marks_place(). */
    char text[32]; /* of all that share the place; "" of all of these but the first */
    int column, row, width;
    const char *arrow; /* NULL: it is inside */
};

/* First and last cells of a plot. */
struct roofline_plot {
    int left, top, right, bottom;
};

void roofline_marks_place(struct roofline_mark *marks, size_t count,
                          const struct roofline_plot *plot, const struct glyphs *glyphs);

/* The mark of the n-th point, from 1 on; of a baseline's. */
void roofline_mark_number(char label[8], const struct glyphs *glyphs, size_t number);
void roofline_mark_letter(char label[8], size_t number);

#endif

/* roofline_marks: places the marks of a roofline's points on its plot.
 *
 * Each mark is in the cell of its point. Marks that would touch share a place. A few are side by
 * side if they can be told apart ("❶❷", "1a"). Otherwise the first one has a + ("3+"), or the one
 * under the cursor is shown. A point outside of the plot has its mark at the edge with an arrow. */
#ifndef ROOFTOP_TUI_FIGURES_ROOFLINE_MARKS_H
#define ROOFTOP_TUI_FIGURES_ROOFLINE_MARKS_H

#include <stdbool.h>
#include <stddef.h>

#include "tui/term/glyphs.h"
#include "tui/term/theme.h"

struct roofline_mark {
    double x, y;   /* the point's place on the canvas */
    char label[8]; /* "12", "❶", "a" */
    bool marked;   /* the cursor is on it */
    enum role role;
    /* roofline_marks_place() sets what follows. */
    char text[32]; /* for all marks of the place; "" for all but the first of them */
    int column, row, width;
    const char *arrow; /* NULL: it is inside */
};

/* The first and last cells of a plot. */
struct roofline_plot {
    int left, top, right, bottom;
};

/* Finds the places and texts of all marks. */
void roofline_marks_place(struct roofline_mark *marks, size_t count,
                          const struct roofline_plot *plot, const struct glyphs *glyphs);

/* Write the mark of the n-th point, from 1: a number, or a letter for the baseline. */
void roofline_mark_number(char label[8], const struct glyphs *glyphs, size_t number);
void roofline_mark_letter(char label[8], size_t number);

#endif

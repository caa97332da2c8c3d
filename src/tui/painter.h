/* painter: lines of a pane, drawn at a place on the screen or only counted.
 *
 * A pane is drawn line by line into a column of the canvas; the painter clips it to the rows that
 * are visible. With measure set nothing is drawn, so that the same code tells a pane's height. */
#ifndef ROOFTOP_PAINTER_H
#define ROOFTOP_PAINTER_H

#include <stdbool.h>

#include "glyphs.h"
#include "number_map.h"
#include "picture.h"
#include "theme.h"

/* Takes what would go to the screen, cut to `width` columns by who draws it. */
typedef void painter_sink(void *context, int row, int column, int width, enum role role,
                          const char *text);

struct painter {
    bool measure;
    int x, width;                /* of the column on the screen */
    int y;                       /* screen row of the pane's first line; may lie above the screen */
    int first, last;             /* screen rows that may be drawn: first <= row < last */
    int line;                    /* of the pane, next to be drawn */
    const char *search;          /* texts that have it are marked; NULL: none */
    bool matched;                /* any text had it */
    int matched_line;            /* the first line with it */
    const struct glyphs *glyphs; /* NULL: the screen's */
    painter_sink *sink;          /* NULL: the screen */
    void *sink_context;
    struct picture *picture;    /* what takes all instead; NULL: the screen's, if it draws one */
    struct number_map *numbers; /* gets the places of numbers; NULL: nobody asks */
};

/* What to draw with; ASCII while there is no screen. */
const struct glyphs *painter_glyphs(const struct painter *painter);

/* Text at a column of the pane's current line; returns the columns used. The text must be safe. */
int painter_text(struct painter *painter, int column, int width, enum role role, const char *text);
/* The same for a text that is a number. */
int painter_number(struct painter *painter, int column, int width, enum role role, const char *text,
                   const struct number *number);
/* The same, on the right of its room. */
void painter_number_right(struct painter *painter, int column, int width, enum role role,
                          const char *text, const struct number *number);
/* Which of the numbers to come is the marked one, from 1 on; 0: none of them. */
size_t painter_marked(const struct painter *painter);
void painter_next(struct painter *painter);

/* A bar for a share of 0 to 1 of so many columns of the current line. */
void painter_bar(struct painter *painter, int column, int columns, enum role role, double share);

/* Takes lines and bars in fractions of cells; NULL: there are only characters. */
struct picture *painter_picture(const struct painter *painter);

/* A line in such a picture, from the pane's current line on; false: there is none. */
bool painter_line(struct painter *painter, double x0, double y0, double x1, double y1,
                  enum role role);
/* Likewise a short text around its middle. */
bool painter_mark(struct painter *painter, double x, double y, enum role role, const char *text);

/* Wraps text at blanks into lines of the column from `indent` on. */
void painter_wrapped(struct painter *painter, int indent, enum role role, const char *text);
/* Its first line stands for a number. */
void painter_wrapped_number(struct painter *painter, int indent, enum role role, const char *text,
                            const struct number *number);

#endif

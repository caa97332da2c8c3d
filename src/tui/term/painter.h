/* painter: draws the lines of a pane on the screen, or only counts them.
 *
 * A pane is drawn line by line into a column of the screen. The painter clips it to the visible
 * rows. If `measure` is set nothing is drawn, so that the same code determines a pane's height.
 * Tests give it a sink (tests/unit/helpers/drawn.h) and read what is drawn, at every width. */
#ifndef ROOFTOP_TUI_TERM_PAINTER_H
#define ROOFTOP_TUI_TERM_PAINTER_H

#include <stdbool.h>

#include "tui/term/glyphs.h"
#include "tui/term/number_map.h"
#include "tui/term/picture.h"
#include "tui/term/theme.h"

/* Receives what would go to the screen. The receiver cuts it to `width` columns. */
typedef void painter_sink(void *context, int row, int column, int width, enum role role,
                          const char *text);

struct painter {
    bool measure;
    int x, width;                /* of the column on the screen */
    int y;                       /* screen row of the pane's first line; may lie above the screen */
    int first, last;             /* screen rows that may be drawn: first <= row < last */
    int line;                    /* the pane's next line to draw */
    const char *search;          /* texts that contain it are highlighted; NULL: none */
    bool matched;                /* a text contained it */
    int matched_line;            /* the first line with such a text */
    const struct glyphs *glyphs; /* NULL: the screen's */
    painter_sink *sink;          /* NULL: the screen */
    void *sink_context;
    struct picture *picture; /* receives everything instead; NULL: the screen's, if it draws one */
    struct number_map *numbers; /* receives the places of numbers; NULL: nobody asks */
};

/* Returns the glyphs to draw with; ASCII while there is no screen. */
const struct glyphs *painter_glyphs(const struct painter *painter);

/* Draws a safe text at a column of the current line. Returns the columns used. */
int painter_text(struct painter *painter, int column, int width, enum role role, const char *text);
/* Draws a text that is a number. */
int painter_number(struct painter *painter, int column, int width, enum role role, const char *text,
                   const struct number *number);
/* Draws a number aligned to the right of its width. */
void painter_number_right(struct painter *painter, int column, int width, enum role role,
                          const char *text, const struct number *number);
/* Returns which of the next numbers is the marked one, from 1, or 0 for none of them. */
size_t painter_marked(const struct painter *painter);
void painter_next(struct painter *painter);

/* Draws a bar of `columns` cells for a share from 0 to 1. */
void painter_bar(struct painter *painter, int column, int columns, enum role role, double share);

/* Returns the picture that takes lines and bars in fractions of cells, or NULL for a character
 * terminal. */
struct picture *painter_picture(const struct painter *painter);

/* Draws a line in such a picture, relative to the current line. Returns false if there is no
 * picture. */
bool painter_line(struct painter *painter, double x0, double y0, double x1, double y1,
                  enum role role);
/* Draws a short text around its middle in such a picture. Returns false if there is no picture. */
bool painter_mark(struct painter *painter, double x, double y, enum role role, const char *text);

/* Draws text wrapped at blanks from column `indent` on, and moves to the line behind it. */
void painter_wrapped(struct painter *painter, int indent, enum role role, const char *text);
/* Draws wrapped text whose first line stands for a number. */
void painter_wrapped_number(struct painter *painter, int indent, enum role role, const char *text,
                            const struct number *number);

#endif

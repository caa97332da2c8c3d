/* picture: keeps what is drawn, to write it in another form than a terminal's: cells with their
 * characters and roles, and lines and bars in fractions of cells from the upper left corner.
 *
 * If a picture is drawn, a canvas passes on its exact lines, and bars have their exact length.
 * Everything else comes as text. Texts are safe (safe_text.h). What lies outside is cut off. */
#ifndef ROOFTOP_TUI_TERM_PICTURE_H
#define ROOFTOP_TUI_TERM_PICTURE_H

#include <stddef.h>

#include "report/base/strbuf.h"
#include "tui/term/theme.h"

enum { PICTURE_CHARACTER = 24 }; /* bytes of a cell with its combining characters */

struct picture_cell {
    char text[PICTURE_CHARACTER]; /* "": nothing was drawn, or the right half of a wide character */
    unsigned char role, width;    /* width 0: nothing */
};

enum picture_kind { PICTURE_LINE, PICTURE_BAR, PICTURE_MARK };

struct picture_shape {
    enum picture_kind kind;
    enum role role;
    double x0, y0, x1, y1; /* the ends of a line, the corners of a bar, the middle of a mark */
    char *text;            /* of a mark; owned */
};

struct picture {
    int rows, columns;
    struct picture_cell *cells; /* row by row */
    struct picture_shape *shapes;
    size_t shape_count, capacity;
};

struct picture *picture_new(int rows, int columns);
void picture_free(struct picture *picture);

const struct picture_cell *picture_cell(const struct picture *picture, int row, int column);

/* Appends the characters of a row without trailing blanks. */
void picture_row_text(const struct picture *picture, int row, struct strbuf *out);

/* Draws text in at most `width` columns; it is cut as on the screen. */
void picture_text(struct picture *picture, int row, int column, int width, enum role role,
                  const char *text);
void picture_line(struct picture *picture, double x0, double y0, double x1, double y1,
                  enum role role);
/* Draws a short text around its middle: a point, or the number of a tick. */
void picture_mark(struct picture *picture, double x, double y, enum role role, const char *text);
/* Draws a bar, one row high, from a column on. */
void picture_bar(struct picture *picture, int row, int column, double length, enum role role);

#endif

/* picture: what is drawn, kept to be written in another form than a terminal's: cells with their
 * characters and roles, and lines and bars in fractions of cells, from the upper left corner.
 *
 * Where a picture is drawn, a canvas hands over its lines as they are, and bars their exact length;
 * what has no such form comes as text. Texts are safe (safe_text.h). What lies outside is cut off.
 */
#ifndef ROOFTOP_PICTURE_H
#define ROOFTOP_PICTURE_H

#include <stddef.h>

#include "theme.h"

enum { PICTURE_CHARACTER = 24 }; /* bytes of a cell with its combining characters */

struct picture_cell {
    char text[PICTURE_CHARACTER]; /* "": nothing was drawn, or it is the right half of a wide one */
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

/* In at most `width` columns; what does not fit ends as on the screen. */
void picture_text(struct picture *picture, int row, int column, int width, enum role role,
                  const char *text);
void picture_line(struct picture *picture, double x0, double y0, double x1, double y1,
                  enum role role);
/* A short text around its middle: a point, the number of a tick. */
void picture_mark(struct picture *picture, double x, double y, enum role role, const char *text);
/* A row high, from a column on. */
void picture_bar(struct picture *picture, int row, int column, double length, enum role role);

#endif

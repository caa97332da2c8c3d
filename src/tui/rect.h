/* rect: a part of the screen, in its rows and columns. */
#ifndef ROOFTOP_RECT_H
#define ROOFTOP_RECT_H

struct rect {
    int row, column, rows, columns;
};

#endif

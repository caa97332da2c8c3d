/* rect: a part of the screen in rows and columns. */
#ifndef ROOFTOP_TUI_TERM_RECT_H
#define ROOFTOP_TUI_TERM_RECT_H

struct rect {
    int row, column, rows, columns;
};

#endif

/* roofline_window: the part of a roofline's axes that is visible: all of it, or a window around a
 * place.
 *
 * All numbers are exponents of 10. Each step halves both axes, down to a tenth of a decade, around
 * the same place. The window stays inside of the whole. */
#ifndef ROOFTOP_TUI_FIGURES_ROOFLINE_WINDOW_H
#define ROOFTOP_TUI_FIGURES_ROOFLINE_WINDOW_H

#include <stdbool.h>

struct roofline_span {
    double least, most;
};

struct roofline_window {
    struct roofline_span x, y;
};

struct roofline_zoom {
    int steps;   /* 0: the whole */
    double x, y; /* the desired middle */
};

/* Returns the visible part of the whole. */
struct roofline_window roofline_window_of(const struct roofline_window *whole,
                                          const struct roofline_zoom *zoom);

/* Zooms in around a place (1) or out (-1). Returns false if it goes no further. */
bool roofline_zoom_step(struct roofline_zoom *zoom, const struct roofline_window *whole,
                        int direction, double x, double y);

/* Moves by quarters of the window. Returns false at the edge. */
bool roofline_zoom_pan(struct roofline_zoom *zoom, const struct roofline_window *whole, int right,
                       int up);

/* Moves to that place if it is not visible. */
void roofline_zoom_show(struct roofline_zoom *zoom, const struct roofline_window *whole, double x,
                        double y);

#endif

/* roofline_window: the part of a roofline's axes that is seen: all of it, or around a place.
 *
 * All numbers are exponents of 10. Each step sees half as much of both axes, down to a tenth of a
 * decade, around the same place; the window stays inside the whole. */
#ifndef ROOFTOP_ROOFLINE_WINDOW_H
#define ROOFTOP_ROOFLINE_WINDOW_H

#include <stdbool.h>

struct roofline_span {
    double least, most;
};

struct roofline_window {
    struct roofline_span x, y;
};

struct roofline_zoom {
    int steps;   /* 0: the whole */
    double x, y; /* the middle that is wished for */
};

/* What is seen of the whole. */
struct roofline_window roofline_window_of(const struct roofline_window *whole,
                                          const struct roofline_zoom *zoom);

/* Half as much (1), around that place, or twice as much (-1). false: it goes no further. */
bool roofline_zoom_step(struct roofline_zoom *zoom, const struct roofline_window *whole,
                        int direction, double x, double y);

/* Moves by quarters of the window. false: the edge is reached. */
bool roofline_zoom_pan(struct roofline_zoom *zoom, const struct roofline_window *whole, int right,
                       int up);

/* Moves to that place if it is not seen. */
void roofline_zoom_show(struct roofline_zoom *zoom, const struct roofline_window *whole, double x,
                        double y);

#endif

#include "tui/figures/roofline_window.h"

#include <math.h>

static const double LEAST_SPAN = 0.1;

static struct roofline_span part_of(const struct roofline_span *whole, double middle, int steps)
{
    double all = whole->most - whole->least, span = fmax(ldexp(all, -steps), LEAST_SPAN);
    if (steps <= 0 || span >= all || !isfinite(middle))
        return *whole;
    double least = fmin(fmax(middle - span / 2, whole->least), whole->most - span);
    return (struct roofline_span){least, least + span};
}

struct roofline_window roofline_window_of(const struct roofline_window *whole,
                                          const struct roofline_zoom *zoom)
{
    return (struct roofline_window){part_of(&whole->x, zoom->x, zoom->steps),
                                    part_of(&whole->y, zoom->y, zoom->steps)};
}

static double span_of(const struct roofline_span *span)
{
    return span->most - span->least;
}

/* Makes the visible middle the desired one, so that a step back from an edge has an effect at
 * once. */
static void settle(struct roofline_zoom *zoom, const struct roofline_window *whole)
{
    struct roofline_window now = roofline_window_of(whole, zoom);
    zoom->x = (now.x.least + now.x.most) / 2;
    zoom->y = (now.y.least + now.y.most) / 2;
}

bool roofline_zoom_step(struct roofline_zoom *zoom, const struct roofline_window *whole,
                        int direction, double x, double y)
{
    struct roofline_zoom to = {zoom->steps + direction, zoom->x, zoom->y};
    if (direction > 0 && isfinite(x) && isfinite(y)) {
        to.x = x;
        to.y = y;
    }
    if (to.steps < 0 || (direction > 0 && ldexp(span_of(&whole->x), -zoom->steps) <= LEAST_SPAN &&
                         ldexp(span_of(&whole->y), -zoom->steps) <= LEAST_SPAN))
        return false;
    *zoom = to;
    return true;
}

bool roofline_zoom_pan(struct roofline_zoom *zoom, const struct roofline_window *whole, int right,
                       int up)
{
    settle(zoom, whole);
    struct roofline_window now = roofline_window_of(whole, zoom);
    struct roofline_zoom to = *zoom;
    to.x += right * span_of(&now.x) / 4;
    to.y += up * span_of(&now.y) / 4;
    settle(&to, whole);
    bool moved = fabs(to.x - zoom->x) > 1e-9 || fabs(to.y - zoom->y) > 1e-9;
    *zoom = to;
    return moved;
}

static bool is_inside(const struct roofline_span *span, double at)
{
    return !isfinite(at) || (at >= span->least && at <= span->most);
}

void roofline_zoom_show(struct roofline_zoom *zoom, const struct roofline_window *whole, double x,
                        double y)
{
    struct roofline_window now = roofline_window_of(whole, zoom);
    if (is_inside(&now.x, x) && is_inside(&now.y, y))
        return;
    zoom->x = x;
    zoom->y = y;
}

/* occupancy_view: what the occupancy of the open result's launch would be with other numbers: the
 * inputs, what comes of them, what limits, the nearest changes that raise it, and curves. */
#ifndef ROOFTOP_OCCUPANCY_VIEW_H
#define ROOFTOP_OCCUPANCY_VIEW_H

#include <stdbool.h>
#include <stdio.h>

#include "keys.h"
#include "occupancy_figure.h"
#include "page.h"
#include "what_if.h"

struct occupancy_view {
    const struct result *result; /* NULL: none */
    bool known;                  /* what is of this result; else error says why it cannot be */
    bool begun;                  /* what or error was made of this result */
    struct what_if what;
    struct error error;
    struct what_if_change changes[WHAT_IF_INPUTS];
    size_t change_count;
    enum what_if_input cursor;
    enum occupancy_curve curve;
    int scroll;
};

/* Another result: its launch's own numbers. NULL: the result is let go of. */
void occupancy_view_show(struct occupancy_view *view, const struct result *result);

/* "registers 40" or "chip 8.9": false: it cannot be, and the error says why. */
bool occupancy_view_set(struct occupancy_view *view, const char *text, struct error *error);

/* false: it cannot be done, and the error says why, or it is not an action of the view. */
bool occupancy_view_act(struct occupancy_view *view, enum action_id action, int rows,
                        struct error *error);
bool occupancy_view_click(struct occupancy_view *view, int row);
bool occupancy_view_search(struct occupancy_view *view, const char *text, int step, bool here);
void occupancy_view_draw(struct occupancy_view *view, int rows, const char *search);

/* All of it but the title, from the painter's line on; side by side what has room. The curves take
 * what is left of so many rows, at least OCCUPANCY_FIGURE_ROWS. Only if a launch is known. */
void occupancy_view_paint(const struct occupancy_view *view, int rows, struct painter *painter);

/* Inputs and what comes of them, for the launch and as asked for. */
bool occupancy_view_print(struct occupancy_view *view, enum page_format format, FILE *out,
                          struct error *error);

#endif

/* occupancy_view: what the occupancy of a launch would be with other numbers. It shows the inputs,
 * the occupancy that follows, what limits it, the smallest changes that raise it, the range of
 * times that is to be expected, and curves. */
#ifndef ROOFTOP_TUI_VIEWS_OCCUPANCY_VIEW_H
#define ROOFTOP_TUI_VIEWS_OCCUPANCY_VIEW_H

#include <stdbool.h>
#include <stdio.h>

#include "report/content/what_if_time.h"
#include "report/pages/page.h"
#include "tui/figures/occupancy_figure.h"
#include "tui/widgets/view.h"

struct occupancy_view {
    const struct result *result; /* NULL: none */
    bool known;                  /* what is valid; otherwise error says why it cannot be computed */
    bool begun;                  /* what or error is set for this result */
    struct what_if what;
    struct what_if_measured measured;
    struct error error;
    struct what_if_change changes[WHAT_IF_INPUTS];
    size_t change_count;
    enum what_if_input cursor;
    enum occupancy_curve curve;
    int scroll;
    /* What was asked for when the result was let go of, because it may come back: its index + 1; 0:
     * nothing. */
    size_t again;
    unsigned asked[WHAT_IF_INPUTS];
};

/* Shows another result with its launch's own numbers. NULL: forgets the result. */
void occupancy_view_show(struct occupancy_view *view, const struct result *result);

/* Sets an input, for example "registers 40" or "chip 8.9". Returns false with the error if that is
 * not possible. */
bool occupancy_view_set(struct occupancy_view *view, const char *text, struct error *error);

/* Carries out an action. Returns false with the error if it cannot be done, or without one if the
 * action is not the view's. */
bool occupancy_view_act(struct occupancy_view *view, enum action_id action, int rows,
                        struct error *error);
bool occupancy_view_click(struct occupancy_view *view, int row);
bool occupancy_view_search(struct occupancy_view *view, const char *text, int step, bool here);
/* Computes what is missing, and limits the scrolling. Call it before drawing. */
void occupancy_view_fit(struct occupancy_view *view, int rows);
void occupancy_view_draw(const struct occupancy_view *view, int rows, const char *search);

/* Draws everything but the title, from the painter's line on. Parts stand side by side where there
 * is room. The curves take the rest of `rows`, at least OCCUPANCY_FIGURE_ROWS. A launch must be
 * known. */
void occupancy_view_paint(const struct occupancy_view *view, int rows, struct painter *painter);

/* Prints the inputs and the results for the launch as it was and as it is asked for. */
bool occupancy_view_print(struct occupancy_view *view, enum page_format format, FILE *out,
                          struct error *error);
/* Appends what it says in sentences, a line each; nothing without a launch. */
void occupancy_view_remark(struct occupancy_view *view, struct strbuf *out);

extern const struct view_ops occupancy_view_ops;

#endif

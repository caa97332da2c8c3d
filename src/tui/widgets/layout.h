/* layout: computes where panes stand, by arithmetic alone.
 *
 * Panes and the borders between them fill the place exactly. If a preset asks for more than fits,
 * it gets less: no pane is smaller than the least size unless it is the only one. Positions depend
 * only on the size and the wish, so a screen that shrinks and grows again looks as before. */
#ifndef ROOFTOP_TUI_WIDGETS_LAYOUT_H
#define ROOFTOP_TUI_WIDGETS_LAYOUT_H

#include <stdbool.h>
#include <stddef.h>

#include "tui/term/rect.h"

/* X(enum, name, help) */
#define LAYOUT_TABLE(X)                                                                            \
    X(AUTO, "auto", "as many panes as the screen has room for")                                    \
    X(ONE, "one", "one pane")                                                                      \
    X(COLUMNS, "columns", "two side by side")                                                      \
    X(ROWS, "rows", "two, one above the other")                                                    \
    X(THREE, "three", "three side by side")                                                        \
    X(TALL, "tall", "two, one above the other, beside a tall one")

enum layout_preset {
#define LAYOUT_ENUM(preset, ...) LAYOUT_##preset,
    LAYOUT_TABLE(LAYOUT_ENUM)
#undef LAYOUT_ENUM
        LAYOUT_PRESETS
};

extern const char *const layout_names[LAYOUT_PRESETS];

/* The least size of a pane with its title; the columns from which LAYOUT_AUTO has two and three
 * panes; the rows from which one of three panes is tall. */
enum {
    LAYOUT_MOST = 3,
    LAYOUT_LEAST_ROWS = 6,
    LAYOUT_LEAST_COLUMNS = 38,
    LAYOUT_TWO_FROM = 140,
    LAYOUT_THREE_FROM = 200,
    LAYOUT_TALL_FROM = 40
};

struct layout_wish {
    enum layout_preset preset;
    /* In percent: the first pane's share of the whole, and the next pane's share of the rest. 0:
     * the usual one. */
    int splits[2];
};

/* The second pane is the tall one. Borders are one column wide. */
struct layout {
    int count, border_count;
    struct rect panes[LAYOUT_MOST], borders[LAYOUT_MOST - 1];
};

struct layout layout_panes(const struct layout_wish *wish, int rows, int columns);

/* Moves a split by a step, to the right or down if it is positive. Returns false if it cannot move
 * further, or if there is no such split. */
bool layout_move(struct layout_wish *wish, int split, int step, int rows, int columns);

#endif

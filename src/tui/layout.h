/* layout: where panes stand, by arithmetic alone.
 *
 * Panes and the borders between them fill the place exactly. What a preset asks for is cut down to
 * what fits: no pane is smaller than the least size unless it is the only one. Positions are a
 * function of the size and the wish, so that a screen that becomes smaller and larger again looks
 * as before. */
#ifndef ROOFTOP_LAYOUT_H
#define ROOFTOP_LAYOUT_H

#include <stdbool.h>
#include <stddef.h>

#include "rect.h"

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

/* Sizes of a pane, title included; columns from which LAYOUT_AUTO has two and three, and rows from
 * which one of the three is tall. */
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
    /* Percent: the first pane of all, and the one that is cut next of what it shares; 0: usual. */
    int splits[2];
};

/* The second pane is the tall one. Borders are one column wide. */
struct layout {
    int count, border_count;
    struct rect panes[LAYOUT_MOST], borders[LAYOUT_MOST - 1];
};

struct layout layout_panes(const struct layout_wish *wish, int rows, int columns);

/* Moves a split by a step, to the right or down if it is positive. false: it cannot go further, or
 * there is no such split. */
bool layout_move(struct layout_wish *wish, int split, int step, int rows, int columns);

#endif

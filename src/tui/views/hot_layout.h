/* hot_layout: the places of the columns of the hot spots view. */
#ifndef ROOFTOP_TUI_VIEWS_HOT_LAYOUT_H
#define ROOFTOP_TUI_VIEWS_HOT_LAYOUT_H

#include <stdbool.h>
#include <stddef.h>

/* The bar of the share stands before it. */
enum hot_place_column {
    HOT_AT_RANK,
    HOT_AT_BAR,
    HOT_AT_SHARE,
    HOT_AT_TIME,
    HOT_AT_LAUNCHES,
    HOT_AT_PLACE,
    HOT_AT_STALL,
    HOT_AT_FINDING,
    HOT_AT_TEXT,
    HOT_AT_COLUMNS
};

/* A column without room has the width 0. */
struct hot_layout {
    int start[HOT_AT_COLUMNS], width[HOT_AT_COLUMNS];
};

/* columns: of the screen. count: of the spots. timed: their time is known. */
struct hot_layout hot_layout(int columns, size_t count, bool timed);

#endif

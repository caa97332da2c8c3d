/* view_place: the place of a view, to return to when a search is given up. Each view uses the
 * members that it needs. */
#ifndef ROOFTOP_TUI_WIDGETS_VIEW_PLACE_H
#define ROOFTOP_TUI_WIDGETS_VIEW_PLACE_H

#include <stdbool.h>
#include <stddef.h>

struct view_place {
    size_t cursor, top;
    int scroll;
    bool flag;
};

#endif

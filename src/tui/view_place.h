/* view_place: where a view stands: what a search that is given up goes back to. Each view uses what
 * it has of it. */
#ifndef ROOFTOP_VIEW_PLACE_H
#define ROOFTOP_VIEW_PLACE_H

#include <stdbool.h>
#include <stddef.h>

struct view_place {
    size_t cursor, top;
    int scroll;
    bool flag;
};

#endif

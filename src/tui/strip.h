/* strip: the first opportunities above the results list, or how far the search for them is. */
#ifndef ROOFTOP_STRIP_H
#define ROOFTOP_STRIP_H

#include "scan.h"

enum strip_state {
    STRIP_OFF,     /* no rules, or no results yet */
    STRIP_LOOKING, /* and it takes its time */
    STRIP_DONE
};

enum strip_state strip_state(const struct scan *scan);

/* Rows of the strip where list and strip have `rows` together. While it looks for opportunities
 * there is room for the most, so that the list keeps its place afterwards. */
int strip_rows(int rows, enum strip_state state, size_t opportunities);

void strip_draw(const struct scan *scan, int top_row, int rows);

#endif

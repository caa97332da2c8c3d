/* opportunity_strip: draws the first opportunities above the results list, or the progress of the
 * search for them. */
#ifndef ROOFTOP_TUI_VIEWS_OPPORTUNITY_STRIP_H
#define ROOFTOP_TUI_VIEWS_OPPORTUNITY_STRIP_H

#include "tui/views/scan.h"

enum opportunity_strip_state {
    STRIP_OFF,     /* no rules, or no results yet */
    STRIP_LOOKING, /* the search takes some time */
    STRIP_DONE
};

enum opportunity_strip_state opportunity_strip_state(const struct scan *scan);

/* Returns the rows of the strip. rows: what list and strip have together. During the search the
 * strip is as high as it can become, so that the list does not move afterwards. */
int opportunity_strip_rows(int rows, enum opportunity_strip_state state, size_t opportunities);

void opportunity_strip_draw(const struct scan *scan, int top_row, int rows);

#endif

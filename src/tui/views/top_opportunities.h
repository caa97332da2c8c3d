/* top_opportunities: draws the first opportunities above the results list, or the progress of the
 * search for them. */
#ifndef ROOFTOP_TUI_VIEWS_TOP_OPPORTUNITIES_H
#define ROOFTOP_TUI_VIEWS_TOP_OPPORTUNITIES_H

#include "tui/views/scan.h"

enum top_opportunities_state {
    TOP_OFF,     /* no rules, or no results yet */
    TOP_LOOKING, /* the search takes some time */
    TOP_DONE
};

enum top_opportunities_state top_opportunities_state(const struct scan *scan);

/* Returns their number of rows: a heading where there is room for it, and one for each. rows: what
 * they and the list have together. During the search they take as many as they can need, so that
 * the list does not move afterwards. */
int top_opportunities_rows(int rows, enum top_opportunities_state state, size_t opportunities);

void top_opportunities_draw(const struct scan *scan, int top_row, int rows);

/* Returns the one in a row of these, or NULL. */
const struct cause *top_opportunities_at(const struct scan *scan, int row, int rows);

#endif

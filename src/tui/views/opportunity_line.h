/* opportunity_line: draws an opportunity in one line: its rank, the time it saves, its share of all
 * time, its kernel and the finding. On a narrow screen the share is left out first, then the
 * kernel. */
#ifndef ROOFTOP_TUI_VIEWS_OPPORTUNITY_LINE_H
#define ROOFTOP_TUI_VIEWS_OPPORTUNITY_LINE_H

#include <stdbool.h>
#include <stddef.h>

#include "report/rules/opportunities.h"

enum opportunity_column {
    OPPORTUNITY_RANK,
    OPPORTUNITY_SAVING,
    OPPORTUNITY_SHARE,
    OPPORTUNITY_KERNEL,
    OPPORTUNITY_FINDING,
    OPPORTUNITY_COLUMNS
};

struct opportunity_layout {
    int start[OPPORTUNITY_COLUMNS], width[OPPORTUNITY_COLUMNS]; /* width 0: not shown */
};

/* Returns the columns for a screen of some width. count: the number of opportunities, which gives
 * the width of the ranks. This is arithmetic alone. */
struct opportunity_layout opportunity_layout(int columns, size_t count);

/* Returns the text of a column, safe and as a new string. rank begins with 0. */
char *opportunity_text(const struct opportunity *opportunity, size_t rank,
                       enum opportunity_column column);

void opportunity_line_draw(const struct opportunity *opportunity, size_t rank,
                           const struct opportunity_layout *layout, int row, bool selected,
                           const char *search);
/* Draws the titles of the columns. */
void opportunity_line_heading(const struct opportunity_layout *layout, int row);

#endif

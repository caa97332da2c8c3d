/* opportunity_line: draws an opportunity, a root cause that costs time, in one line: its rank, the
 * time it saves, its share of all time, its kernel, its name, where it is in the code, and how many
 * findings go with it. On a narrow screen the share is left out first, then the
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

/* Returns the text of a column, safe and as a new string. rank begins with 0. limit: what limits
 * the kernel, which stands before the cause; NULL: the cause itself does. */
char *opportunity_text(const struct cause *cause, size_t rank, const char *limit,
                       enum opportunity_column column);

void opportunity_line_draw(const struct cause *cause, size_t rank, const char *limit,
                           const struct opportunity_layout *layout, int row, bool selected,
                           const char *search);
/* Draws the titles of the columns. */
void opportunity_line_heading(const struct opportunity_layout *layout, int row, bool several);

#endif

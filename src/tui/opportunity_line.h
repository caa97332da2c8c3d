/* opportunity_line: an opportunity in one line: its rank, what it saves in time and of all time,
 * its kernel and what was found. On a narrow screen the share goes first, then the kernel. */
#ifndef ROOFTOP_OPPORTUNITY_LINE_H
#define ROOFTOP_OPPORTUNITY_LINE_H

#include <stdbool.h>
#include <stddef.h>

#include "opportunities.h"

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

/* count: of opportunities, for the width of their ranks. By arithmetic alone. */
struct opportunity_layout opportunity_layout(int columns, size_t count);

/* The text of a column, safe; free() it. rank from 0. */
char *opportunity_text(const struct opportunity *opportunity, size_t rank,
                       enum opportunity_column column);

void opportunity_line_draw(const struct opportunity *opportunity, size_t rank,
                           const struct opportunity_layout *layout, int row, bool selected,
                           const char *search);
/* The titles of the columns. */
void opportunity_line_heading(const struct opportunity_layout *layout, int row);

#endif

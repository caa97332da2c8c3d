/* rules_layout: computes the widths of the columns in the view of the rules. On a narrow screen the
 * least informative columns are left out; the state and the identifier stay. */
#ifndef ROOFTOP_TUI_VIEWS_RULES_LAYOUT_H
#define ROOFTOP_TUI_VIEWS_RULES_LAYOUT_H

enum rules_column { RULES_STATE, RULES_ID, RULES_NAME, RULES_SECTION, RULES_FILE, RULES_COLUMNS };

struct rules_layout {
    int start[RULES_COLUMNS], width[RULES_COLUMNS]; /* width 0: not shown */
};

/* Returns the columns. widest: the width of the longest text of each column. */
struct rules_layout rules_layout(int columns, const int widest[RULES_COLUMNS]);

#endif

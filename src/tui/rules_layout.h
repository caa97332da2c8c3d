/* rules_layout: widths of the columns of the view of the rules, by arithmetic alone. On a narrow
 * screen the columns that tell least go; the state and the identifier stay. */
#ifndef ROOFTOP_RULES_LAYOUT_H
#define ROOFTOP_RULES_LAYOUT_H

enum rules_column { RULES_STATE, RULES_ID, RULES_NAME, RULES_SECTION, RULES_FILE, RULES_COLUMNS };

struct rules_layout {
    int start[RULES_COLUMNS], width[RULES_COLUMNS]; /* width 0: not shown */
};

/* widest: what the texts of each column take. */
struct rules_layout rules_layout(int columns, const int widest[RULES_COLUMNS]);

#endif

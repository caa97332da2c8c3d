/* rules_view: the rules, one in each row: whether it is on, its identifier, name, section and file.
 * Below the list stands what the selected rule looks for, or what is wrong with it. */
#ifndef ROOFTOP_TUI_VIEWS_RULES_VIEW_H
#define ROOFTOP_TUI_VIEWS_RULES_VIEW_H

#include <stdbool.h>

#include "report/rules/rule_library.h"
#include "tui/widgets/row_cursor.h"
#include "tui/widgets/view.h"

struct rules_view {
    struct row_cursor cursor;
};

/* Returns "on", "off", "silent", or "error" if the rule could not be read. */
const char *rules_view_state(const struct rule_entry *entry);

/* Carries out an action. Returns false if the action is not the view's. */
bool rules_view_act(struct rules_view *view, const struct rule_library *library,
                    enum action_id action, int rows);
/* Selects the rule that is drawn at a row. Returns false if there is none. */
bool rules_view_click(struct rules_view *view, const struct rule_library *library, int row,
                      int rows);
/* Moves to the next row (step 1) or the one before (-1) that has the text. here: the present row
 * counts, too. */
bool rules_view_search(struct rules_view *view, const struct rule_library *library,
                       const char *text, int step, bool here);
/* Puts the cursor into the list and into view. Call it before drawing. */
void rules_view_fit(struct rules_view *view, const struct rule_library *library, int rows);
void rules_view_draw(const struct rules_view *view, const struct rule_library *library, int top_row,
                     int rows, const char *search);

extern const struct view_ops rules_view_ops;

#endif

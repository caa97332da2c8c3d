/* rules_view: the rules, one a row: whether it is on, its identifier, name and section, and where
 * it comes from; below them what the selected one is about, or what is wrong with it. */
#ifndef ROOFTOP_RULES_VIEW_H
#define ROOFTOP_RULES_VIEW_H

#include <stdbool.h>

#include "keys.h"
#include "rule_library.h"

struct rules_view {
    size_t cursor, top;
};

/* "on", "off", "silent", or "error" if it could not be read. */
const char *rules_view_state(const struct rule_entry *entry);

/* false: not an action of the view. */
bool rules_view_act(struct rules_view *view, const struct rule_library *library,
                    enum action_id action, int rows);
/* Selects the rule that was drawn there. false: none was. */
bool rules_view_click(struct rules_view *view, const struct rule_library *library, int row,
                      int rows);
/* Moves to the next row (step 1 or -1) with the text; from the row itself if here. */
bool rules_view_search(struct rules_view *view, const struct rule_library *library,
                       const char *text, int step, bool here);
void rules_view_draw(struct rules_view *view, const struct rule_library *library, int top_row,
                     int rows, const char *search);

#endif

/* ui_search: looks for a text in the focused view, or in the help that lies over it. */
#ifndef ROOFTOP_TUI_UI_UI_SEARCH_H
#define ROOFTOP_TUI_UI_UI_SEARCH_H

#include "tui/ui/ui.h"

/* Goes to the next match of the search (step 1) or the one before (-1). here: the present place
 * counts, too. */
void ui_search(struct ui *ui, int step, bool here);
/* Searches for the text that is being typed. This is done once for all keys that have arrived,
 * because a paste may be long. */
void ui_search_typed(struct ui *ui);
/* Returns to where the view stood when typing began. */
void ui_search_drop(struct ui *ui);
/* Says that the text was not found. */
void ui_say_missed(struct ui *ui);

#endif

/* ui_act: carries out an action, whether it comes from a key, a command or a click. */
#ifndef ROOFTOP_TUI_UI_UI_ACT_H
#define ROOFTOP_TUI_UI_UI_ACT_H

#include "tui/ui/ui.h"

/* Looks for the action in the table of the ui's own actions, then among the actions that open a
 * view. Any other action goes to the focused view. digit: the number of a "1-9" key. */
void ui_act(struct ui *ui, enum action_id action, int digit);

#endif

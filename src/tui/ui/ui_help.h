/* ui_help: the help that covers the views. */
#ifndef ROOFTOP_TUI_UI_UI_HELP_H
#define ROOFTOP_TUI_UI_UI_HELP_H

#include "tui/ui/ui.h"

void ui_help_open(struct ui *ui);
/* Carries out an action while the help is open. */
void ui_help_act(struct ui *ui, enum action_id action);

#endif

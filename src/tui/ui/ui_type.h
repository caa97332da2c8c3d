/* ui_type: the keys while a search, a filter or a command is typed (ui_prompt.h). */
#ifndef ROOFTOP_TUI_UI_UI_TYPE_H
#define ROOFTOP_TUI_UI_UI_TYPE_H

#include "tui/ui/ui.h"

void ui_type(struct ui *ui, int key);

#endif

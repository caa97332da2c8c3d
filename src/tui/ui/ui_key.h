/* ui_key: sends a key to the form, to the line that is typed, to the help, or to the action that it
 * is bound to. */
#ifndef ROOFTOP_TUI_UI_UI_KEY_H
#define ROOFTOP_TUI_UI_UI_KEY_H

#include "tui/ui/ui.h"

void ui_key(struct ui *ui, int key);

#endif

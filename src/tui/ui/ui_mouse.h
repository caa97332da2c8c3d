/* ui_mouse: handles KEY_MOUSE. A click selects a pane and a row, a double click opens the row, and
 * the wheel scrolls the pane under the pointer. */
#ifndef ROOFTOP_TUI_UI_UI_MOUSE_H
#define ROOFTOP_TUI_UI_UI_MOUSE_H

#include "tui/ui/ui.h"

void ui_mouse(struct ui *ui);

#endif

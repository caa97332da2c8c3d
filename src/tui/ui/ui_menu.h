/* ui_menu: the menu over the panes; widgets/menu_view.h is the menu itself. */
#ifndef ROOFTOP_TUI_UI_UI_MENU_H
#define ROOFTOP_TUI_UI_UI_MENU_H

#include "tui/term/screen.h"
#include "tui/ui/ui.h"

void ui_menu_open(struct ui *ui);
/* A key or a click while the menu is open. */
void ui_menu_key(struct ui *ui, int key);
void ui_menu_click(struct ui *ui, const struct screen_click *click);

#endif

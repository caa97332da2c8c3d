/* ui_draw: draws the whole screen: the header, the panes or the help, the row of messages, the key
 * bar, and the form on top. */
#ifndef ROOFTOP_TUI_UI_UI_DRAW_H
#define ROOFTOP_TUI_UI_UI_DRAW_H

#include "tui/ui/ui.h"

/* Prepares everything that drawing depends on: the panes, the selection and scrolling of the
 * visible views, and the messages. */
void ui_prepare(struct ui *ui);
/* Draws the screen without changing the state. Call ui_prepare() before. */
void ui_draw(const struct ui *ui);

#endif

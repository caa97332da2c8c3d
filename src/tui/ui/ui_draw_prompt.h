/* ui_draw_prompt: draws the line that is being typed in the row of messages, and its keys or
 * completions in the row of keys. */
#ifndef ROOFTOP_TUI_UI_UI_DRAW_PROMPT_H
#define ROOFTOP_TUI_UI_UI_DRAW_PROMPT_H

#include "tui/ui/ui.h"

void ui_draw_prompt(const struct ui *ui, int row);
void ui_draw_prompt_keys(const struct ui *ui, int row);

#endif

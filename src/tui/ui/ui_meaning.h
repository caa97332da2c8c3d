/* ui_meaning: what the word that is being typed behind :explain means, above the line, so that
 * Enter is needed only for more: the number's values, other results, neighbours. */
#ifndef ROOFTOP_TUI_UI_UI_MEANING_H
#define ROOFTOP_TUI_UI_UI_MEANING_H

#include "tui/ui/ui.h"

/* Draws it in the rows that end above `row`, over the view. Nothing is drawn while the letters mean
 * no term, or where there is no room. */
void ui_draw_meaning(const struct ui *ui, int row);

#endif

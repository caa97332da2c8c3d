/* ui_effects: applies the effects of an action (view.h) to the screen. This happens nowhere else.
 */
#ifndef ROOFTOP_TUI_UI_UI_EFFECTS_H
#define ROOFTOP_TUI_UI_UI_EFFECTS_H

#include "tui/ui/ui.h"

/* Applies the effects and releases them. */
void ui_apply(struct ui *ui, struct effects *effects);

#endif

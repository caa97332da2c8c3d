/* ui_rerun: connects the screen with the form that profiles the program again (tui/rerun/rerun.h).
 */
#ifndef ROOFTOP_TUI_UI_UI_RERUN_H
#define ROOFTOP_TUI_UI_UI_RERUN_H

#include "tui/ui/ui.h"

void ui_rerun_open(struct ui *ui);
/* Gives the form a key, and starts the run that it asks for. */
void ui_rerun_key(struct ui *ui, int key);

#endif

/* ui_rerun: connects the screen with the form that profiles the program again (tui/rerun/rerun.h).
 */
#ifndef ROOFTOP_TUI_UI_UI_RERUN_H
#define ROOFTOP_TUI_UI_UI_RERUN_H

#include "tui/ui/ui.h"

void ui_rerun_open(struct ui *ui);
/* Whether the launch of a result can be measured again here; if not, the error says why. */
bool ui_rerun_can(struct ui *ui, size_t result, struct error *error);
/* Measures it again, compared with that result. Returns false with the error if it does not begin.
 */
bool ui_rerun_launch(struct ui *ui, size_t result, struct error *error);
/* Gives the form a key, and starts the run that it asks for. */
void ui_rerun_key(struct ui *ui, int key);

#endif

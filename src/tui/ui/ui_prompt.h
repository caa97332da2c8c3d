/* ui_prompt: starts typing a search, a filter or a command, and gives access to the text. ui_type.h
 * has the keys. */
#ifndef ROOFTOP_TUI_UI_UI_PROMPT_H
#define ROOFTOP_TUI_UI_UI_PROMPT_H

#include "tui/ui/ui.h"

void ui_prompt(struct ui *ui, enum prompt prompt);
/* Starts typing a command with text already in the line. */
void ui_prompt_with(struct ui *ui, const char *command);

/* Returns the text that is being typed. */
const char *ui_typed(const struct ui *ui);

/* ui_filter() returns the filter of the focused view, or of the list if the view has none. It can
 * be changed and has TYPED_ROOM bytes. ui_filter_shown() returns it for display, with the number of
 * rows that pass and of all rows. */
char *ui_filter(struct ui *ui);
const char *ui_filter_shown(const struct ui *ui, size_t *shown, size_t *all);
/* Applies the filter. Returns false if it is not valid; the rows stay as they are, and a message
 * says why. */
bool ui_set_filter(struct ui *ui);

#endif

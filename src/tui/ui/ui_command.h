/* ui_command: the commands behind ":". Their names are those of the actions in the key table, and
 * some take a word. */
#ifndef ROOFTOP_TUI_UI_UI_COMMAND_H
#define ROOFTOP_TUI_UI_UI_COMMAND_H

#include "tui/ui/ui.h"

/* Runs a command line. */
void ui_command(struct ui *ui, const char *text);
/* Lists the words that can complete a command line. Returns where the completed word begins. */
size_t ui_offer(struct ui *ui, const char *text, struct completions *list);
/* Adds the words that the letters behind a command mean, the best one first, if that is a command
 * which goes by letters. */
void ui_offer_meant(const struct ui *ui, const char *text, struct completions *list);
/* Returns whether a command takes a word. */
bool ui_takes_word(const char *name);

#endif

/* ui_edit: edits a line of source, builds the program, measures the same launch again and says what
 * became of it. Editor, build and the questions between them have the terminal (ui_outside.h). */
#ifndef ROOFTOP_TUI_UI_UI_EDIT_H
#define ROOFTOP_TUI_UI_UI_EDIT_H

#include "tui/ui/ui.h"

/* Edits a file, by its path in the report. If it has changed, the user is asked whether to build
 * and to measure the result's launch again. */
void ui_edit(struct ui *ui, const char *path, size_t line, size_t result);

/* Builds and measures the launch of the selected result again. */
void ui_edit_build(struct ui *ui);
/* Takes a command that builds, and keeps it among the user's settings. */
void ui_edit_build_by(struct ui *ui, const char *command);

/* Says what became of the kernel once it is measured. Call it after each step. */
void ui_edit_follow(struct ui *ui);

#endif

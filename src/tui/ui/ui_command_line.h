/* ui_command_line: typing a command, with completion and history. A theme is shown while its name
 * is typed. */
#ifndef ROOFTOP_TUI_UI_UI_COMMAND_LINE_H
#define ROOFTOP_TUI_UI_UI_COMMAND_LINE_H

#include "tui/ui/ui.h"

void ui_type_command(struct ui *ui, int key);

#endif

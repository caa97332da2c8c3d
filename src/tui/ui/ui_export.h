/* ui_export: ":export FILE" writes what the focused view shows to a file. The end of the file's
 * name tells the format. */
#ifndef ROOFTOP_TUI_UI_UI_EXPORT_H
#define ROOFTOP_TUI_UI_UI_EXPORT_H

#include "tui/ui/ui.h"

/* Writes the file. over: replaces an existing file. */
void ui_export(struct ui *ui, const char *file, bool over);

#endif

/* ui_filter_line: the line in which a filter is typed. */
#ifndef ROOFTOP_TUI_UI_UI_FILTER_LINE_H
#define ROOFTOP_TUI_UI_UI_FILTER_LINE_H

#include "tui/ui/ui.h"

/* Every character chooses the rows at once. A regular expression that is not yet one leaves them as
 * they are, and is not left by Enter. Tab lists the NVTX ranges that results were launched in. */
void ui_type_filter(struct ui *ui, int key);

/* Says what may have been meant where a filter of the list lets nothing pass: a push/pop range
 * without its slash. */
void ui_filter_hint(struct ui *ui);

/* Returns whether Tab lists NVTX ranges: the filter is that of the list. */
bool ui_filter_has_ranges(const struct ui *ui);

#endif

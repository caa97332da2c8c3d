/* ui_bundle: what is seen, as one text in Markdown for an issue or a message: which result it is of
 * and the command that opens it again, the focused view as it is drawn, and what the diagnosis says
 * of the result: limits, findings, hot lines, what to change. Of a view about all results the
 * summary stands in its place. */
#ifndef ROOFTOP_TUI_UI_UI_BUNDLE_H
#define ROOFTOP_TUI_UI_UI_BUNDLE_H

#include <stdio.h>

#include "tui/ui/ui.h"

/* Pages in it have the numbers of pages that are printed, as number_style.h is set then. */
bool ui_bundle_print(struct ui *ui, FILE *out, struct error *error);

#endif

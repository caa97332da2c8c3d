/* ui_copy: copies what is seen to the terminal's clipboard. */
#ifndef ROOFTOP_TUI_UI_UI_COPY_H
#define ROOFTOP_TUI_UI_UI_COPY_H

#include "tui/ui/ui.h"

/* Copies the selected row or section. whole: all that the pane shows. */
void ui_copy(struct ui *ui, bool whole);
/* Does the same in one of the forms that ui_offer_copies() lists, for example ":copy markdown". */
void ui_copy_as(struct ui *ui, bool whole, const char *form);
/* Appends all that the focused pane shows, in a fence of Markdown. */
void ui_copy_fenced(struct ui *ui, struct strbuf *out);
void ui_offer_copies(struct completions *list);

#endif

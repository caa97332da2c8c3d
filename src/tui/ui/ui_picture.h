/* ui_picture: draws the focused view as a picture. */
#ifndef ROOFTOP_TUI_UI_UI_PICTURE_H
#define ROOFTOP_TUI_UI_UI_PICTURE_H

#include "tui/ui/ui.h"

/* Writes the view as it is seen, as SVG. */
void ui_picture(struct ui *ui, FILE *out);

#endif

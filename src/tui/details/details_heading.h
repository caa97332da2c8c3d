/* details_heading: the lines above the sections: the kernel and its launch, its root cause, and
 * what it is compared with. */
#ifndef ROOFTOP_TUI_DETAILS_DETAILS_HEADING_H
#define ROOFTOP_TUI_DETAILS_DETAILS_HEADING_H

#include "tui/details/details_view.h"

int details_heading_rows(const struct details_view *view);
void details_heading_draw(const struct details_view *view, int row);
/* Says below the heading why no section is shown. */
void details_heading_why_empty(const struct details_view *view, int row, int rows);

#endif

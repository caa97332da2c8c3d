/* section_pane: one section of a result as a pane: its title with a digest when folded; else its
 * numbers, percentages as bars, its tables and findings. */
#ifndef ROOFTOP_SECTION_PANE_H
#define ROOFTOP_SECTION_PANE_H

#include <stdbool.h>

#include "painter.h"
#include "section_view.h"

struct section_pane {
    struct section_view *view;
    const struct result *result;
    int number; /* key that toggles it; 0: none */
    bool open, selected;
    bool metric_names, description, whole_tables;
};

/* Draws or measures; painter->line is the pane's height afterwards. */
void section_pane_draw(const struct section_pane *pane, struct painter *painter);

#endif

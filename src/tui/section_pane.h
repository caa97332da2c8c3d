/* section_pane: one section of a result as a pane: its title with a digest when folded; else its
 * numbers, percentages as bars, its findings, tables and figures. Comments, NVTX ranges and call
 * stacks are panes of lines. */
#ifndef ROOFTOP_SECTION_PANE_H
#define ROOFTOP_SECTION_PANE_H

#include <stdbool.h>

#include "figures.h"
#include "painter.h"
#include "result_notes.h"
#include "section_view.h"

struct section_pane {
    struct section_view *view;     /* NULL: a pane of lines */
    const struct note_block *note; /* NULL: a section */
    const struct result *result;
    int number; /* key that toggles it; 0: none */
    bool open, selected;
    bool metric_names, description, whole_tables;
    const struct result *baseline; /* NULL: none; else baseline_name is what it is called */
    const char *baseline_name;
    struct section_view *before; /* the section in the baseline; NULL: none */
    struct roofline_sight rooflines;
};

/* What the pane is known by from one result to the next. */
const char *section_pane_id(const struct section_pane *pane);

/* How its figures are drawn. */
struct figures_style section_pane_style(const struct section_pane *pane);

/* Makes what only a pane that is seen needs: a folded one's digest. */
void section_pane_prepare(const struct section_pane *pane);

/* Draws or measures; painter->line is the pane's height afterwards. */
void section_pane_draw(const struct section_pane *pane, struct painter *painter);

#endif

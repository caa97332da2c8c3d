/* details_section: one section of the details, folded or open. Folded it is a title with a digest.
 * Open it has its numbers, with bars for percentages, its findings, tables and figures. Comments,
 * NVTX ranges and call stacks are sections, too: they have lines of text. */
#ifndef ROOFTOP_TUI_DETAILS_DETAILS_SECTION_H
#define ROOFTOP_TUI_DETAILS_DETAILS_SECTION_H

#include <stdbool.h>

#include "report/content/result_notes.h"
#include "report/content/section_view.h"
#include "tui/figures/figures.h"
#include "tui/term/painter.h"

struct details_section {
    struct section_view *view;     /* NULL: the section has lines of text */
    const struct note_block *note; /* these lines; NULL: it has a view */
    const struct result *result;
    int number; /* the digit that folds and unfolds it; 0: its name does */
    bool open, selected;
    bool metric_names, description, whole_tables;
    const struct result *baseline; /* NULL: none, and no baseline_name */
    const char *baseline_name;
    struct section_view *before; /* the section in the baseline; NULL: none */
    struct rooflines_style rooflines;
};

/* The identifier that the section has in every result. */
const char *details_section_id(const struct details_section *section);

/* How the figures of the section are drawn. */
struct figures_style details_section_style(const struct details_section *section);

/* Makes what the section needs when it is drawn: the digest of a folded one. */
void details_section_prepare(const struct details_section *section);

/* Draws or measures the section; painter->line is its height afterwards. */
void details_section_draw(const struct details_section *section, struct painter *painter);

#endif

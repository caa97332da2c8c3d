/* glyph_legend: what the glyphs on the screen mean, for the help. */
#ifndef ROOFTOP_TUI_TERM_GLYPH_LEGEND_H
#define ROOFTOP_TUI_TERM_GLYPH_LEGEND_H

#include <stddef.h>

#include "tui/term/glyphs.h"

struct legend_entry {
    const char *help;
    size_t at;                                        /* offset of the glyph in struct glyphs */
    const char *(*text)(const struct glyphs *glyphs); /* returns the glyph; NULL: `at` has it */
};

extern const struct legend_entry glyph_legend[];
extern const size_t glyph_legend_count;

/* Returns the glyph of an entry. */
const char *glyph_legend_text(const struct legend_entry *entry, const struct glyphs *glyphs);

#endif

/* glyphs: what lines, bars and marks are drawn with, at three levels. The level is chosen once by
 * locale and terminal. */
#ifndef ROOFTOP_TUI_TERM_GLYPHS_H
#define ROOFTOP_TUI_TERM_GLYPHS_H

#include <stddef.h>

#include "report/base/strbuf.h"

enum glyph_level { GLYPHS_ASCII, GLYPHS_BLOCKS, GLYPHS_FULL, GLYPH_LEVELS };

struct glyphs {
    enum glyph_level level;
    const char *full, *empty; /* a filled and an empty cell of a bar */
    const char *const *parts; /* cells filled by 1/(part_count+1), 2/..., from left to right */
    size_t part_count;
    const char *open, *closed;           /* fold marks */
    const char *rule, *finding, *stored; /* stored: a finding of the report's own */
    const char *cursor, *dot, *times, *back, *up, *down;
    const char *ghost;                /* the part of a bar that only the baseline has */
    const char *tick, *corner, *axis; /* a chart's left edge, its corner, its lower edge */
    const char *foot, *wall;   /* tick of the lower edge; a vertical line, also between panes */
    const char *links[3];      /* lines of growing weight */
    const char *left, *right;  /* ends of such lines */
    const char *boxes[6];      /* corners of a box from the upper left, |, - */
    const char *const *levels; /* heights of a column, lowest first */
    size_t level_count;
    const char *const *numbers; /* marks of points: 1, 2, ... */
    size_t number_count;
};

/* Returns ASCII without UTF-8, blocks on the Linux console and vt terminals, else all glyphs. */
const struct glyphs *glyphs_choose(const char *term);
const struct glyphs *glyphs_at(enum glyph_level level);

extern const char *const glyph_names[];
/* Returns the glyphs of that name, or NULL. */
const struct glyphs *glyphs_named(const char *name);

/* Appends a bar of `columns` cells for a share from 0 to 1. */
void glyphs_bar(const struct glyphs *glyphs, struct strbuf *out, double share, size_t columns);

#endif

/* glyphs: what lines, bars and marks are drawn with: three levels, chosen once by locale and
 * terminal. */
#ifndef ROOFTOP_GLYPHS_H
#define ROOFTOP_GLYPHS_H

#include <stddef.h>

#include "strbuf.h"

enum glyph_level { GLYPHS_ASCII, GLYPHS_BLOCKS, GLYPHS_FULL };

struct glyphs {
    enum glyph_level level;
    const char *full, *empty; /* a bar's filled and empty cell */
    const char *const *parts; /* filled by 1/(part_count+1), 2/..., left to right */
    size_t part_count;
    const char *open, *closed;           /* fold marks */
    const char *rule, *finding, *stored; /* stored: a finding of the report's own */
    const char *cursor, *dot, *times, *back, *up, *down;
    const char *ghost;                /* of a bar that is compared with */
    const char *tick, *corner, *axis; /* a chart's left edge, its corner, its lower edge */
    const char *foot, *wall;          /* tick of the lower edge; a vertical line */
    const char *links[3];             /* lines of growing weight */
    const char *left, *right;         /* ends of such lines */
    const char *boxes[6];             /* corners of a box from the upper left, |, - */
    const char *const *levels;        /* heights of a column, from the lowest on */
    size_t level_count;
    const char *const *numbers; /* marks of points: 1, 2, ... */
    size_t number_count;
};

/* ASCII without UTF-8; blocks on the Linux console and vt terminals; else all. */
const struct glyphs *glyphs_choose(const char *term);
const struct glyphs *glyphs_at(enum glyph_level level);

/* Appends a bar of `columns` cells for a share of 0 to 1. */
void glyphs_bar(const struct glyphs *glyphs, struct strbuf *out, double share, size_t columns);

#endif

/* svg_glyph: characters that are drawings (blocks, lines of boxes, braille, arrows, diamonds) as
 * shapes in a cell of 1 by 1. So they join as on a terminal, whatever fonts there are. */
#ifndef ROOFTOP_TUI_TERM_SVG_GLYPH_H
#define ROOFTOP_TUI_TERM_SVG_GLYPH_H

#include <stdbool.h>
#include <stddef.h>

enum svg_glyph_kind { SVG_NO_GLYPH, SVG_BLOCK, SVG_STROKES, SVG_DOTS, SVG_POLYGON };

struct svg_glyph {
    enum svg_glyph_kind kind;
    double x0, y0, x1, y1; /* a block; adjacent cells join */
    double opacity;
    /* Strokes from the middle to the left, the right, up and down. heavy: thick, twice: double. */
    bool left, right, up, down, heavy, twice;
    unsigned dots; /* bit: row * 2 + column */
    const double (*points)[2];
    size_t point_count;
    bool hollow;
};

/* Returns the shape of a character. `kind` is SVG_NO_GLYPH for all others, which are text. */
struct svg_glyph svg_glyph_of(long source_point);

#endif

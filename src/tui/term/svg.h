/* svg: writes a picture as SVG 1.1, which browsers and drawing programs open.
 *
 * Lines and bars are vector shapes, and so are characters that are drawings (svg_glyph.h). Texts
 * keep their columns with any monospace font: each says its length, and a character that such a
 * font may lack is written alone. Title and description are for readers who cannot see the
 * picture. */
#ifndef ROOFTOP_TUI_TERM_SVG_H
#define ROOFTOP_TUI_TERM_SVG_H

#include <stdio.h>

#include "tui/term/picture.h"
#include "tui/term/theme.h"

enum { SVG_COLUMN = 8, SVG_ROW = 18, SVG_MARGIN = 8 }; /* pixels */

/* Writes the picture with the colours of a theme. */
void svg_write(const struct picture *picture, const struct theme *theme, const char *title,
               const char *description, FILE *out);

#endif

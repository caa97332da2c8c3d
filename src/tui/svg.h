/* svg: a picture as SVG 1.1, which browsers and drawing programs open.
 *
 * Lines and bars are vector shapes, and so are characters that are drawings (svg_glyph.h). Texts
 * stand in columns of the same width whatever monospace font there is: each is told its length, and
 * a character that such a font may not have stands by itself. Title and description are for who
 * cannot see it, and for what shows it. */
#ifndef ROOFTOP_SVG_H
#define ROOFTOP_SVG_H

#include <stdio.h>

#include "picture.h"
#include "theme.h"

enum { SVG_COLUMN = 8, SVG_ROW = 18, SVG_MARGIN = 8 }; /* pixels */

void svg_write(const struct picture *picture, const struct theme *theme, const char *title,
               const char *description, FILE *out);

#endif

/* svg_colors: the colours of a theme for a picture: a background, so that it can be read on any
 * page, and for each role colours with enough contrast to it. */
#ifndef ROOFTOP_TUI_TERM_SVG_COLORS_H
#define ROOFTOP_TUI_TERM_SVG_COLORS_H

#include <stdbool.h>

#include "tui/term/theme.h"

struct svg_color {
    unsigned char red, green, blue;
};

struct svg_style {
    struct svg_color text, back;
    bool filled; /* `back` is not the picture's own */
    bool bold, underline;
};

struct svg_colors {
    struct svg_color back;
    struct svg_style styles[ROLE_COUNT];
};

/* Returns the colours. The background is that of the theme, or else black or white, whichever has
 * more contrast to the theme's colours. */
struct svg_colors svg_colors(const struct theme *theme);

/* Returns one of the 256 colours of a terminal. */
struct svg_color svg_color_of(int number);

/* Returns the contrast from 1 (equal) to 21 (black on white) by the Web Content Accessibility
 * Guidelines. */
double svg_contrast(struct svg_color a, struct svg_color b);

#endif

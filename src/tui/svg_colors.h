/* svg_colors: the colours of a theme as a picture has them: a background of its own, so that it can
 * be read on any page, and for each role colours that stand out from it. */
#ifndef ROOFTOP_SVG_COLORS_H
#define ROOFTOP_SVG_COLORS_H

#include <stdbool.h>

#include "theme.h"

struct svg_color {
    unsigned char red, green, blue;
};

struct svg_style {
    struct svg_color text, back;
    bool filled; /* back is not the picture's own */
    bool bold, underline;
};

struct svg_colors {
    struct svg_color back;
    struct svg_style styles[ROLE_COUNT];
};

/* The theme's background where it has one; else black or white, whichever its colours stand out
 * from the more. */
struct svg_colors svg_colors(const struct theme *theme);

/* One of the 256 of a terminal. */
struct svg_color svg_color_of(int number);

/* 1 (the same) to 21 (black on white), by the Web Content Accessibility Guidelines. */
double svg_contrast(struct svg_color a, struct svg_color b);

#endif

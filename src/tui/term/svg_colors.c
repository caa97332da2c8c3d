#include "tui/term/svg_colors.h"

#include <math.h>

static const struct svg_color black = {0x14, 0x17, 0x1b}, white = {0xff, 0xff, 0xff};

/* The least contrast of text, and of text that the theme dims. */
static const double least_contrast = 4.5, least_dim = 3;

struct svg_color svg_color_of(int number)
{
    static const struct svg_color named[] = {
        {0x00, 0x00, 0x00}, {0xcd, 0x31, 0x31}, {0x0d, 0xa8, 0x5b}, {0xd7, 0xb5, 0x00},
        {0x2f, 0x7d, 0xd8}, {0xbc, 0x3f, 0xbc}, {0x11, 0xa8, 0xcd}, {0xe5, 0xe5, 0xe5},
        {0x76, 0x76, 0x76}, {0xf1, 0x4c, 0x4c}, {0x23, 0xd1, 0x8b}, {0xf5, 0xf5, 0x43},
        {0x3b, 0x8e, 0xea}, {0xd6, 0x70, 0xd6}, {0x29, 0xb8, 0xdb}, {0xff, 0xff, 0xff}};
    static const unsigned char steps[] = {0, 95, 135, 175, 215, 255};
    if (number < 16)
        return named[number < 0 ? 0 : number];
    if (number < 232) {
        int i = number - 16;
        return (struct svg_color){steps[i / 36], steps[i / 6 % 6], steps[i % 6]};
    }
    unsigned char gray = (unsigned char)(8 + (number < 256 ? number - 232 : 23) * 10);
    return (struct svg_color){gray, gray, gray};
}

static double linear(unsigned char part)
{
    double share = part / 255.0;
    return share <= 0.04045 ? share / 12.92 : pow((share + 0.055) / 1.055, 2.4);
}

static double luminance(struct svg_color c)
{
    return 0.2126 * linear(c.red) + 0.7152 * linear(c.green) + 0.0722 * linear(c.blue);
}

double svg_contrast(struct svg_color a, struct svg_color b)
{
    double first = luminance(a), second = luminance(b);
    return (fmax(first, second) + 0.05) / (fmin(first, second) + 0.05);
}

static unsigned char between(unsigned char a, unsigned char b, double part)
{
    return (unsigned char)lround(a + (b - a) * part);
}

static struct svg_color mix(struct svg_color a, struct svg_color b, double part)
{
    return (struct svg_color){between(a.red, b.red, part), between(a.green, b.green, part),
                              between(a.blue, b.blue, part)};
}

/* Returns black or white, whichever has more contrast. */
static struct svg_color opposite(struct svg_color color)
{
    return svg_contrast(color, black) > svg_contrast(color, white) ? black : white;
}

/* Returns the text's colour, made lighter or darker until it has enough contrast. */
static struct svg_color readable(struct svg_color text, struct svg_color back, double least)
{
    struct svg_color to = opposite(back);
    for (int i = 0; i < 20 && svg_contrast(text, back) < least; i++)
        text = mix(text, to, 0.1);
    return svg_contrast(text, back) < least ? to : text;
}

/* Returns the mean contrast (as a sum of logarithms) of the theme's colours to a background. */
static double fitness(const struct theme *theme, struct svg_color back)
{
    double sum = 0;
    for (int i = 0; i < ROLE_COUNT; i++) {
        const struct theme_style *style = &theme->styles[i];
        if (style->fg != COLOR_DEFAULT && style->bg == COLOR_DEFAULT)
            sum += log(svg_contrast(svg_color_of(style->fg), back));
    }
    return sum;
}

static struct svg_color background(const struct theme *theme)
{
    int own = theme->styles[ROLE_NORMAL].bg;
    if (own != COLOR_DEFAULT)
        return svg_color_of(own);
    return fitness(theme, black) > fitness(theme, white) ? black : white;
}

struct svg_colors svg_colors(const struct theme *theme)
{
    struct svg_colors colors = {.back = background(theme)};
    for (int i = 0; i < ROLE_COUNT; i++) {
        const struct theme_style *from = &theme->styles[i];
        struct svg_style *to = &colors.styles[i];
        to->back = from->bg == COLOR_DEFAULT ? colors.back : svg_color_of(from->bg);
        to->text = from->fg == COLOR_DEFAULT ? opposite(to->back) : svg_color_of(from->fg);
        if (from->reverse) {
            struct svg_color text = to->text;
            to->text = to->back;
            to->back = text;
        }
        to->filled = from->reverse ||
                     (from->bg != COLOR_DEFAULT && from->bg != theme->styles[ROLE_NORMAL].bg);
        to->bold = from->bold;
        to->underline = from->underline;
        if (from->dim)
            to->text = mix(to->text, to->back, 0.45);
        to->text = readable(to->text, to->back, from->dim ? least_dim : least_contrast);
    }
    return colors;
}

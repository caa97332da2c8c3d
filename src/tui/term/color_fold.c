#include "tui/term/color_fold.h"

#include "tui/term/svg_colors.h"

/* A part of a colour counts if it is at least this much of the greatest part. */
static const double LEAST_PART = 0.72;
enum { NEARLY_BLACK = 70 }; /* the greatest part is below */

int color_fold(int color, int count)
{
    if (color < count || color < 16)
        return color < count ? color : color % 8;
    const struct svg_color from = svg_color_of(color);
    const unsigned char parts[] = {from.red, from.green, from.blue};
    unsigned char most = 0;
    int folded = 0;
    for (int i = 0; i < 3; i++)
        most = parts[i] > most ? parts[i] : most;
    for (int i = 0; i < 3 && most >= NEARLY_BLACK; i++)
        folded |= (parts[i] >= LEAST_PART * most) << i;
    return folded;
}

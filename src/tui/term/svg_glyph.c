#include "tui/term/svg_glyph.h"

static const double diamond[][2] = {{0.5, 0.22}, {0.95, 0.5}, {0.5, 0.78}, {0.05, 0.5}};
static const double to_right[][2] = {{0.15, 0.28}, {0.85, 0.5}, {0.15, 0.72}};
static const double to_left[][2] = {{0.85, 0.28}, {0.15, 0.5}, {0.85, 0.72}};
static const double upward[][2] = {{0.05, 0.7}, {0.5, 0.3}, {0.95, 0.7}};
static const double downward[][2] = {{0.05, 0.35}, {0.5, 0.7}, {0.95, 0.35}};

#define POINTS(array) array, sizeof(array) / sizeof *(array)

static const struct {
    long character;
    const double (*points)[2];
    size_t count;
    bool hollow;
} polygons[] = {
    {0x25c6, POINTS(diamond), false},  {0x25c7, POINTS(diamond), true},
    {0x25b8, POINTS(to_right), false}, {0x25c2, POINTS(to_left), false},
    {0x25b2, POINTS(upward), false},   {0x25bc, POINTS(downward), false},
    {0x25be, POINTS(downward), false},
};

static const struct {
    long character;
    const char *ways; /* l, r, u, d: directions; H: heavy; 2: twice */
} strokes[] = {
    {0x2500, "lr"},  {0x2501, "lrH"}, {0x2502, "ud"},   {0x2503, "udH"}, {0x250c, "rd"},
    {0x2510, "ld"},  {0x2514, "ru"},  {0x2518, "lu"},   {0x251c, "rud"}, {0x2524, "lud"},
    {0x252c, "lrd"}, {0x2534, "lru"}, {0x253c, "lrud"}, {0x2550, "lr2"},
};

static bool has(const char *ways, char way)
{
    while (*ways && *ways != way)
        ways++;
    return *ways;
}

static struct svg_glyph block(double x0, double y0, double x1, double y1, double opacity)
{
    return (struct svg_glyph){
        .kind = SVG_BLOCK, .x0 = x0, .y0 = y0, .x1 = x1, .y1 = y1, .opacity = opacity};
}

/* A full block's upper and lower edge, so that bars in adjacent rows stay apart. */
static const double top = 0.08, bottom = 0.94;

static struct svg_glyph block_of(long c)
{
    if (c == 0x2580)
        return block(0, 0, 1, 0.5, 1);
    if (c < 0x2588)
        return block(0, bottom - (bottom - top) * (double)(c - 0x2580) / 8, 1, bottom, 1);
    if (c <= 0x258f)
        return block(0, top, (double)(0x2590 - c) / 8, bottom, 1);
    if (c == 0x2590)
        return block(0.5, 0, 1, 1, 1);
    return block(0, 0, 1, 1, (double)(c - 0x2590) / 4);
}

/* Converts the bits of U+2800, which go down columns except for the last row. */
static unsigned dots_of(unsigned pattern)
{
    static const unsigned char bits[] = {0x01, 0x08, 0x02, 0x10, 0x04, 0x20, 0x40, 0x80};
    unsigned dots = 0;
    for (unsigned i = 0; i < 8; i++)
        if (pattern & bits[i])
            dots |= 1u << i;
    return dots;
}

struct svg_glyph svg_glyph_of(long c)
{
    if (c >= 0x2580 && c <= 0x2593)
        return block_of(c);
    if (c == 0x25ac)
        return block(0, 0.38, 1, 0.62, 1);
    if (c >= 0x2800 && c <= 0x28ff)
        return (struct svg_glyph){.kind = SVG_DOTS, .dots = dots_of((unsigned)(c - 0x2800))};
    for (size_t i = 0; i < sizeof strokes / sizeof *strokes; i++)
        if (strokes[i].character == c) {
            const char *ways = strokes[i].ways;
            return (struct svg_glyph){.kind = SVG_STROKES,
                                      .left = has(ways, 'l'),
                                      .right = has(ways, 'r'),
                                      .up = has(ways, 'u'),
                                      .down = has(ways, 'd'),
                                      .heavy = has(ways, 'H'),
                                      .twice = has(ways, '2')};
        }
    for (size_t i = 0; i < sizeof polygons / sizeof *polygons; i++)
        if (polygons[i].character == c)
            return (struct svg_glyph){.kind = SVG_POLYGON,
                                      .points = polygons[i].points,
                                      .point_count = polygons[i].count,
                                      .hollow = polygons[i].hollow};
    return (struct svg_glyph){.kind = SVG_NO_GLYPH};
}

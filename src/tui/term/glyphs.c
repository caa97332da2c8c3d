#include "tui/term/glyphs.h"

#include <math.h>
#include <string.h>

#include "report/base/safe_text.h"

static const char *const eighths[] = {"\u258f", "\u258e", "\u258d", "\u258c",
                                      "\u258b", "\u258a", "\u2589"};
static const char *const thirds[] = {"-", "="};
static const char *const halves[] = {"\u258c"};

static const char *const heights_full[] = {"\u2581", "\u2582", "\u2583", "\u2584",
                                           "\u2585", "\u2586", "\u2587", "\u2588"};
static const char *const heights_half[] = {"\u2584", "\u2588"};
static const char *const heights_ascii[] = {".", ":", "-", "=", "+", "*", "#"};
static const char *const digits[] = {"1", "2", "3", "4", "5", "6", "7", "8", "9"};
static const char *const circled[] = {"\u2776", "\u2777", "\u2778", "\u2779", "\u277a",
                                      "\u277b", "\u277c", "\u277d", "\u277e", "\u277f"};

#define SET(texts) texts, sizeof(texts) / sizeof *(texts)

/* clang-format off */
static const struct glyphs levels[] = {
    [GLYPHS_ASCII] = {GLYPHS_ASCII, "#", ".", SET(thirds), "-", "+", "-", "*", "o",
                      ">", "|", "x", "<", "^", "v",
                      "~", "+", "+", "-", "+", "|", {"-", "=", "#"}, "<", ">",
                      {"+", "+", "+", "+", "|", "-"}, SET(heights_ascii), SET(digits)},
    [GLYPHS_BLOCKS] = {GLYPHS_BLOCKS, "\u2588", "\u2591", SET(halves), "-", "+", "\u2500", "*", "o",
                       ">", "\u00b7", "x", "<", "^", "v",
                       "\u2592", "\u2524", "\u2514", "\u2500", "\u252c", "\u2502", {"\u2500", "\u2550", "\u2588"}, "<", ">",
                       {"\u250c", "\u2510", "\u2514", "\u2518", "\u2502", "\u2500"}, SET(heights_half), SET(digits)},
    [GLYPHS_FULL] = {GLYPHS_FULL, "\u2588", " ", SET(eighths), "\u25be", "\u25b8", "\u2500", "\u25c6", "\u25c7",
                     "\u25b8", "\u00b7", "\u00d7", "\u2039", "\u25b2", "\u25bc",
                     "\u2591", "\u2524", "\u2514", "\u2500", "\u252c", "\u2502", {"\u2500", "\u2501", "\u25ac"}, "\u25c2", "\u25b8",
                     {"\u250c", "\u2510", "\u2514", "\u2518", "\u2502", "\u2500"}, SET(heights_full), SET(circled)},
};
/* clang-format on */

const struct glyphs *glyphs_at(enum glyph_level level)
{
    return &levels[level];
}

const char *const glyph_names[GLYPH_LEVELS] = {"ascii", "blocks", "full"};

const struct glyphs *glyphs_named(const char *name)
{
    for (int i = 0; i < GLYPH_LEVELS; i++)
        if (strcmp(glyph_names[i], name) == 0)
            return &levels[i];
    return NULL;
}

const struct glyphs *glyphs_choose(const char *term)
{
    if (!safe_text_utf8())
        return &levels[GLYPHS_ASCII];
    if (!term || strncmp(term, "linux", 5) == 0 || strncmp(term, "vt", 2) == 0)
        return &levels[GLYPHS_BLOCKS];
    return &levels[GLYPHS_FULL];
}

void glyphs_bar(const struct glyphs *g, struct strbuf *out, double share, size_t columns)
{
    if (!(share > 0))
        share = 0;
    if (share > 1)
        share = 1;
    size_t steps = g->part_count + 1;
    size_t filled = (size_t)lround(share * (double)(columns * steps));
    /* A share above 0 shows at least one step. */
    if (!filled && share > 0 && columns)
        filled = 1;
    size_t cells = 0;
    for (; cells < filled / steps; cells++)
        strbuf_adds(out, g->full);
    if (filled % steps && cells < columns) {
        strbuf_adds(out, g->parts[filled % steps - 1]);
        cells++;
    }
    for (; cells < columns; cells++)
        strbuf_adds(out, g->empty);
}

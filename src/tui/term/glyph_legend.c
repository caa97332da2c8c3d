#include "tui/term/glyph_legend.h"

#include "report/base/safe_text.h"
#include "tui/term/change_mark.h"

static const char *better(const struct glyphs *glyphs)
{
    return change_mark_of(CHANGE_BETTER, glyphs);
}

static const char *worse(const struct glyphs *glyphs)
{
    return change_mark_of(CHANGE_WORSE, glyphs);
}

static const char *number(const struct glyphs *glyphs)
{
    return glyphs->numbers[0];
}

static const char *cut(const struct glyphs *glyphs)
{
    (void)glyphs;
    return safe_text_utf8() ? "\u2026" : "~";
}

static const char *spread(const struct glyphs *glyphs)
{
    (void)glyphs;
    return safe_text_utf8() ? "\u00b1" : "+-";
}

static const char *tag(const struct glyphs *glyphs)
{
    (void)glyphs;
    return "*";
}

#define AT(member) offsetof(struct glyphs, member)

const struct legend_entry glyph_legend[] = {
    {"the selected row; the pane that gets the keys", .at = AT(cursor)},
    {"unfolded", .at = AT(open)},
    {"folded", .at = AT(closed)},
    {"what Esc goes back to", .at = AT(back)},
    {"ordered upwards; more above", .at = AT(up)},
    {"ordered downwards; more below", .at = AT(down)},
    {"a finding of the rules; a limit; where this launch stands", .at = AT(finding)},
    {"a finding that the report holds; where the baseline stands", .at = AT(stored)},
    {"better than the baseline", .text = better},
    {"worse than the baseline", .text = worse},
    {"a baseline, or a point of a roofline, by its number", .text = number},
    {"the part of a bar that only the baseline has", .at = AT(ghost)},
    {"a change against the baseline; the spread of values", .text = spread},
    {"a tagged result, left of its number", .text = tag},
    {"text is cut off here", .text = cut},
};
const size_t glyph_legend_count = sizeof glyph_legend / sizeof *glyph_legend;

const char *glyph_legend_text(const struct legend_entry *entry, const struct glyphs *glyphs)
{
    return entry->text ? entry->text(glyphs)
                       : *(const char *const *)((const char *)glyphs + entry->at);
}

#include "signs.h"

#include "change_mark.h"
#include "safe_text.h"

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

const struct sign signs[] = {
    {"what is selected; the pane that keys go to", .at = AT(cursor)},
    {"unfolded", .at = AT(open)},
    {"folded", .at = AT(closed)},
    {"what Esc goes back to", .at = AT(back)},
    {"ordered upwards; more above", .at = AT(up)},
    {"ordered downwards; more below", .at = AT(down)},
    {"a finding of the rules; a limit; where this launch stands", .at = AT(finding)},
    {"a finding of the report's own; where the baseline stands", .at = AT(stored)},
    {"better than the baseline", .text = better},
    {"worse than the baseline", .text = worse},
    {"a baseline, or a point of a roofline, by its number", .text = number},
    {"the part of a bar that only the baseline has", .at = AT(ghost)},
    {"a change against the baseline; how far values lie apart", .text = spread},
    {"a tagged result, left of its number", .text = tag},
    {"text that is cut there", .text = cut},
};
const size_t sign_count = sizeof signs / sizeof *signs;

const char *sign_text(const struct sign *sign, const struct glyphs *glyphs)
{
    return sign->text ? sign->text(glyphs)
                      : *(const char *const *)((const char *)glyphs + sign->at);
}

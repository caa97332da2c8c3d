#include "tui/term/change_mark.h"

/* Signs that every font has. The poorer levels have words. */
static const struct {
    const char *better, *worse;
    int width;
} marks[] = {
    [GLYPHS_ASCII] = {"better", "worse", 14},
    [GLYPHS_BLOCKS] = {"better", "worse", 14},
    [GLYPHS_FULL] = {"\xe2\x9c\x93", "\xe2\x9c\x97", 10},
};

enum role change_mark_role(enum change_verdict verdict)
{
    return verdict == CHANGE_BETTER ? ROLE_GOOD : verdict == CHANGE_WORSE ? ROLE_HOT : ROLE_DIM;
}

const char *change_mark_of(enum change_verdict verdict, const struct glyphs *g)
{
    return verdict == CHANGE_BETTER  ? marks[g->level].better
           : verdict == CHANGE_WORSE ? marks[g->level].worse
                                     : "";
}

void change_mark_add(struct strbuf *out, const struct value_change *change, const struct glyphs *g)
{
    const char *mark = change_mark_of(change->verdict, g);
    strbuf_addf(out, "%s%s%s", change->text, *mark ? " " : "", mark);
}

char *change_mark_text(const struct value_change *change, const struct glyphs *g)
{
    struct strbuf text = {0};
    change_mark_add(&text, change, g);
    return strbuf_detach(&text);
}

int change_mark_width(const struct glyphs *g)
{
    return marks[g->level].width;
}

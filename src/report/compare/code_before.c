#include "report/compare/code_before.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

void code_before_make(struct code_before *before, const struct code_listing *now,
                      struct source_files *now_files, const struct code_listing *then,
                      struct source_files *then_files, double duration)
{
    *before = (struct code_before){.view = then, .duration = duration};
    if (!then)
        return;
    source_lines_read(&before->now, now);
    source_lines_read(&before->then, then);
    const struct code_side a = {now, &before->now, now_files};
    const struct code_side b = {then, &before->then, then_files};
    source_match_make(&before->match, now, then);
    before->lines = source_match_lines(&a, &b, &before->lines_gone);
}

void code_before_free(struct code_before *before)
{
    source_match_free(&before->match);
    source_lines_free(&before->now);
    source_lines_free(&before->then);
    free(before->lines);
    *before = (struct code_before){0};
}

void code_before_tell(struct strbuf *out, const struct code_before *before)
{
    strbuf_adds(out, "");
    static const char *const how[] = {
        [SOURCE_SAME_CODE] = "the same code",
        [SOURCE_BY_TEXT] = "different code",
        [SOURCE_BY_BYTES] = "different code (no text: by opcodes)",
        [SOURCE_UNMATCHED] = "different code, for another architecture and without text"};
    strbuf_adds(out, before->view ? how[before->match.by] : "it has no code of this function");
    if (before->view && (before->match.fresh || before->match.gone))
        strbuf_addf(out, ": %zu instructions new, %zu only in the baseline", before->match.fresh,
                    before->match.gone);
}

struct source_pick source_pick_instruction(const struct code_listing *view,
                                           const size_t *instruction)
{
    struct source_pick pick = {.instructions = instruction, .count = 1};
    const struct code_before *before = view->before;
    if (!before || !before->view)
        return pick;
    pick.before = &before->match.partners[*instruction];
    pick.fresh = *pick.before == NO_PARTNER;
    pick.before_count = !pick.fresh;
    return pick;
}

static size_t find_line(const struct source_lines *lines, const struct source_line *like)
{
    size_t low = 0, high = lines->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        const struct source_line *line = &lines->lines[middle];
        if (line->file < like->file || (line->file == like->file && line->line < like->line))
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

struct source_pick source_pick_line(const struct code_listing *view, const struct source_line *line)
{
    struct source_pick pick = {.instructions = line->instructions, .count = line->count};
    const struct code_before *before = view->before;
    if (!before || !before->view)
        return pick;
    size_t at = find_line(&before->now, line);
    size_t partner = at < before->now.count ? before->lines[at] : NO_PARTNER;
    pick.fresh = partner == NO_PARTNER;
    if (!pick.fresh) {
        pick.before = before->then.lines[partner].instructions;
        pick.before_count = before->then.lines[partner].count;
    }
    return pick;
}

struct value_change source_pick_change(const struct code_listing *view,
                                       const struct code_column *column,
                                       const struct source_pick *pick)
{
    struct value_change change = {.before = NAN, .percent = NAN};
    const struct code_before *before = view->before;
    if (!before || !before->view)
        return change;
    if (!pick->fresh)
        return source_change_of(column, pick->instructions, pick->count, &before->view->metrics,
                                pick->before, pick->before_count, before->duration);
    snprintf(change.text, sizeof change.text, "new");
    return change;
}

#include "report/diff_pages/diff_lines.h"

#include <inttypes.h>

#include "report/base/mem.h"

enum { MISSING_NAMED = 8, IDS_NAMED = 6 };

const char diff_letters[DIFF_SIDES] = {'A', 'B'};

void diff_add_shape(struct strbuf *out, const struct diff_group *group, enum diff_side side)
{
    const uint64_t *s = group->shapes[side];
    if (group->has_shape[side])
        strbuf_addf(
            out, " (%" PRIu64 ", %" PRIu64 ", %" PRIu64 ")x(%" PRIu64 ", %" PRIu64 ", %" PRIu64 ")",
            s[0], s[1], s[2], s[3], s[4], s[5]);
}

void diff_add_ids(struct strbuf *out, const struct diff_group *group, enum diff_side side)
{
    strbuf_adds(out, "");
    for (size_t i = 0; i < group->count && i < IDS_NAMED; i++)
        strbuf_addf(out, "%s%zu", i ? ", " : " (#",
                    side == DIFF_A ? group->launches[i].a : group->launches[i].b);
    strbuf_adds(out, group->count > IDS_NAMED ? ", ...)" : ")");
}

void diff_add_threads(struct strbuf *out, const struct diff_group *group)
{
    if (group->threads > 1)
        strbuf_addf(out, ", %.3g times the threads", group->threads);
    else if (group->threads < 1)
        strbuf_addf(out, ", 1/%.3g of the threads", 1 / group->threads);
}

const char *diff_verdict(enum change_verdict verdict, bool other_work)
{
    const bool judged = verdict == CHANGE_BETTER || verdict == CHANGE_WORSE;
    return judged && other_work ? "resized" : change_verdict_names[verdict];
}

static void add_fact(struct strbuf *line, const char *before, const char *text)
{
    if (*text)
        strbuf_addf(line, "%s%s%s", line->length ? ", " : "", before, text);
}

char *diff_source_facts(const struct diff_source *source)
{
    struct strbuf facts = {0};
    strbuf_adds(&facts, "");
    add_fact(&facts, "", source->devices);
    add_fact(&facts, "CC ", source->capability);
    add_fact(&facts, "driver ", source->driver);
    add_fact(&facts, "clocks ", source->clocks);
    add_fact(&facts, "", source->profiler);
    strbuf_addf(&facts, "%s%zu launch%s", facts.length ? ", " : "", source->launches,
                source->launches == 1 ? "" : "es");
    return strbuf_detach(&facts);
}

char *diff_missing_text(const struct report_diff *diff, enum diff_side side)
{
    const struct name_index *missing = &diff->missing[side];
    struct strbuf line = {0};
    if (!missing->count)
        return NULL;
    strbuf_addf(&line, "Only in %c, so not compared: %zu metric%s, ", diff_letters[side],
                missing->count, missing->count == 1 ? "" : "s");
    for (size_t i = 0; i < missing->count && i < MISSING_NAMED; i++)
        strbuf_addf(&line, "%s%s", i ? ", " : "", missing->names[i]);
    if (missing->count > MISSING_NAMED)
        strbuf_addf(&line, " and %zu more (--csv names all)", missing->count - MISSING_NAMED);
    return strbuf_detach(&line);
}

char *diff_nothing_text(const struct diff_outcome *outcome)
{
    return mem_printf(
        "Nothing differs: %zu launch%s, %zu metric%s equal, %zu within noise", outcome->matched,
        outcome->matched == 1 ? "" : "es", outcome->verdicts[CHANGE_EQUAL],
        outcome->verdicts[CHANGE_EQUAL] == 1 ? "" : "s", outcome->verdicts[CHANGE_NOISE]);
}

bool diff_is_told(const struct diff_detail *detail)
{
    size_t tables = 0;
    for (size_t i = 0; i < detail->count; i++)
        tables += detail->sections[i].table_count;
    return tables || detail->verdicts[CHANGE_BETTER] || detail->verdicts[CHANGE_WORSE] ||
           detail->verdicts[CHANGE_OTHER] || detail->found.count;
}

#include "tui/views/scan.h"

#include <stdlib.h>
#include <string.h>

#include "report/base/clock.h"
#include "report/base/mem.h"
#include "report/base/safe_text.h"
#include "report/names/demangle.h"
#include "report/rules/finding_text.h"

static void drop_notes(struct scan_notes *notes)
{
    for (size_t i = 0; i < notes->count; i++) {
        free(notes->items[i].title);
        free(notes->items[i].text);
        free(notes->items[i].kernel);
        free(notes->items[i].section);
    }
    free(notes->items);
    *notes = (struct scan_notes){0};
}

static void let_go(struct scan *scan)
{
    if (!scan->held)
        return;
    result_cache_release(scan->cache, scan->next);
    if (!scan->was_kept)
        result_cache_drop(scan->cache, scan->next);
    scan->held = NULL;
}

void scan_restart(struct scan *scan)
{
    let_go(scan);
    drop_notes(&scan->notes);
    drop_notes(&scan->next_notes);
    opportunities_free(scan->found);
    scan->found = NULL;
    scan->list = NULL;
    scan->saving = 0;
    scan->count = scan->whole = scan->next = scan->unread = 0;
    scan->totals = (struct opportunity_totals){0};
    scan->is_ranked = scan->ranks = false;
    scan->restarts++;
}

void scan_free(struct scan *scan)
{
    scan_restart(scan);
    name_index_free(&scan->names);
    arena_free(&scan->texts);
    free(scan->wanted);
    scan->wanted = NULL;
}

void scan_only(struct scan *scan, const size_t *results, size_t count, size_t known)
{
    bool *wanted = mem_alloc(known + 1);
    bool differs = false;
    for (size_t i = 0; i < count; i++)
        if (results[i] < known)
            wanted[results[i]] = true;
    for (size_t i = 0; i < scan->next && !differs; i++)
        differs = i >= known || wanted[i] != (!scan->wanted || scan->wanted[i]);
    if (differs)
        scan_restart(scan);
    free(scan->wanted);
    scan->wanted = wanted;
    scan->known = known;
}

static size_t result_count(const struct scan *scan)
{
    return scan->wanted ? scan->known : report_count(scan->report);
}

bool scan_pending(const struct scan *scan)
{
    return scan->on && scan->next < result_count(scan);
}

int scan_percent(const struct scan *scan)
{
    size_t count = result_count(scan);
    return count ? (int)(100 * scan->next / count) : 100;
}

static void decode(struct scan *scan)
{
    if (scan->wanted && !scan->wanted[scan->next]) {
        scan->next++;
        return;
    }

    scan->was_kept = result_cache_has(scan->cache, scan->next);
    scan->held = result_cache_hold(scan->cache, scan->next, NULL);
    if (scan->held)
        return;
    scan->unread++;
    scan->next++;
}

static const char *keep(struct scan *scan, const char *text)
{
    size_t before = scan->names.count, at = name_index_add(&scan->names, text);
    if (at == before)
        scan->names.names[at] = arena_strdup(&scan->texts, text);
    return scan->names.names[at];
}

/* A cause that saves little does not limit the kernel: then its throughputs say what does. */
static void note_limit(struct scan *scan, const struct result *result)
{
    struct opportunities *own = opportunities_of_result(scan->rules->library, NULL, result);
    const struct result_summary *summary = report_summary(scan->report, result->index);
    const struct cause *cause = opportunities_limit(own, summary->compute, summary->memory);
    report_set_limit(scan->report, result->index, cause ? keep(scan, cause->name) : NULL);
    opportunities_free(own);
}

static bool is_same_kernel(const char *a, const char *b)
{
    return a == b || (a && b && strcmp(a, b) == 0);
}

const char *scan_limit(const struct scan *scan, size_t item)
{
    const struct cause *cause = &scan->list[item];
    if (cause->partial || cause->result >= report_count(scan->report))
        return NULL;
    for (size_t i = 0; i < item; i++)
        if (is_same_kernel(scan->list[i].kernel, cause->kernel))
            return NULL;
    const struct result_summary *summary = report_summary(scan->report, cause->result);
    bool limits = *summary->verdict && summary->limit == summary->verdict &&
                  strcmp(summary->verdict, cause->name) != 0;
    return limits ? summary->verdict : NULL;
}

static void look(struct scan *scan)
{
    struct result *result = scan->held;
    section_choice_define(scan->sections, result);
    rule_choice_apply(scan->rules, result);
    opportunities_add(scan->found, result, result->rules, result->own_rule_count);
    note_limit(scan, result);
    let_go(scan);
    scan->next++;
}

static void add_note(struct scan_notes *notes, const struct rule_group_finding *found,
                     const Rep__RuleResultBodyItem *item)
{
    const Rep__RuleResultMessage *message = item->message;
    if (!message || !finding_marker(message->type))
        return;
    struct strbuf title = {0}, text = {0};
    finding_text_add(&title,
                     message->name && *message->name ? message->name : found->rule->displayname);
    strbuf_adds(&text, "");
    finding_text_add(&text, message->message);
    mem_grow(&notes->items, notes->count, &notes->capacity, sizeof *notes->items);
    notes->items[notes->count++] = (struct scan_note){
        strbuf_detach(&title), strbuf_detach(&text),
        found->kernel ? safe_text(demangle_brief(found->kernel)) : NULL,
        mem_strdup(found->rule->sectionidentifier ? found->rule->sectionidentifier : "")};
}

static void add_notes(struct scan *scan, const struct rule_group_finding *found)
{
    for (size_t i = 0; i < found->rule->body->n_items; i++)
        add_note(&scan->next_notes, found, found->rule->body->items[i]);
}

/* A part of it; the lists that are shown change at the end, together. */
static void rank(struct scan *scan, bool (*stop)(void *context), void *context)
{
    size_t count;
    if (!opportunities_step(scan->found, stop, context))
        return;
    const struct rule_group_finding *together = opportunities_together(scan->found, &count);
    if (scan->ranked_notes < count) {
        add_notes(scan, &together[scan->ranked_notes++]);
        return;
    }
    drop_notes(&scan->notes);
    scan->notes = scan->next_notes;
    scan->next_notes = (struct scan_notes){0};
    scan->list = opportunities_causes(scan->found, &scan->whole);
    opportunities_partial(scan->found, &count);
    scan->count = scan->whole + count;
    scan->saving = opportunities_saving(scan->found);
    scan->overlap = opportunities_overlap(scan->found);
    scan->totals = opportunities_totals(scan->found);
    scan->ranks = false;
    scan->is_ranked = true;
}

bool scan_works(const struct scan *scan)
{
    return scan_pending(scan) || (scan->found && !scan->is_ranked);
}

void scan_rank(struct scan *scan)
{
    if (scan->ranks || scan->is_ranked || !scan->found)
        return;
    drop_notes(&scan->next_notes);
    scan->ranked_notes = 0;
    scan->rank_ms = 0;
    scan->ranks = true;
}

void scan_step(struct scan *scan, bool (*stop)(void *context), void *context)
{
    if (!scan_works(scan))
        return;
    if (!scan_pending(scan))
        scan_rank(scan);
    if (scan->ranks) {
        int64_t start = nanoseconds();
        rank(scan, stop, context);
        scan->rank_ms += (double)(nanoseconds() - start) / 1e6;
        return;
    }
    if (!scan->found) {
        scan->found = opportunities_new(scan->rules->library);
        opportunities_find_places(scan->found, scan->rules->source);
        opportunities_by_report(scan->found);
    }
    scan->is_ranked = false;
    if (scan->held)
        look(scan);
    else
        decode(scan);
}

#include "scan.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "demangle.h"
#include "finding_text.h"
#include "mem.h"
#include "safe_text.h"

static double milliseconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
}

static void drop_notes(struct scan *scan)
{
    for (size_t i = 0; i < scan->note_count; i++) {
        free(scan->notes[i].title);
        free(scan->notes[i].text);
        free(scan->notes[i].kernel);
        free(scan->notes[i].section);
    }
    scan->note_count = 0;
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
    drop_notes(scan);
    opportunities_free(scan->found);
    scan->found = NULL;
    scan->count = scan->next = scan->unread = 0;
    scan->totals = (struct opportunity_totals){0};
    scan->is_ranked = false;
}

void scan_free(struct scan *scan)
{
    scan_restart(scan);
    free(scan->list);
    free(scan->notes);
}

bool scan_pending(const struct scan *scan)
{
    return scan->on && scan->next < report_count(scan->report);
}

int scan_percent(const struct scan *scan)
{
    size_t count = report_count(scan->report);
    return count ? (int)(100 * scan->next / count) : 100;
}

static void decode(struct scan *scan)
{
    scan->was_kept = result_cache_has(scan->cache, scan->next);
    scan->held = result_cache_hold(scan->cache, scan->next, NULL);
    if (scan->held)
        return;
    scan->unread++;
    scan->next++;
}

static void look(struct scan *scan)
{
    struct result *result = scan->held;
    section_choice_define(scan->sections, result);
    rule_choice_apply(scan->rules, result);
    opportunities_add(scan->found, result, result->rules, result->own_rule_count);
    let_go(scan);
    scan->next++;
}

void scan_step(struct scan *scan)
{
    if (!scan_pending(scan))
        return;
    if (!scan->found)
        scan->found = opportunities_new(scan->rules->library);
    scan->is_ranked = false;
    if (scan->held)
        look(scan);
    else
        decode(scan);
}

static void add_note(struct scan *scan, const struct rule_group_finding *found,
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
    mem_grow(&scan->notes, scan->note_count, &scan->note_capacity, sizeof *scan->notes);
    scan->notes[scan->note_count++] = (struct scan_note){
        strbuf_detach(&title), strbuf_detach(&text),
        found->kernel ? safe_text(demangle_brief(found->kernel)) : NULL,
        mem_strdup(found->rule->sectionidentifier ? found->rule->sectionidentifier : "")};
}

void scan_rank(struct scan *scan)
{
    size_t count;
    if (scan->is_ranked || !scan->found)
        return;
    double start = milliseconds();
    const struct opportunity *list = opportunities_ranked(scan->found, &count);
    for (scan->count = 0; scan->count < count; scan->count++) {
        mem_grow(&scan->list, scan->count, &scan->capacity, sizeof *scan->list);
        scan->list[scan->count] = list[scan->count];
    }
    const struct rule_group_finding *together = opportunities_together(scan->found, &count);
    drop_notes(scan);
    for (size_t i = 0; i < count; i++)
        for (size_t j = 0; j < together[i].rule->body->n_items; j++)
            add_note(scan, &together[i], together[i].rule->body->items[j]);
    scan->totals = opportunities_totals(scan->found);
    scan->rank_ms = milliseconds() - start;
    scan->is_ranked = true;
}

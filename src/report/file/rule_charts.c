#include "report/file/rule_charts.h"

#include <string.h>

static bool is_chart(const Rep__RuleResultBodyItem *item)
{
    return item->table || item->barchart || item->histogramchart || item->linechart ||
           item->rooflinechart || item->sourcemetrictable || item->suffixtable;
}

static size_t count_charts(const Rep__RuleResult *rule)
{
    size_t count = 0;
    for (size_t i = 0; rule->body && i < rule->body->n_items; i++)
        count += is_chart(rule->body->items[i]);
    return count;
}

/* As an item of a section, which owns nothing. */
static Rep__ProfilerSectionBodyItem *make_item(const Rep__RuleResultBodyItem *from,
                                               struct arena *arena)
{
    Rep__ProfilerSectionBodyItem *item = arena_alloc(arena, sizeof *item);
    if (!item)
        return NULL;
    rep__profiler_section_body_item__init(item);
    item->table = from->table;
    item->barchart = from->barchart;
    item->histogramchart = from->histogramchart;
    item->linechart = from->linechart;
    item->rooflinechart = from->rooflinechart;
    item->sourcemetrictable = from->sourcemetrictable;
    item->suffixtable = from->suffixtable;
    return item;
}

/* NULL: there is no memory for it. */
static Rep__ProfilerSectionBody *make_body(const Rep__RuleResult *rule, size_t charts,
                                           struct arena *arena)
{
    Rep__ProfilerSectionBody *body = arena_alloc(arena, sizeof *body);
    if (!body)
        return NULL;
    rep__profiler_section_body__init(body);
    body->displayname = rule->displayname;
    body->items = arena_alloc(arena, charts * sizeof *body->items);
    for (size_t i = 0; body->items && i < rule->body->n_items; i++)
        if (is_chart(rule->body->items[i])) {
            body->items[body->n_items] = make_item(rule->body->items[i], arena);
            if (!body->items[body->n_items++])
                return NULL;
        }
    return body->n_items ? body : NULL;
}

static bool same_chart(const Rep__ProfilerSectionBodyItem *a, const Rep__ProfilerSectionBodyItem *b)
{
    return a->table == b->table && a->barchart == b->barchart &&
           a->histogramchart == b->histogramchart && a->linechart == b->linechart &&
           a->rooflinechart == b->rooflinechart && a->sourcemetrictable == b->sourcemetrictable &&
           a->suffixtable == b->suffixtable;
}

static bool has_body(const Rep__ProfilerSection *section, const Rep__ProfilerSectionBody *body)
{
    for (size_t i = 0; i < section->n_body; i++)
        if (section->body[i]->n_items && same_chart(section->body[i]->items[0], body->items[0]))
            return true;
    return false;
}

/* A copy of the section with one body more. */
static Rep__ProfilerSection *with_body(const Rep__ProfilerSection *section,
                                       Rep__ProfilerSectionBody *body, struct arena *arena)
{
    Rep__ProfilerSection *copy = arena_alloc(arena, sizeof *copy);
    Rep__ProfilerSectionBody **bodies = arena_alloc(arena, (section->n_body + 1) * sizeof *bodies);
    if (!copy || !bodies)
        return NULL;
    *copy = *section;
    if (section->n_body)
        memcpy(bodies, section->body, section->n_body * sizeof *bodies);
    bodies[copy->n_body++] = body;
    copy->body = bodies;
    return copy;
}

static void place(struct result *result, const Rep__RuleResult *rule, size_t charts)
{
    size_t at = 0;
    while (at < result->section_count &&
           strcmp(result->sections[at]->identifier,
                  rule->sectionidentifier ? rule->sectionidentifier : "") != 0)
        at++;
    Rep__ProfilerSectionBody *body =
        at < result->section_count ? make_body(rule, charts, &result->arena) : NULL;
    if (!body || has_body(result->sections[at], body))
        return;
    Rep__ProfilerSection *copy = with_body(result->sections[at], body, &result->arena);
    const size_t size = result->section_count * sizeof *result->sections;
    /* The list as it was is still asked for what is stored. */
    Rep__ProfilerSection **sections = arena_alloc(&result->arena, size);
    if (!copy || !sections)
        return;
    memcpy(sections, result->sections, size);
    sections[at] = copy;
    result->sections = sections;
}

void rule_charts_place(struct result *result)
{
    for (size_t i = 0; i < result->rule_count; i++) {
        const size_t charts = count_charts(result->rules[i]);
        if (charts)
            place(result, result->rules[i], charts);
    }
}

#include "report/content/section_figures.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report/base/mem.h"
#include "report/base/safe_text.h"
#include "report/content/body_maker.h"
#include "report/content/body_tables.h"
#include "report/metric/memory_items.h"
#include "report/metric/metric_format.h"
#include "report/metric/unit_spelling.h"
#include "report/section/section_items.h"
#include "report/section/section_metrics.h"
#include "report/section/section_scope.h"

/* ---- why there is no figure ---- */

struct asked {
    const struct result *result;
    size_t count, found;
    char *first; /* that is missing */
};

static void ask(void *context, const char *name, bool alone)
{
    struct asked *asked = context;
    (void)alone;
    asked->count++;
    if (result_metric(asked->result, name))
        asked->found++;
    else if (!asked->first)
        asked->first = mem_strdup(name);
}

/* Returns NULL if the item is drawn elsewhere or not at all. */
static const char *item_label(const Rep__ProfilerSectionBodyItem *item)
{
    const char *memory;
    if (memory_item_of(item, &memory))
        return memory;
    return item->rooflinechart       ? body_text(item->rooflinechart->label)
           : item->timeline          ? body_text(item->timeline->label)
           : item->linechart         ? body_text(item->linechart->label)
           : item->histogramchart    ? body_text(item->histogramchart->label)
           : item->sourcemetrictable ? body_text(item->sourcemetrictable->label)
           : item->suffixtable       ? body_text(item->suffixtable->label)
                                     : NULL;
}

static const char *item_kind(const Rep__ProfilerSectionBodyItem *item)
{
    return item->rooflinechart       ? "roofline"
           : item->timeline          ? "time series"
           : item->linechart         ? "line chart"
           : item->histogramchart    ? "histogram"
           : item->sourcemetrictable ? "source table"
           : item->suffixtable       ? "table"
                                     : "memory";
}

/* Says what the result has although nothing can be drawn from it. */
static const char *valueless(const Rep__ProfilerSectionBodyItem *item)
{
    return item->rooflinechart       ? "none of its operations was executed"
           : item->timeline          ? "its metrics have no samples"
           : item->sourcemetrictable ? "no instruction has a value"
                                     : "its metrics have no values";
}

static char *absence(const struct result *result, const Rep__ProfilerSection *section,
                     const struct section_scope *scope, const Rep__ProfilerSectionBodyItem *item)
{
    const char *label = item_label(item), *ignored;
    struct asked asked = {.result = result};
    struct strbuf text = {0};
    section_item_metrics_each(section, scope, item, ask, &asked);
    strbuf_addf(&text, "%s: ", *label ? label : item_kind(item));
    if (memory_item_of(item, &ignored))
        strbuf_adds(&text, "nothing to show: none of its counters is in this result");
    else if (asked.found)
        strbuf_addf(&text, "nothing to show: %s", valueless(item));
    else if (asked.first)
        strbuf_addf(&text, "nothing to show: none of its metrics is in this result (%s%s)",
                    asked.first, asked.count > 1 ? ", ..." : "");
    else
        strbuf_adds(&text, "nothing to show: it names no metrics for this device");
    free(asked.first);
    return strbuf_detach(&text);
}

/* Returns the body to show first; NULL: all of them. */
static const Rep__ProfilerSectionBody *first_body(const Rep__ProfilerSection *section)
{
    for (size_t i = 0; i < section->n_body; i++)
        if (section->body[i]->has_setdefault && section->body[i]->setdefault)
            return section->body[i];
    return NULL;
}

bool section_figures_aside(const Rep__ProfilerSection *section, const struct body_table *table)
{
    const Rep__ProfilerSectionBody *first = first_body(section);
    return first && first->displayname && table->body != first->displayname;
}

struct walk {
    struct section_figures *figures;
    const struct result *result;
    const Rep__ProfilerSection *section;
    struct section_scope scope;
};

static void look(void *context, const Rep__ProfilerSectionBodyItem *item, size_t body,
                 size_t number)
{
    struct walk *w = context;
    struct section_figures *figures = w->figures;
    const Rep__ProfilerSectionBody *first = first_body(w->section);
    if (!item_label(item))
        return;
    for (size_t i = 0; i < figures->count; i++)
        if (figures->tables[i].item == number)
            return;
    mem_grow(&figures->absences, figures->absence_count, &figures->absence_capacity,
             sizeof *figures->absences);
    figures->absences[figures->absence_count++] =
        (struct figure_absence){number, first && first != w->section->body[body],
                                absence(w->result, w->section, &w->scope, item)};
}

static void spell_units(struct body_table *table)
{
    for (size_t i = 0; i < table->row_count; i++)
        for (size_t j = 0; j < table->column_count; j++)
            unit_spell(table->rows[i].cells[j].unit, sizeof table->rows[i].cells[j].unit);
    for (size_t i = 0; i < table->line_count; i++)
        unit_spell(table->lines[i].unit, sizeof table->lines[i].unit);
}

struct section_figures *section_figures_new(const struct result *result,
                                            const Rep__ProfilerSection *section)
{
    struct section_figures *figures = mem_alloc(sizeof *figures);
    struct walk walk = {figures, result, section, section_scope_of(result)};
    figures->tables = body_tables(result, section, false, &figures->count);
    for (size_t i = 0; i < figures->count; i++)
        spell_units(&figures->tables[i]);
    section_items(section, &walk.scope, look, &walk);
    return figures;
}

void section_figures_free(struct section_figures *figures)
{
    if (!figures)
        return;
    for (size_t i = 0; i < figures->absence_count; i++)
        free(figures->absences[i].text);
    free(figures->absences);
    body_tables_free(figures->tables, figures->count);
    free(figures);
}

/* ---- digests ---- */

static const char *separator(void)
{
    return safe_text_utf8() ? " \xc2\xb7 " : " | ";
}

static void add_cell(struct strbuf *out, const struct body_cell *cell)
{
    strbuf_addf(out, "%s%s%s", cell->text ? cell->text : "n/a", *cell->unit ? " " : "", cell->unit);
}

/* The point that is nearest to its roof. If there are several points, its name stands beside it. */
static void digest_roofline(struct strbuf *out, const struct body_table *table)
{
    static const char common[] = " Achieved Value";
    const struct body_row *best = NULL;
    size_t working = 0;
    for (size_t i = 0; i < table->row_count; i++) {
        const struct body_row *row = &table->rows[i];
        if (row->part != BODY_POINT || !row->cells[ROOF_SHARE].has_number)
            continue;
        working += row->cells[ROOF_SHARE].number > 0;
        if (!best || row->cells[ROOF_SHARE].number > best->cells[ROOF_SHARE].number)
            best = row;
    }
    if (!best)
        return;
    if (best->cells[ROOF_SHARE].number == 0) {
        strbuf_adds(out, "none of its operations was executed");
        return;
    }
    const char *end = strstr(best->label, common);
    int length = end ? (int)(end - best->label) : 0;
    format_share(out, best->cells[ROOF_SHARE].number);
    if (working > 1 && length)
        strbuf_addf(out, " of the %.*s roof%s", length, best->label, separator());
    else
        strbuf_addf(out, " of the roof%s", separator());
    add_cell(out, &best->cells[ROOF_PERFORMANCE]);
    strbuf_adds(out, " of ");
    add_cell(out, &best->cells[ROOF_ATTAINABLE]);
    strbuf_adds(out, " at ");
    add_cell(out, &best->cells[ROOF_INTENSITY]);
}

bool section_figures_idle(const struct section_figures *figures)
{
    for (size_t i = 0; i < figures->count; i++) {
        const struct body_table *table = &figures->tables[i];
        if (table->kind != BODY_ROOFLINE && table->kind != BODY_TABLE)
            return false;
        for (size_t j = 0; table->kind == BODY_ROOFLINE && j < table->row_count; j++)
            if (table->rows[j].part == BODY_POINT && table->rows[j].cells[ROOF_SHARE].number > 0)
                return false;
    }
    return true;
}

static void digest_times(struct strbuf *out, const struct body_table *table)
{
    const struct metric_points *points = table->line_count ? &table->lines[0].points : NULL;
    if (!points || !points->count)
        return;
    double span = points->items[points->count - 1].x - points->items[0].x;
    struct unit_scale scale = unit_scale_for("ns", span);
    strbuf_addf(out, "%zu time series over %.4g %s", table->line_count, span / scale.factor,
                scale.unit);
}

/* The link or port that is nearest to its peak. */
static void digest_memory(struct strbuf *out, const struct memory_map *map)
{
    const struct memory_link *busiest = NULL;
    const struct memory_fact *port = NULL;
    for (size_t i = 0; i < map->link_count; i++)
        if (!isnan(map->links[i].peak) && map->links[i].amount > 0 &&
            (!busiest || map->links[i].peak > busiest->peak))
            busiest = &map->links[i];
    for (size_t i = 0; i < map->fact_count; i++)
        if (strcmp(map->facts[i].name, "port peak %") == 0 && map->facts[i].value > 0 &&
            (!port || map->facts[i].value > port->value))
            port = &map->facts[i];
    if (port && (!busiest || port->value > busiest->peak))
        strbuf_addf(out, "busiest: port of %s, %.3g %% of the peak", port->node, port->value);
    else if (busiest)
        strbuf_addf(out, "busiest: %s to %s, %.3g %% of the peak", busiest->from, busiest->to,
                    busiest->peak);
}

char *section_figures_digest(const struct section_figures *figures)
{
    struct strbuf out = {0};
    strbuf_adds(&out, "");
    if (figures->count) {
        const struct body_table *first = &figures->tables[0];
        if (first->kind == BODY_ROOFLINE)
            digest_roofline(&out, first);
        else if (first->kind == BODY_TIMELINE)
            digest_times(&out, first);
        else if (first->map)
            digest_memory(&out, first->map);
        for (size_t i = 0, told = out.length; i < figures->count && !told; i++)
            if (*figures->tables[i].label)
                strbuf_addf(&out, "%s%s", out.length ? ", " : "", figures->tables[i].label);
    }
    /* Tables can lack a name. */
    if (!out.length && figures->absence_count) {
        const char *reason = strstr(figures->absences[0].text, "nothing to show");
        strbuf_adds(&out, reason ? reason : figures->absences[0].text);
    }
    return strbuf_detach(&out);
}

#include "report/page_parts/page_items.h"

#include <stdlib.h>
#include <string.h>

#include "report/base/mem.h"
#include "report/metric/memory_items.h"
#include "report/section/section_items.h"

struct parts {
    const struct result *result;
    const struct section_view *view;
    const struct body_table *tables;
    size_t table_count;
    struct view_style style;
    struct section_scope scope;
    struct page_part *parts;
    size_t count, capacity;
    size_t cells, bytes; /* so far, because a section can have any number of items */
    size_t body, item;
};

static const char *known(const char *text)
{
    return text ? text : "";
}

static struct page_part *add(struct parts *p, const char *label, const char *description)
{
    mem_grow(&p->parts, p->count, &p->capacity, sizeof *p->parts);
    struct page_part *part = &p->parts[p->count++];
    *part = (struct page_part){
        .body = p->body, .item = p->item, .label = known(label), .description = known(description)};
    return part;
}

enum { MOST_CELLS = 500000, MOST_BYTES = 256 << 20 };

static bool is_full(const struct parts *p, const struct view_cells *cells)
{
    return p->cells + cells->count >= MOST_CELLS || p->bytes + cells->bytes >= MOST_BYTES;
}

/* Adds a part and takes over its cells. A part without cells is dropped. */
static struct page_part *add_cells(struct parts *p, const char *label, const char *description,
                                   struct view_cells *cells)
{
    if (!cells->count) {
        view_cells_free(cells);
        return NULL;
    }
    p->cells += cells->count;
    p->bytes += cells->bytes;
    struct page_part *part = add(p, label, description);
    part->block.cells = cells->cells;
    part->block.count = cells->count;
    return part;
}

static void add_metrics(struct parts *p, struct view_cells *cells,
                        Rep__ProfilerSectionMetric *const *metrics, size_t count)
{
    if (is_full(p, cells))
        return;
    view_cells_add(cells, p->result, p->view->section, metrics, count, p->style);
}

/* Tables and bar charts are blocks of the view. */
static void add_block(struct parts *p)
{
    for (size_t i = 0; i < p->view->block_count; i++)
        if (p->view->blocks[i].item == p->item) {
            struct page_part *part =
                add(p, p->view->blocks[i].label, p->view->blocks[i].description);
            part->block = p->view->blocks[i];
            part->lent = true;
        }
}

static void add_value(struct parts *p, struct page_part name,
                      const Rep__ProfilerSectionRooflineValue *value)
{
    struct view_cells cells = {0};
    const Rep__ProfilerSectionRooflineValueCyclesPerSecondExpression *product =
        value->roofline_value_case ==
                REP__PROFILER_SECTION_ROOFLINE_VALUE__ROOFLINE_VALUE_VALUE_CYCLES_PER_SECOND_EXPRESSION
            ? value->valuecyclespersecondexpression
            : NULL;
    if (value->roofline_value_case == REP__PROFILER_SECTION_ROOFLINE_VALUE__ROOFLINE_VALUE_METRIC)
        add_metrics(p, &cells, &value->metric, 1);
    if (product)
        add_metrics(p, &cells, product->valuepercyclemetrics, product->n_valuepercyclemetrics);
    if (product && product->cyclespersecondmetric)
        add_metrics(p, &cells, &product->cyclespersecondmetric, 1);
    struct page_part *part = add_cells(p, name.label, name.description, &cells);
    if (part) {
        part->group = name.group;
        part->roof = name.roof;
        part->half = name.half;
    }
}

static void add_roofline(struct parts *p, const Rep__ProfilerSectionRooflineChart *chart)
{
    struct page_part name = {.label = chart->label, .description = chart->description};
    for (size_t i = 0; i < chart->n_rooflines; i++) {
        const Rep__ProfilerSectionChartRoofline *roof = chart->rooflines[i];
        name.group = roof->options ? known(roof->options->label) : "";
        name.half = "Peak Work";
        add_value(p, name, roof->peakwork);
        name.half = "Peak Traffic";
        add_value(p, name, roof->peaktraffic);
        name.roof++;
    }
    for (size_t i = 0; i < chart->n_achievedvalues; i++) {
        const Rep__ProfilerSectionRooflineAchievedValue *point = chart->achievedvalues[i];
        name.group = point->options ? known(point->options->label) : "";
        name.half = "Achieved Work";
        add_value(p, name, point->achievedwork);
        name.half = "Achieved Traffic";
        add_value(p, name, point->achievedtraffic);
        name.roof++;
    }
}

static void add_line_chart(struct parts *p, const Rep__ProfilerSectionLineChart *chart)
{
    struct view_cells cells = {0};
    add_metrics(p, &cells, chart->metrics, chart->n_metrics);
    if (chart->highlightx)
        add_metrics(p, &cells, chart->highlightx->metrics, chart->highlightx->n_metrics);
    add_cells(p, chart->label, chart->description, &cells);
}

/* Each base name with each suffix, under the label of the base name. */
static void add_suffixes(struct parts *p, const Rep__ProfilerSuffixTable *table)
{
    struct view_cells cells = {0};
    for (size_t i = 0; i < table->basenames->n_basename; i++) {
        const char *label;
        const char *base =
            section_metric_here(table->basenames->basename[i], p->view->section, &p->scope, &label);
        for (size_t j = 0; base && j < table->suffixes->n_suffix && !is_full(p, &cells); j++)
            view_cells_add_named(&cells, p->result,
                                 mem_printf("%s%s", base, table->suffixes->suffix[j]->name), label,
                                 p->style);
    }
    add_cells(p, table->label, table->description, &cells);
}

/* The group of metrics that is collected for an item that names no metrics. */
static void add_group(struct parts *p, const char *label, const char *group)
{
    struct view_cells cells = {0};
    view_cells_add_list(&cells, p->result, group, NULL, p->style);
    add_cells(p, label, "", &cells);
}

static void add_table(struct parts *p, const char *label, bool in_csv)
{
    for (size_t i = 0; i < p->table_count; i++)
        if (p->tables[i].item == p->item) {
            struct page_part *part =
                add(p, label ? label : p->tables[i].label, p->tables[i].description);
            part->table = &p->tables[i];
            part->in_csv = in_csv;
        }
}

static void add_behind(struct parts *p)
{
    for (size_t i = 0; i < p->table_count; i++)
        if (p->tables[i].item == p->item && p->tables[i].kind == BODY_POINTS) {
            struct page_part *part = add(p, p->tables[i].label, "");
            part->table = &p->tables[i];
            part->in_csv = true;
        }
}

static void add_item(void *context, const Rep__ProfilerSectionBodyItem *item, size_t body,
                     size_t number)
{
    struct parts *p = context;
    struct view_cells cells = {0};
    if (is_full(p, &cells))
        return;
    p->body = body;
    p->item = number;
    if (item->table || item->barchart)
        add_block(p);
    if (item->linechart)
        add_line_chart(p, item->linechart);
    if (item->histogramchart) {
        add_metrics(p, &cells, &item->histogramchart->metric, 1);
        add_cells(p, item->histogramchart->label, item->histogramchart->description, &cells);
    }
    if (item->rooflinechart) {
        add_roofline(p, item->rooflinechart);
        add_behind(p);
    }
    if (item->sourcemetrictable) {
        add_metrics(p, &cells, item->sourcemetrictable->metrics,
                    item->sourcemetrictable->n_metrics);
        add_cells(p, item->sourcemetrictable->label, item->sourcemetrictable->description, &cells);
    }
    const char *label;
    const struct memory_item *memory = memory_item_of(item, &label);
    if (memory)
        add_group(p, label, memory->group);
    if (item->numaidtable)
        add_table(p, p->view->section->displayname, true);
    if (item->suffixtable)
        add_suffixes(p, item->suffixtable);
    double links;
    if (item->nvlinkpropertytable || item->nvlinkthroughputtable ||
        (item->nvlinktopology && result_number(p->result, "nvlink__count_logical", &links) &&
         links > 0))
        add_table(p, NULL, false);
}

static bool is_named(Rep__ProfilerSectionBodyItem *const *items, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const Rep__ProfilerSectionBodyItem *item = items[i];
        const Rep__ProfilerSectionHorizontalContainer *row = item->horizontalcontainer;
        if (row ? is_named(row->items, row->n_items)
                : !item->timeline && !item->numaidtable && !item->nvlinkpropertytable &&
                      !item->nvlinkthroughputtable)
            return true;
    }
    return false;
}

bool page_body_is_named(const Rep__ProfilerSectionBody *body)
{
    return is_named(body->items, body->n_items);
}

bool page_body_has_topology(const Rep__ProfilerSectionBody *body)
{
    for (size_t i = 0; i < body->n_items; i++)
        if (body->items[i]->nvlinktopology)
            return true;
    return false;
}

struct page_part *page_parts(const struct result *result, const struct section_view *view,
                             const struct body_table *tables, size_t table_count,
                             struct view_style style, size_t *count)
{
    struct parts p = {.result = result,
                      .view = view,
                      .tables = tables,
                      .table_count = table_count,
                      .style = style,
                      .scope = section_scope_of(result)};
    section_items(view->section, &p.scope, add_item, &p);
    *count = p.count;
    return p.parts;
}

void page_parts_free(struct page_part *parts, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (!parts[i].lent) {
            struct view_cells cells = {.cells = parts[i].block.cells,
                                       .count = parts[i].block.count};
            view_cells_free(&cells);
        }
    free(parts);
}

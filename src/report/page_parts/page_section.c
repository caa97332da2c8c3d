#include "report/page_parts/page_section.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report/base/mem.h"
#include "report/content/body_tables.h"
#include "report/rules/finding_text.h"
#include "report/section/section_scope.h"

static int compare_metric(const void *a, const void *b)
{
    const struct view_cell *const *x = a, *const *y = b;
    int order = strcmp((*x)->asked, (*y)->asked);
    if (!order) /* two cells of a list, or one metric twice */
        order = strcmp((*x)->metric, (*y)->metric);
    return order ? order : (*x > *y) - (*x < *y);
}

/* Values are compared as they are printed. What is no number comes last. */
static int value_order(const struct view_cell *x, const struct view_cell *y, bool ascending)
{
    double p = x->number, q = y->number;
    if (isnan(p) || isnan(q))
        return isnan(p) - isnan(q);
    p = round(p * 100), q = round(q * 100);
    return ascending ? (p > q) - (p < q) : (p < q) - (p > q);
}

static int compare_value(const void *a, const void *b)
{
    const struct view_cell *const *x = a, *const *y = b;
    int order = value_order(*x, *y, false);
    return order ? order : compare_metric(a, b);
}

static int compare_value_ascending(const void *a, const void *b)
{
    const struct view_cell *const *x = a, *const *y = b;
    int order = value_order(*x, *y, true);
    return order ? order : compare_metric(a, b);
}

/* Returns the cells in this order, without empty ones. The caller frees the array. */
static const struct view_cell **sorted(const struct view_cell *cells, size_t cell_count,
                                       int (*compare)(const void *, const void *), size_t *count)
{
    const struct view_cell **order = mem_alloc(cell_count * sizeof *order);
    *count = 0;
    for (size_t i = 0; i < cell_count; i++)
        if (cells[i].metric)
            order[(*count)++] = &cells[i];
    if (*count)
        qsort(order, *count, sizeof *order, compare);
    return order;
}

const struct view_cell **page_block_cells(const struct view_block *block, size_t *count)
{
    return sorted(block->cells, block->count,
                  !block->by_value   ? compare_metric
                  : block->ascending ? compare_value_ascending
                                     : compare_value,
                  count);
}

bool page_rule_belongs(const Rep__RuleResult *rule, const Rep__ProfilerSection *section)
{
    return strcmp(rule->sectionidentifier ? rule->sectionidentifier : "", section->identifier) == 0;
}

bool page_has_findings(const struct result *result, const Rep__ProfilerSection *section)
{
    for (size_t i = 0; i < result->rule_count; i++)
        if (page_rule_belongs(result->rules[i], section) && finding_text_any(result->rules[i]))
            return true;
    return false;
}

static bool has_metric(const struct view_cells *cells, const char *asked)
{
    for (size_t i = 0; i < cells->count; i++)
        if (cells->cells[i].metric && strcmp(cells->cells[i].asked, asked) == 0)
            return true;
    return false;
}

static void add_new(struct view_cells *cells, const struct result *result,
                    const Rep__ProfilerSection *section, const Rep__ProfilerSectionMetrics *from,
                    struct view_style style)
{
    struct section_scope scope = section_scope_of(result);
    for (size_t i = 0; i < from->n_metrics; i++) {
        const char *label;
        const char *name = section_metric_here(from->metrics[i], section, &scope, &label);
        if (name && !has_metric(cells, name))
            view_cells_add(cells, result, section, &from->metrics[i], 1, style);
    }
}

/* If bodies are shown, ncu shows beside the header what a section collects for its rules and for
 * the source page. */
static void add_further(struct view_cell **header, size_t *count, const struct result *result,
                        const Rep__ProfilerSection *section, struct view_style style)
{
    struct view_cells cells = {*header, *count, *count, 0};
    const Rep__ProfilerSectionMetrics *const further[] = {section->metrics, section->sourcemetrics};
    for (size_t i = 0; i < sizeof further / sizeof *further; i++)
        if (further[i])
            add_new(&cells, result, section, further[i], style);
    *header = cells.cells;
    *count = cells.count;
}

/* Text names sections of time series and of links, too, although it shows nothing of them. */
static bool is_named(const Rep__ProfilerSection *section)
{
    for (size_t i = 0; i < section->n_body; i++)
        for (size_t j = 0; j < section->body[i]->n_items; j++)
            if (section->body[i]->items[j]->timeline || section->body[i]->items[j]->nvlinktopology)
                return true;
    return false;
}

/* Puts the tables of other results behind the tables that they belong to. */
static void add_behind(struct page_section *parts, const struct result *result,
                       const Rep__ProfilerSection *section, const struct page_options *options)
{
    struct body_table *tables = mem_alloc((2 * parts->table_count + 1) * sizeof *tables);
    size_t count = 0;
    for (size_t i = 0; i < parts->table_count; i++) {
        struct body_table behind = {0};
        tables[count++] = parts->tables[i];
        if (options->behind(options->behind_context, result, NULL, section, parts->tables,
                            &parts->tables[i], options->base_units, &behind))
            tables[count++] = behind;
    }
    free(parts->tables);
    parts->tables = tables;
    parts->table_count = count;
}

struct page_section page_section_of(const struct result *result,
                                    const Rep__ProfilerSection *section,
                                    const struct page_options *options)
{
    bool plain = options->format == FORMAT_TEXT || options->format == FORMAT_CSV;
    struct view_style style = {.base_units = options->base_units,
                               .real = options->real,
                               .instances = plain ? options->instances : INSTANCES_NONE,
                               .lists = plain,
                               .all = plain && options->details == DETAILS_ALL};
    struct page_section parts = {.view = section_view_new(result, section, style)};
    if (plain && options->details == DETAILS_ALL)
        add_further(&parts.view->header, &parts.view->header_count, result, section, style);
    if (options->details != DETAILS_BODY)
        parts.cells =
            sorted(parts.view->header, parts.view->header_count, compare_metric, &parts.cell_count);
    if (options->details != DETAILS_HEADER)
        parts.tables = body_tables(result, section, options->base_units, &parts.table_count);
    else
        parts.next_block = parts.view->block_count;
    if (options->behind && parts.table_count)
        add_behind(&parts, result, section, options);
    if (plain && options->details != DETAILS_HEADER)
        parts.parts = page_parts(result, parts.view, parts.tables, parts.table_count, style,
                                 &parts.part_count);
    parts.any =
        parts.cell_count || page_has_findings(result, section) ||
        (plain ? parts.part_count || (options->details != DETAILS_HEADER && is_named(section))
               : parts.next_block < parts.view->block_count || parts.table_count);
    return parts;
}

void page_section_free(struct page_section *parts)
{
    page_parts_free(parts->parts, parts->part_count);
    body_tables_free(parts->tables, parts->table_count);
    free(parts->cells);
    section_view_free(parts->view);
}

bool page_section_next(struct page_section *parts, struct page_item *item)
{
    *item = (struct page_item){0};
    if (parts->next_block < parts->view->block_count)
        item->block = &parts->view->blocks[parts->next_block];
    if (parts->next_table < parts->table_count)
        item->table = &parts->tables[parts->next_table];
    if (item->block && item->table && item->table->item < item->block->item)
        item->block = NULL;
    else if (item->block)
        item->table = NULL;
    parts->next_block += item->block != NULL;
    parts->next_table += item->table != NULL;
    return item->block || item->table;
}

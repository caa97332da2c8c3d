/* How it works: section_items() walks over the bodies of the section and calls add_item() for
 * each item that applies. An item that is a table or bar chart becomes a block of cells; all
 * other items are left to body_tables.h. Making a view is cheap, since the screen makes one for
 * each section. The tables and figures, which look at instances, are made only when somebody
 * asks for them. */
#include "report/content/section_view.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report/base/mem.h"
#include "report/base/name_list.h"
#include "report/base/safe_text.h"
#include "report/content/link_note.h"
#include "report/content/section_digest.h"
#include "report/content/section_figures.h"
#include "report/content/warp_states.h"
#include "report/file/report.h"
#include "report/metric/metric_format.h"
#include "report/metric/metric_name.h"
#include "report/metric/metric_unit.h"
#include "report/section/section_items.h"
#include "report/section/section_metrics.h"

struct builder {
    const struct result *result;
    const Rep__ProfilerSection *section;
    struct section_scope scope;
    struct view_style style;
    struct section_view *view;
    size_t block_capacity;
    const char *body; /* the body under way */
    size_t item;      /* number of the item under way */
};

static void add_cells(const struct builder *b, struct view_cell **cells, size_t *count,
                      Rep__ProfilerSectionMetric **metrics, size_t metric_count)
{
    struct view_cells to = {0};
    view_cells_add(&to, b->result, b->section, metrics, metric_count, b->style);
    *cells = to.cells;
    *count = to.count;
}

static struct view_block *add_block(struct builder *b, const char *label)
{
    mem_grow(&b->view->blocks, b->view->block_count, &b->block_capacity, sizeof *b->view->blocks);
    struct view_block *block = &b->view->blocks[b->view->block_count++];
    *block = (struct view_block){.label = mem_strdup(label ? label : "")};
    return block;
}

/* "{UNIT}: {COMPOUND_NAME}" for lts__t_sectors.avg.pct_... is "L2: T Sectors". */
static char *breakdown_label(const char *metric)
{
    static const struct {
        const char *prefix, *unit;
    } units[] = {{"lts", "L2"},  {"l1tex", "L1"},  {"dram", "DRAM"}, {"fbpa", "DRAM"},
                 {"sm", "SM"},   {"smsp", "SMSP"}, {"gpc", "GPC"},   {"idc", "IDC"},
                 {"ltc", "LTC"}, {"gpu", "GPU"}};
    struct metric_name parts = metric_name_parse(metric);
    const char *counter = strstr(metric, "__");
    if (!counter)
        return mem_strdup(metric);
    struct strbuf label = {0};
    size_t prefix = (size_t)(counter - metric);
    bool known = false;
    for (size_t i = 0; i < sizeof units / sizeof *units && !known; i++) {
        known = strlen(units[i].prefix) == prefix && strncmp(units[i].prefix, metric, prefix) == 0;
        if (known)
            strbuf_adds(&label, units[i].unit);
    }
    if (!known)
        strbuf_add(&label, metric, prefix);
    strbuf_adds(&label, ": ");
    bool start = true;
    for (const char *c = counter + 2; c < metric + parts.base_length; c++) {
        strbuf_addc(&label, *c == '_' ? ' ' : start && *c >= 'a' && *c <= 'z' ? *c - 32 : *c);
        start = *c == '_';
    }
    return strbuf_detach(&label);
}

static int compare_cells(const void *a, const void *b)
{
    const struct view_cell *x = a, *y = b;
    if (isnan(x->number) || isnan(y->number))
        return isnan(x->number) - isnan(y->number);
    return (x->number < y->number) - (x->number > y->number);
}

static int compare_cells_ascending(const void *a, const void *b)
{
    const struct view_cell *x = a, *y = b;
    bool numbers = !isnan(x->number) && !isnan(y->number);
    return numbers ? -compare_cells(a, b) : compare_cells(a, b);
}

static int compare_labels(const void *a, const void *b)
{
    return strcmp(((const struct view_cell *)a)->label, ((const struct view_cell *)b)->label);
}

static int compare_labels_descending(const void *a, const void *b)
{
    return compare_labels(b, a);
}

static void sort_cells(struct view_block *block, bool by_label)
{
    int (*compare)(const void *, const void *) = NULL;
    if (block->by_value)
        compare = block->ascending ? compare_cells_ascending : compare_cells;
    else if (by_label)
        compare = block->ascending ? compare_labels : compare_labels_descending;
    if (compare && block->count)
        qsort(block->cells, block->count, sizeof *block->cells, compare);
}

/* The metric "breakdown:NAME" holds the parts of a throughput as a comma-separated list. */
static void add_breakdown(struct builder *b, struct view_block *block, const char *metric,
                          size_t *capacity)
{
    const char *list = result_text(b->result, metric);
    char *name;
    while ((name = name_list_next(&list))) {
        const Rep__ProfileMetricResult *part = result_metric(b->result, name);
        if (part) {
            mem_grow(&block->cells, block->count, capacity, sizeof *block->cells);
            char *label = breakdown_label(name);
            /* The cells keep the name in the string table, which outlives the view. */
            view_cell_fill(&block->cells[block->count++], b->result,
                           report_string(b->result->report, part->nameid), label, b->style);
            free(label);
        }
        free(name);
    }
    if (block->count)
        qsort(block->cells, block->count, sizeof *block->cells, compare_cells);
}

/* Tables and bar charts share the following. */
struct table {
    const char *label, *description;
    Rep__ProfilerSectionMetric **metrics;
    size_t count;
    bool by_value, by_label;
    Rep__SortDirections direction;
    bool chart;
};

static void add_table(struct builder *b, const struct table *table)
{
    Rep__ProfilerSectionMetric **metrics = table->metrics;
    size_t count = table->count;
    struct view_block *block = add_block(b, table->label);
    block->body = b->body;
    block->item = b->item;
    block->description = table->description ? table->description : "";
    block->by_value = table->by_value;
    block->chart = table->chart;
    block->ascending = table->direction == REP__SORT_DIRECTIONS__Ascending;
    if (count && strncmp(metrics[0]->name, "breakdown:", 10) == 0) {
        size_t capacity = 0;
        for (size_t i = 0; i < count; i++)
            add_breakdown(b, block, metrics[i]->name, &capacity);
    } else {
        add_cells(b, &block->cells, &block->count, metrics, count);
    }
    sort_cells(block, table->by_label);
    if (!block->count) {
        free(block->label);
        free(block->cells);
        b->view->block_count--;
    }
}

static double axis_end(const Rep__ProfilerSectionChartValueAxis *axis)
{
    return axis && axis->range && axis->range->has_max && axis->range->max > 0
               ? (double)axis->range->max
               : 0;
}

static void add_item(void *context, const Rep__ProfilerSectionBodyItem *item, size_t body,
                     size_t number)
{
    struct builder *b = context;
    b->body = section_body_name(b->section, body);
    b->item = number;
#define TABLE(item, chart)                                                                         \
    (&(struct table){(item)->label, (item)->description, (item)->metrics, (item)->n_metrics,       \
                     (item)->has_sortkey && (item)->sortkey == REP__SORT_KEYS__ByValue,            \
                     (item)->has_sortkey && (item)->sortkey == REP__SORT_KEYS__ByLabel,            \
                     (item)->sortdirection, chart})
    if (item->table)
        add_table(b, TABLE(item->table, false));
    const size_t before = b->view->block_count;
    if (item->barchart)
        add_table(b, TABLE(item->barchart, true));
#undef TABLE
    if (item->barchart && b->view->block_count > before)
        b->view->blocks[before].axis_end = axis_end(item->barchart->valueaxis);
}

struct section_view *section_view_new(const struct result *result,
                                      const Rep__ProfilerSection *section, struct view_style style)
{
    struct section_view *view = mem_alloc(sizeof *view);
    view->section = section;
    view->result = result;
    struct builder b = {result, section, section_scope_of(result), style, view, 0, "", 0};
    if (section->header)
        add_cells(&b, &view->header, &view->header_count, section->header->metrics,
                  section->header->n_metrics);
    section_items(section, &b.scope, add_item, &b);
    view->digest = section_digest(view, result);
    return view;
}

const struct section_figures *section_view_figures(struct section_view *view)
{
    if (!view->figures)
        view->figures = section_figures_new(view->result, view->section);
    return view->figures;
}

enum { STALLS_TOLD = 2 };

/* " · MIO Throttle 86.2 · Long Scoreboard 31.9" */
static void add_stalls(struct strbuf *out, const struct section_view *view)
{
    for (size_t i = 0; i < view->block_count; i++) {
        struct warp_states *states = warp_states_new(&view->blocks[i], view->result, NULL);
        for (size_t j = 0, told = 0; states && j < states->count && told < STALLS_TOLD; j++) {
            const struct warp_state *state = &states->states[j];
            if (state->selected || !(state->cycles > 0))
                continue;
            if (out->length)
                strbuf_adds(out, safe_text_utf8() ? " \xc2\xb7 " : " | ");
            strbuf_addf(out, "%s %.1f", state->label, state->cycles);
            told++;
        }
        warp_states_free(states);
    }
}

const char *section_view_digest(struct section_view *view)
{
    if (view->digest_made)
        return view->digest;
    struct strbuf text = {0};
    const char *links = link_note(view->result, view->section);
    view->digest_made = true;
    strbuf_adds(&text, *view->digest || !links ? view->digest : links);
    add_stalls(&text, view);
    if (!text.length && view->section->n_body) {
        char *figures = section_figures_digest(section_view_figures(view));
        strbuf_adds(&text, figures);
        free(figures);
    }
    free(view->digest);
    view->digest = strbuf_detach(&text);
    return view->digest;
}

void section_view_free(struct section_view *view)
{
    if (!view)
        return;
    section_figures_free(view->figures);
    for (size_t i = 0; i < view->header_count; i++)
        view_cell_free(&view->header[i]);
    for (size_t i = 0; i < view->block_count; i++) {
        for (size_t j = 0; j < view->blocks[i].count; j++)
            view_cell_free(&view->blocks[i].cells[j]);
        free(view->blocks[i].label);
        free(view->blocks[i].cells);
    }
    free(view->header);
    free(view->blocks);
    free(view->digest);
    free(view);
}

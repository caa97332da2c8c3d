#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "finding_text.h"
#include "mem.h"
#include "metric_format.h"
#include "page_internal.h"
#include "result_notes.h"
#include "safe_text.h"
#include "section_view.h"
#include "text_table.h"

static int compare_metric(const void *a, const void *b)
{
    const struct view_cell *const *x = a, *const *y = b;
    return strcmp((*x)->metric, (*y)->metric);
}

/* Values are compared as they are printed; what is no number comes last. */
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

/* The cells in the order given, empty ones left out; free() the array. */
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

static const struct view_cell **sorted_block(const struct view_block *block, size_t *count)
{
    return sorted(block->cells, block->count,
                  !block->by_value   ? compare_metric
                  : block->ascending ? compare_value_ascending
                                     : compare_value,
                  count);
}

static bool belongs(const Rep__RuleResult *rule, const Rep__ProfilerSection *section)
{
    return rule->sectionidentifier && strcmp(rule->sectionidentifier, section->identifier) == 0;
}

static bool has_findings(const struct result *result, const Rep__ProfilerSection *section)
{
    for (size_t i = 0; i < result->rule_count; i++)
        if (belongs(result->rules[i], section) && finding_text_any(result->rules[i]))
            return true;
    return false;
}

static void print_findings(FILE *out, const struct result *result,
                           const Rep__ProfilerSection *section)
{
    if (!has_findings(result, section))
        return;
    for (size_t i = 0; i < result->rule_count; i++)
        if (belongs(result->rules[i], section))
            finding_text_print(out, result->rules[i]);
    finding_text_rule(out);
}

static void print_table(FILE *out, const struct view_cell *const *cells, size_t count,
                        const struct page_options *options)
{
    struct text_table table = {
        .columns = 3,
        .names = (const char *const[]){"Metric Name", "Metric Unit", "Metric Value"},
        .right = (const bool[]){false, true, true},
        .indent = 4};
    for (size_t i = 0; i < count; i++) {
        struct strbuf name = {0};
        page_add_metric(&name, cells[i]->label, cells[i]->metric, options->naming);
        text_table_add(&table, (const char *const[]){name.data, cells[i]->unit, cells[i]->value});
        strbuf_free(&name);
    }
    text_table_print(&table, out);
    text_table_print_rule(&table, out);
    fputc('\n', out);
    text_table_free(&table);
}

static void print_line(FILE *out, const char *before, const char *text)
{
    char *safe = safe_text(text);
    fprintf(out, "    %s%s\n", before, safe);
    free(safe);
}

/* The tables and bar charts of the body; the name of a body stands above the first of its tables.
 */
static void print_body(FILE *out, const struct section_view *view,
                       const struct page_options *options)
{
    const char *body = "";
    for (size_t i = 0; i < view->block_count; i++) {
        const struct view_block *block = &view->blocks[i];
        size_t count;
        const struct view_cell **cells = sorted_block(block, &count);
        if (count && strcmp(block->body, body) != 0)
            print_line(out, "", block->body);
        if (count) {
            body = block->body;
            print_line(out, "Table Name : ", block->label);
            if (*block->description)
                print_line(out, "Table Description : ", block->description);
            print_table(out, cells, count, options);
        }
        free(cells);
    }
}

/* A section without cells and findings, such as one of charts only, is left out altogether. */
static void print_section(FILE *out, const struct result *result,
                          const Rep__ProfilerSection *section, const struct page_options *options)
{
    struct section_view *view = section_view_new(result, section, options->base_units);
    size_t count;
    const struct view_cell **cells =
        sorted(view->header, view->header_count, compare_metric, &count);
    if (options->details == DETAILS_BODY)
        count = 0;
    bool body = options->details != DETAILS_HEADER && view->block_count;
    if (count || body || has_findings(result, section))
        print_line(out, "Section: ", section->displayname);
    if (count)
        print_table(out, cells, count, options);
    if (body)
        print_body(out, view, options);
    print_findings(out, result, section);
    free(cells);
    section_view_free(view);
}

/* Rows of cells; the label of the table they are in has a column of its own where bodies are
 * printed. */
static void print_csv_cells(FILE *out, const char *identity, const char *table,
                            const struct view_cell *const *cells, size_t count,
                            const struct page_options *options)
{
    for (size_t i = 0; i < count; i++) {
        struct strbuf row = {0}, name = {0};
        page_add_metric(&name, cells[i]->label, cells[i]->metric, options->naming);
        strbuf_adds(&row, identity);
        if (options->details != DETAILS_HEADER)
            format_csv_field(&row, table, false);
        format_csv_field(&row, name.data, false);
        format_csv_field(&row, cells[i]->unit, false);
        format_csv_field(&row, cells[i]->value, false);
        for (size_t j = 0; j < 5; j++)
            format_csv_field(&row, "", false);
        fprintf(out, "%s\n", row.data);
        strbuf_free(&row);
        strbuf_free(&name);
    }
}

static void print_csv_section(FILE *out, const struct result *result,
                              const Rep__ProfilerSection *section,
                              const struct page_options *options, unsigned identity_columns)
{
    struct section_view *view = section_view_new(result, section, options->base_units);
    struct strbuf identity = {0};
    size_t count;
    page_csv_identity(&identity, result, identity_columns);
    format_csv_field(&identity, section->displayname, false);
    const struct view_cell **cells =
        sorted(view->header, view->header_count, compare_metric, &count);
    if (options->details != DETAILS_BODY)
        print_csv_cells(out, identity.data, "", cells, count, options);
    free(cells);
    for (size_t i = 0; options->details != DETAILS_HEADER && i < view->block_count; i++) {
        cells = sorted_block(&view->blocks[i], &count);
        print_csv_cells(out, identity.data, view->blocks[i].label, cells, count, options);
        free(cells);
    }
    if (options->details != DETAILS_HEADER)
        format_csv_field(&identity, "", false);
    for (size_t i = 0; i < result->rule_count; i++)
        if (belongs(result->rules[i], section))
            finding_text_csv(out, identity.data, result->rules[i]);
    strbuf_free(&identity);
    section_view_free(view);
}

static void print_csv_names(FILE *out, const struct page_options *options,
                            unsigned identity_columns)
{
    struct strbuf row = {0};
    static const char *const more[] = {
        "Metric Name", "Metric Unit",      "Metric Value",           "Rule Name",
        "Rule Type",   "Rule Description", "Estimated Speedup Type", "Estimated Speedup"};
    page_csv_identity(&row, NULL, identity_columns);
    format_csv_field(&row, "Section Name", false);
    if (options->details != DETAILS_HEADER)
        format_csv_field(&row, "Body Item Label", false);
    for (size_t i = 0; i < sizeof more / sizeof *more; i++)
        format_csv_field(&row, more[i], false);
    fprintf(out, "%s\n", row.data);
    strbuf_free(&row);
}

struct details_page {
    const struct page_options *options;
    FILE *out;
    size_t results; /* that are printed */
    unsigned identity_columns;
    const Rep__ProcessInfo *process; /* of the last result */
};

/* First pass of CSV: which columns there are. */
static void survey(void *context, const struct result *result, bool takes)
{
    struct details_page *page = context;
    if (!takes)
        return;
    page->results++;
    page->identity_columns |= page_csv_columns_of(result);
}

/* Comments, NVTX ranges and call stacks. */
static void print_notes(FILE *out, const struct result *result, bool of_report_too)
{
    size_t count;
    struct note_block *blocks = result_notes(result, of_report_too, &count);
    for (size_t i = 0; i < count; i++) {
        print_line(out, "", blocks[i].title);
        for (size_t j = 0; j < blocks[i].count; j++) {
            char *safe = safe_text(blocks[i].lines[j].text);
            fprintf(out, "%*s%s\n", 6 + 2 * (int)blocks[i].lines[j].indent, "", safe);
            free(safe);
        }
    }
    if (count)
        fputc('\n', out);
    result_notes_free(blocks, count);
}

static void print_heading(struct details_page *page, const struct result *result)
{
    page->process = page_process_line(page->out, result, page->process);
    page_result_line(page->out, result);
    if (result->has_clock_status && !result->clocks_locked)
        fputs("    Warning: the GPU clocks were not fixed while this was measured: times may vary "
              "from run to run.\n",
              page->out);
    print_notes(page->out, result, page->results++ == 0);
}

static void print_result(void *context, const struct result *result, bool takes)
{
    struct details_page *page = context;
    if (!takes)
        return;
    if (!page->options->csv)
        print_heading(page, result);
    size_t count;
    const Rep__ProfilerSection **sections = result_sections_in_order(result, &count);
    struct section_scope scope = section_scope_of(result);
    for (size_t i = 0; i < count; i++) {
        if (!section_applies(sections[i], &scope))
            continue;
        if (page->options->csv)
            print_csv_section(page->out, result, sections[i], page->options,
                              page->identity_columns);
        else
            print_section(page->out, result, sections[i], page->options);
    }
    free(sections);
}

bool page_details(struct report *report, const struct page_options *options, FILE *out,
                  struct error *error)
{
    struct details_page page = {.options = options, .out = out};
    if (!options->csv)
        return page_each(report, options, print_result, &page, error);
    struct error again; /* the same as the first time */
    bool good = page_each(report, options, survey, &page, error);
    if (page.results) {
        print_csv_names(out, options, page.identity_columns);
        page_each(report, options, print_result, &page, &again);
    }
    return good;
}

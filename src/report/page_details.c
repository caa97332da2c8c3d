#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "body_table.h"
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

/* Unit that all cells of a column share, NULL if they differ: it then stands in each cell. */
static const char *column_unit(const struct body_table *table, size_t column)
{
    const char *unit = NULL;
    for (size_t i = 0; i < table->row_count; i++) {
        const struct body_cell *cell = &table->rows[i].cells[column];
        if (!cell->text)
            continue;
        if (unit && strcmp(unit, cell->unit) != 0)
            return NULL;
        unit = cell->unit;
    }
    return unit ? unit : "";
}

static char *cell_text(const struct body_cell *cell, const char *shared_unit)
{
    if (!cell->text)
        return mem_strdup(cell->joint ? "as above" : "");
    return !shared_unit && *cell->unit ? mem_printf("%s %s", cell->text, cell->unit)
                                       : mem_strdup(cell->text);
}

static bool has_course(const struct body_table *table)
{
    for (size_t i = 0; i < table->row_count; i++)
        if (table->rows[i].course)
            return true;
    return false;
}

static void add_label(struct strbuf *text, const struct body_row *row,
                      const struct page_options *options)
{
    if (row->metric)
        page_add_metric(text, row->label, row->metric, options->naming);
    else
        strbuf_adds(text, row->label);
}

static void print_body_table(FILE *out, const struct body_table *body,
                             const struct page_options *options)
{
    size_t columns = body->column_count + 1 + has_course(body);
    char **texts = mem_alloc(columns * sizeof *texts);
    bool *right = mem_alloc(columns * sizeof *right);
    const char **units = mem_alloc(columns * sizeof *units);
    texts[0] = mem_strdup(body->row_name);
    for (size_t i = 0; i < body->column_count; i++) {
        const char *unit = units[i] = column_unit(body, i);
        texts[i + 1] = unit && *unit ? mem_printf("%s [%s]", body->columns[i], unit)
                                     : mem_strdup(body->columns[i]);
        right[i + 1] = true;
    }
    if (columns > body->column_count + 1)
        texts[columns - 1] = mem_strdup("Course");
    struct text_table table = {
        .columns = columns, .names = (const char *const *)texts, .right = right, .indent = 4};
    char **cells = mem_alloc(columns * sizeof *cells);
    for (size_t i = 0; i < body->row_count; i++) {
        const struct body_row *row = &body->rows[i];
        struct strbuf label = {0};
        add_label(&label, row, options);
        cells[0] = strbuf_detach(&label);
        for (size_t j = 0; j < body->column_count; j++)
            cells[j + 1] = cell_text(&row->cells[j], units[j]);
        if (columns > body->column_count + 1)
            cells[columns - 1] = mem_strdup(row->course ? row->course : "");
        text_table_add(&table, (const char *const *)cells);
        for (size_t j = 0; j < columns; j++)
            free(cells[j]);
    }
    text_table_print(&table, out);
    text_table_print_rule(&table, out);
    fputc('\n', out);
    text_table_free(&table);
    for (size_t i = 0; i < columns; i++)
        free(texts[i]);
    free(cells);
    free(texts);
    free(right);
    free(units);
}

/* The name of a body stands above the first of its tables. */
static void print_titles(FILE *out, const char **body, const char *own_body, const char *label,
                         const char *description)
{
    if (strcmp(own_body, *body) != 0)
        print_line(out, "", own_body);
    *body = own_body;
    if (*label)
        print_line(out, "Table Name : ", label);
    if (*description)
        print_line(out, "Table Description : ", description);
}

/* The tables and bar charts of the body, and its other items as tables, in their order. */
static void print_body(FILE *out, const struct section_view *view, const struct body_table *tables,
                       size_t table_count, const struct page_options *options)
{
    const char *body = "";
    for (size_t i = 0, j = 0; i < view->block_count || j < table_count;) {
        const struct view_block *block = i < view->block_count ? &view->blocks[i] : NULL;
        if (j < table_count && (!block || tables[j].item < block->item)) {
            print_titles(out, &body, tables[j].body, tables[j].label, tables[j].description);
            print_body_table(out, &tables[j++], options);
            continue;
        }
        size_t count;
        const struct view_cell **cells = sorted_block(block, &count);
        if (count) {
            print_titles(out, &body, block->body, block->label, block->description);
            print_table(out, cells, count, options);
        }
        free(cells);
        i++;
    }
}

/* The tables that rules attached to the findings of a section. */
static void print_rule_tables(FILE *out, const struct result *result,
                              const Rep__ProfilerSection *section,
                              const struct page_options *options)
{
    for (size_t i = 0; i < result->rule_count; i++) {
        size_t count;
        if (!belongs(result->rules[i], section))
            continue;
        struct body_table *tables = body_tables_of_rule(result->rules[i], &count);
        for (size_t j = 0; j < count; j++) {
            const char *body = "";
            print_titles(out, &body, "",
                         *tables[j].label ? tables[j].label : result->rules[i]->displayname,
                         tables[j].description);
            print_body_table(out, &tables[j], options);
        }
        body_tables_free(tables, count);
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
    size_t table_count = 0;
    struct body_table *tables =
        options->details == DETAILS_HEADER
            ? NULL
            : body_tables(result, section, options->base_units, &table_count);
    bool body = options->details != DETAILS_HEADER && (view->block_count || table_count);
    if (count || body || has_findings(result, section))
        print_line(out, "Section: ", section->displayname);
    if (count)
        print_table(out, cells, count, options);
    if (body)
        print_body(out, view, tables, table_count, options);
    print_findings(out, result, section);
    if (options->details != DETAILS_HEADER)
        print_rule_tables(out, result, section, options);
    body_tables_free(tables, table_count);
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

/* One row for each cell: "ROW: COLUMN"; of a chart "X LABEL: COLUMN". */
static void print_csv_table(FILE *out, const char *identity, const struct body_table *table,
                            const char *label, const struct page_options *options)
{
    for (size_t i = 0; i < table->row_count; i++)
        for (size_t j = 0; j < table->column_count; j++) {
            const struct body_cell *cell = &table->rows[i].cells[j];
            struct strbuf row = {0}, name = {0};
            if (!cell->text)
                continue;
            if (table->points)
                strbuf_addf(&name, "%s ", table->row_name);
            add_label(&name, &table->rows[i], options);
            strbuf_addf(&name, ": %s", table->columns[j]);
            strbuf_adds(&row, identity);
            format_csv_field(&row, label, false);
            format_csv_field(&row, name.data, false);
            format_csv_field(&row, cell->unit, false);
            format_csv_field(&row, cell->text, false);
            for (size_t k = 0; k < 5; k++)
                format_csv_field(&row, "", false);
            fprintf(out, "%s\n", row.data);
            strbuf_free(&row);
            strbuf_free(&name);
        }
}

static void print_csv_body(FILE *out, const char *identity, const struct section_view *view,
                           const struct result *result, const struct page_options *options)
{
    size_t table_count;
    struct body_table *tables =
        body_tables(result, view->section, options->base_units, &table_count);
    for (size_t i = 0, j = 0; i < view->block_count || j < table_count;) {
        const struct view_block *block = i < view->block_count ? &view->blocks[i] : NULL;
        if (j < table_count && (!block || tables[j].item < block->item)) {
            print_csv_table(out, identity, &tables[j], tables[j].label, options);
            j++;
            continue;
        }
        size_t count;
        const struct view_cell **cells = sorted_block(block, &count);
        print_csv_cells(out, identity, block->label, cells, count, options);
        free(cells);
        i++;
    }
    body_tables_free(tables, table_count);
    for (size_t i = 0; i < result->rule_count; i++) {
        if (!belongs(result->rules[i], view->section))
            continue;
        tables = body_tables_of_rule(result->rules[i], &table_count);
        for (size_t j = 0; j < table_count; j++)
            print_csv_table(out, identity, &tables[j],
                            *tables[j].label ? tables[j].label : result->rules[i]->displayname,
                            options);
        body_tables_free(tables, table_count);
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
    if (options->details != DETAILS_HEADER)
        print_csv_body(out, identity.data, view, result, options);
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

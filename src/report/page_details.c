#include <stdlib.h>
#include <string.h>

#include "finding_text.h"
#include "metric_format.h"
#include "page_body.h"
#include "result_notes.h"
#include "safe_text.h"

static bool has_findings(const struct result *result, const Rep__ProfilerSection *section)
{
    for (size_t i = 0; i < result->rule_count; i++)
        if (page_rule_belongs(result->rules[i], section) && finding_text_any(result->rules[i]))
            return true;
    return false;
}

static void print_findings(FILE *out, const struct result *result,
                           const Rep__ProfilerSection *section)
{
    if (!has_findings(result, section))
        return;
    for (size_t i = 0; i < result->rule_count; i++)
        if (page_rule_belongs(result->rules[i], section))
            finding_text_print(out, result->rules[i]);
    finding_text_rule(out);
}

/* A section without cells and findings, such as one of charts only, is left out altogether. */
static void print_section(FILE *out, const struct result *result,
                          const Rep__ProfilerSection *section, const struct page_options *options)
{
    struct section_view *view = section_view_new(result, section, options->base_units);
    size_t count;
    const struct view_cell **cells = page_header_cells(view, &count);
    if (options->details == DETAILS_BODY)
        count = 0;
    size_t table_count = 0;
    struct body_table *tables =
        options->details == DETAILS_HEADER
            ? NULL
            : body_tables(result, section, options->base_units, &table_count);
    bool body = options->details != DETAILS_HEADER && (view->block_count || table_count);
    if (count || body || has_findings(result, section))
        page_line(out, "Section: ", section->displayname);
    if (count)
        page_cells(out, cells, count, options);
    if (body)
        page_body(out, view, tables, table_count, options);
    print_findings(out, result, section);
    if (options->details != DETAILS_HEADER)
        page_rule_tables(out, result, section, options);
    body_tables_free(tables, table_count);
    free(cells);
    section_view_free(view);
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
    const struct view_cell **cells = page_header_cells(view, &count);
    if (options->details != DETAILS_BODY)
        page_cells_csv(out, identity.data, "", cells, count, options);
    free(cells);
    if (options->details != DETAILS_HEADER)
        page_body_csv(out, identity.data, view, result, options);
    if (options->details != DETAILS_HEADER)
        format_csv_field(&identity, "", false);
    for (size_t i = 0; i < result->rule_count; i++)
        if (page_rule_belongs(result->rules[i], section))
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
        page_line(out, "", blocks[i].title);
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

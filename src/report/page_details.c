#include <stdlib.h>
#include <string.h>

#include "finding_text.h"
#include "metric_format.h"
#include "page_body.h"
#include "result_notes.h"
#include "safe_text.h"

static void print_findings(FILE *out, const struct result *result,
                           const Rep__ProfilerSection *section)
{
    if (!page_has_findings(result, section))
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
    struct page_section parts = page_section_of(result, section, options);
    if (parts.any)
        page_line(out, "Section: ", section->displayname);
    if (parts.cell_count)
        page_cells(out, parts.cells, parts.cell_count, options);
    page_body(out, &parts, options);
    print_findings(out, result, section);
    if (options->details != DETAILS_HEADER)
        page_rule_tables(out, result, section, options);
    page_section_free(&parts);
}

static void print_csv_section(FILE *out, const struct result *result,
                              const Rep__ProfilerSection *section,
                              const struct page_options *options, unsigned identity_columns)
{
    struct page_section parts = page_section_of(result, section, options);
    struct strbuf identity = {0};
    page_csv_identity(&identity, result, identity_columns);
    format_csv_field(&identity, section->displayname, false);
    page_cells_csv(out, identity.data, "", parts.cells, parts.cell_count, options);
    if (options->details != DETAILS_HEADER) {
        page_body_csv(out, identity.data, &parts, result, section, options);
        format_csv_field(&identity, "", false);
    }
    for (size_t i = 0; i < result->rule_count; i++)
        if (page_rule_belongs(result->rules[i], section))
            finding_text_csv(out, identity.data, result->rules[i]);
    strbuf_free(&identity);
    page_section_free(&parts);
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

const char page_clock_warning[] =
    "the GPU clocks were not fixed while this was measured: times may vary from run to run.";

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
        fprintf(page->out, "    Warning: %s\n", page_clock_warning);
    print_notes(page->out, result, page->results++ == 0);
}

static void print_result(void *context, const struct result *result, bool takes)
{
    struct details_page *page = context;
    if (!takes)
        return;
    if (page->options->format == FORMAT_TEXT)
        print_heading(page, result);
    size_t count;
    const Rep__ProfilerSection **sections = result_sections_in_order(result, &count);
    struct section_scope scope = section_scope_of(result);
    for (size_t i = 0; i < count; i++) {
        if (!section_applies(sections[i], &scope))
            continue;
        if (page->options->format == FORMAT_CSV)
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
    if (options->format != FORMAT_CSV)
        return page_each(report, options, print_result, &page, error);
    struct error again; /* the same as the first time */
    bool good = page_each(report, options, survey, &page, error);
    if (page.results) {
        print_csv_names(out, options, page.identity_columns);
        page_each(report, options, print_result, &page, &again);
    }
    return good;
}

#include <stdlib.h>

#include "report/metric/metric_format.h"
#include "report/page_parts/page_body.h"
#include "report/page_parts/page_csv.h"
#include "report/page_parts/page_forms.h"
#include "report/page_parts/page_identity.h"
#include "report/page_parts/page_notes.h"
#include "report/page_parts/page_results.h"
#include "report/page_parts/page_words.h"
#include "report/rules/finding_text.h"
#include "report/section/section_scope.h"

struct details_page {
    const struct page_options *options;
    FILE *out;
    size_t results; /* CSV: results that are printed */
    size_t files;   /* text: reports whose first result was printed */
    unsigned identity_columns;
    bool has_rules;   /* rules looked at one of the results: CSV has columns for findings */
    bool has_origins; /* some findings are not ours: CSV has a column for their origin */
    const Rep__ProcessInfo *process; /* process of the last result */
};

static void print_findings(FILE *out, const struct result *result,
                           const Rep__ProfilerSection *section, const struct page_options *options)
{
    bool any = false;
    for (size_t i = 0; i < result->rule_count; i++)
        if (page_rule_belongs(result->rules[i], section))
            any = finding_text_print(out, result->rules[i], finding_mark(result, i),
                                     options->rule_details, any);
    if (any)
        fputc('\n', out);
}

/* A section without cells and findings, for example one of charts only, is left out. */
static void print_section(FILE *out, const struct result *result,
                          const Rep__ProfilerSection *section, const struct page_options *options)
{
    struct page_section parts = page_section_of(result, section, options);
    if (parts.any)
        page_line(out, "Section: ", section->displayname);
    if (parts.cell_count)
        page_cells(out, parts.cells, parts.cell_count, options);
    page_body(out, &parts, options);
    print_findings(out, result, section, options);
    page_section_free(&parts);
}

/* Findings name their section by its identifier, metrics by its title, as in ncu. */
static void print_csv_section(struct details_page *page, const struct result *result,
                              const Rep__ProfilerSection *section)
{
    const struct page_options *options = page->options;
    struct page_section parts = page_section_of(result, section, options);
    struct strbuf identity = {0}, finding = {0};
    page_csv_identity(&identity, result, page->identity_columns);
    strbuf_adds(&finding, identity.data);
    format_csv_field(&identity, section->displayname, false);
    format_csv_field(&finding, section->identifier, false);
    page_cells_csv(page->out, identity.data, "", parts.cells, parts.cell_count, options,
                   page->has_rules);
    if (options->details != DETAILS_HEADER) {
        page_body_csv(page->out, identity.data, &parts, options, page->has_rules);
        format_csv_field(&finding, "", false);
    }
    for (size_t i = 0; i < result->rule_count; i++)
        if (page_rule_belongs(result->rules[i], section))
            finding_text_csv(page->out, finding.data, result->rules[i],
                             page->has_origins ? finding_origin(result, i) : NULL);
    strbuf_free(&finding);
    strbuf_free(&identity);
    page_section_free(&parts);
}

static void add_names(struct strbuf *row, const char *const *names, size_t count)
{
    for (size_t i = 0; i < count; i++)
        format_csv_field(row, names[i], false);
}

static void print_csv_names(const struct details_page *page)
{
    static const char *const metric[] = {"Metric Name", "Metric Unit", "Metric Value"};
    static const char *const rule[] = {"Rule Name",         "Rule Type",
                                       "Rule Description",  "Estimated Speedup Type",
                                       "Estimated Speedup", "Rule Origin"};
    struct strbuf row = {0};
    page_csv_identity(&row, NULL, page->identity_columns);
    format_csv_field(&row, "Section Name", false);
    if (page->options->details != DETAILS_HEADER)
        format_csv_field(&row, "Body Item Label", false);
    add_names(&row, metric, sizeof metric / sizeof *metric);
    if (page->has_rules)
        add_names(&row, rule, sizeof rule / sizeof *rule - !page->has_origins);
    fprintf(page->out, "%s\n", row.data);
    strbuf_free(&row);
}

/* The first pass of CSV: which columns there are. */
static void survey(void *context, const struct result *result)
{
    struct details_page *page = context;
    page->results++;
    page->identity_columns |= page_csv_columns_of(result);
    if (page->options->sections && section_choice_is_of_metrics(page->options->sections))
        return;
    page->has_rules = page->has_rules || result->rule_count;
    for (size_t i = 0; i < result->rule_count; i++)
        page->has_origins = page->has_origins || result_rule_is_foreign(result, i);
}

static void print_heading(struct details_page *page, const struct result *result)
{
    page->process = page_process_line(page->out, result, page->process);
    page_result_line(page->out, result);
    page_notes(page->out, result, page_is_first_of_file(result, &page->files));
    if (result->has_clock_status && !result->clocks_locked)
        fprintf(page->out, "    Warning: %s\n", page_clock_warning);
}

static void print_result(void *context, const struct result *result)
{
    struct details_page *page = context;
    if (page->options->format == FORMAT_TEXT)
        print_heading(page, result);
    size_t count;
    const Rep__ProfilerSection **sections =
        section_choice_of(page->options->sections, result, &count);
    struct section_scope scope = section_scope_of(result);
    for (size_t i = 0; i < count; i++) {
        if (!section_applies(sections[i], &scope))
            continue;
        if (page->options->format == FORMAT_CSV)
            print_csv_section(page, result, sections[i]);
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
    struct error again; /* the same error as the first time */
    bool good = page_each(report, options, survey, &page, error);
    if (page.results) {
        print_csv_names(&page);
        page_each(report, options, print_result, &page, &again);
    }
    return good;
}

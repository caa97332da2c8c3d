#include <stdlib.h>
#include <string.h>

#include "finding_text.h"
#include "mem.h"
#include "metric_format.h"
#include "page_internal.h"
#include "safe_text.h"
#include "section_view.h"
#include "text_table.h"

static int compare_metric(const void *a, const void *b)
{
    const struct view_cell *const *x = a, *const *y = b;
    return strcmp((*x)->metric, (*y)->metric);
}

/* The header's cells in order of their metrics' names, empty cells left out. */
static const struct view_cell **sorted_header(const struct section_view *view, size_t *count)
{
    const struct view_cell **cells = mem_alloc(view->header_count * sizeof *cells);
    *count = 0;
    for (size_t i = 0; i < view->header_count; i++)
        if (view->header[i].metric)
            cells[(*count)++] = &view->header[i];
    if (*count)
        qsort(cells, *count, sizeof *cells, compare_metric);
    return cells;
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

/* A section without cells and findings, such as one of charts only, is left out altogether. */
static void print_section(FILE *out, const struct result *result,
                          const Rep__ProfilerSection *section, const struct page_options *options)
{
    struct section_view *view = section_view_new(result, section, options->base_units);
    size_t count;
    const struct view_cell **cells = sorted_header(view, &count);
    if (count || has_findings(result, section)) {
        char *title = safe_text(section->displayname);
        fprintf(out, "    Section: %s\n", title);
        free(title);
    }
    struct text_table table = {
        .columns = 3,
        .names = (const char *const[]){"Metric Name", "Metric Unit", "Metric Value"},
        .right = (const bool[]){false, true, true},
        .indent = 4};
    for (size_t i = 0; i < count; i++)
        text_table_add(&table,
                       (const char *const[]){cells[i]->label, cells[i]->unit, cells[i]->value});
    if (count) {
        text_table_print(&table, out);
        text_table_print_rule(&table, out);
        fputc('\n', out);
    }
    text_table_free(&table);
    print_findings(out, result, section);
    free(cells);
    section_view_free(view);
}

static void print_csv_section(FILE *out, const struct result *result,
                              const Rep__ProfilerSection *section,
                              const struct page_options *options)
{
    struct section_view *view = section_view_new(result, section, options->base_units);
    size_t count;
    const struct view_cell **cells = sorted_header(view, &count);
    struct strbuf row = {0};
    for (size_t i = 0; i < count; i++) {
        strbuf_clear(&row);
        page_csv_identity(&row, result, true);
        format_csv_field(&row, section->displayname, false);
        format_csv_field(&row, cells[i]->label, false);
        format_csv_field(&row, cells[i]->unit, false);
        format_csv_field(&row, cells[i]->value, false);
        for (size_t j = 0; j < 5; j++)
            format_csv_field(&row, "", false);
        fprintf(out, "%s\n", row.data);
    }
    for (size_t i = 0; i < result->rule_count; i++)
        if (belongs(result->rules[i], section)) {
            struct strbuf identity = {0};
            page_csv_identity(&identity, result, true);
            finding_text_csv(out, identity.data, section->displayname, result->rules[i]);
            strbuf_free(&identity);
        }
    strbuf_free(&row);
    free(cells);
    section_view_free(view);
}

static void print_csv_names(FILE *out)
{
    struct strbuf row = {0};
    static const char *const more[] = {
        "Section Name",     "Metric Name", "Metric Unit",      "Metric Value",
        "Rule Name",        "Rule Type",   "Rule Description", "Estimated Speedup Type",
        "Estimated Speedup"};
    page_csv_identity_names(&row, true);
    for (size_t i = 0; i < sizeof more / sizeof *more; i++)
        format_csv_field(&row, more[i], false);
    fprintf(out, "%s\n", row.data);
    strbuf_free(&row);
}

void page_details(struct report *report, const struct page_selection *selection,
                  const struct page_options *options, FILE *out)
{
    (void)report;
    const Rep__ProcessInfo *process = NULL;
    if (options->csv)
        print_csv_names(out);
    for (size_t i = 0; i < selection->count; i++) {
        const struct result *result = selection->results[i];
        if (!options->csv) {
            process = page_process_line(out, result, process);
            page_result_line(out, result);
            if (result->has_clock_status && !result->clocks_locked)
                fputs("    Warning: the GPU clocks were not fixed while this was measured: times "
                      "may vary from run to run.\n",
                      out);
        }
        size_t count;
        const Rep__ProfilerSection **sections = result_sections_in_order(result, &count);
        struct section_scope scope = section_scope_of(result);
        for (size_t j = 0; j < count; j++) {
            if (!section_filter_passes(sections[j]->filter, &scope) &&
                !section_has_cells(sections[j], &scope))
                continue;
            if (options->csv)
                print_csv_section(out, result, sections[j], options);
            else
                print_section(out, result, sections[j], options);
        }
        free(sections);
    }
}

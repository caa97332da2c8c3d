#include <stdlib.h>

#include "report/base/markdown.h"
#include "report/base/safe_text.h"
#include "report/content/body_tables.h"
#include "report/content/result_notes.h"
#include "report/page_parts/page_body.h"
#include "report/page_parts/page_forms.h"
#include "report/page_parts/page_identity.h"
#include "report/page_parts/page_markdown.h"
#include "report/page_parts/page_results.h"
#include "report/page_parts/page_words.h"
#include "report/rules/finding_text.h"
#include "report/section/section_scope.h"

static void print_cells(FILE *out, const struct view_cell *const *cells, size_t count,
                        const struct page_options *options)
{
    markdown_table_begin(out, (const char *const[]){"Metric", "Unit", "Value"},
                         (const bool[]){false, false, true}, 3);
    for (size_t i = 0; i < count; i++) {
        struct strbuf name = {0}, unit = {0}, value = {0};
        page_markdown_add_metric(&name, cells[i]->label, cells[i]->metric, options->naming);
        strbuf_adds(&unit, "");
        strbuf_adds(&value, "");
        markdown_add_text(&unit, cells[i]->unit);
        markdown_add_text(&value, cells[i]->value);
        markdown_table_row(out, (const char *const[]){name.data, unit.data, value.data}, 3);
        strbuf_free(&name);
        strbuf_free(&unit);
        strbuf_free(&value);
    }
    fputc('\n', out);
}

/* Prints a paragraph. */
static void print_line(FILE *out, const char *mark, const char *text)
{
    struct strbuf line = {0};
    if (!*text)
        return;
    strbuf_adds(&line, mark);
    markdown_add_text(&line, text);
    fprintf(out, "%s%s\n\n", line.data, mark);
    strbuf_free(&line);
}

/* Prints the label above a table of a body, or the name of the body. */
static void print_titles(FILE *out, const char *body, const char *label, const char *description)
{
    print_line(out, "**", *label ? label : body);
    print_line(out, "", description);
}

static void print_body(FILE *out, struct page_section *parts, const struct page_options *options)
{
    struct page_item item;
    while (page_section_next(parts, &item)) {
        if (item.table) {
            print_titles(out, item.table->body, item.table->label, item.table->description);
            page_body_table(item.table, options, out, markdown_table);
            continue;
        }
        size_t count;
        const struct view_cell **cells = page_block_cells(item.block, &count);
        if (count) {
            print_titles(out, item.block->body, item.block->label, item.block->description);
            print_cells(out, cells, count, options);
        }
        free(cells);
    }
}

static void print_findings(FILE *out, const struct result *result,
                           const Rep__ProfilerSection *section)
{
    if (!page_has_findings(result, section))
        return;
    for (size_t i = 0; i < result->rule_count; i++) {
        const Rep__RuleResult *rule = result->rules[i];
        if (page_rule_belongs(rule, section))
            page_markdown_findings(out, rule, finding_mark(result, i));
    }
    fputc('\n', out);
}

static void print_rule_tables(FILE *out, const struct result *result,
                              const Rep__ProfilerSection *section,
                              const struct page_options *options)
{
    for (size_t i = 0; i < result->rule_count; i++) {
        size_t count;
        const Rep__RuleResult *rule = result->rules[i];
        if (!page_rule_belongs(rule, section))
            continue;
        struct body_table *tables = body_tables_of_rule(rule, &count);
        for (size_t j = 0; j < count; j++) {
            print_titles(out, rule->displayname, tables[j].label, tables[j].description);
            page_body_table(&tables[j], options, out, markdown_table);
        }
        body_tables_free(tables, count);
    }
}

static void print_section(FILE *out, const struct result *result,
                          const Rep__ProfilerSection *section, const struct page_options *options)
{
    struct page_section parts = page_section_of(result, section, options);
    if (parts.any)
        page_markdown_title(out, section->displayname);
    if (parts.cell_count)
        print_cells(out, parts.cells, parts.cell_count, options);
    print_body(out, &parts, options);
    print_findings(out, result, section);
    if (options->details != DETAILS_HEADER)
        print_rule_tables(out, result, section, options);
    page_section_free(&parts);
}

/* Prints comments, NVTX ranges and call stacks as blocks of code, so that their lines stay as
 * they are. */
static void print_notes(FILE *out, const struct result *result, bool of_report_too)
{
    size_t count;
    struct note_block *blocks = result_notes(result, of_report_too, &count);
    for (size_t i = 0; i < count; i++) {
        print_line(out, "**", blocks[i].title);
        for (size_t j = 0; j < blocks[i].count; j++) {
            char *safe = safe_text(blocks[i].lines[j].text);
            fprintf(out, "%*s%s\n", 4 + 2 * (int)blocks[i].lines[j].indent, "", safe);
            free(safe);
        }
        fputc('\n', out);
    }
    result_notes_free(blocks, count);
}

struct markdown_page {
    const struct page_options *options;
    FILE *out;
    size_t files; /* reports whose first result was printed */
};

static void print_result(void *context, const struct result *result)
{
    struct markdown_page *page = context;
    page_markdown_heading(page->out, result);
    if (result->has_clock_status && !result->clocks_locked)
        fprintf(page->out, "> **Warning:** %s\n\n", page_clock_warning);
    print_notes(page->out, result, page_is_first_of_file(result, &page->files));
    size_t count;
    const Rep__ProfilerSection **sections =
        section_choice_of(page->options->sections, result, &count);
    struct section_scope scope = section_scope_of(result);
    for (size_t i = 0; i < count; i++)
        if (section_applies(sections[i], &scope))
            print_section(page->out, result, sections[i], page->options);
    free(sections);
}

bool page_markdown_details(struct report *report, const struct page_options *options, FILE *out,
                           struct error *error)
{
    struct markdown_page page = {.options = options, .out = out};
    return page_each(report, options, print_result, &page, error);
}

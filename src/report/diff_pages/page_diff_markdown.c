/* A comparison in Markdown: what the text page says, in tables. */
#include <stdlib.h>
#include <string.h>

#include "report/base/markdown.h"
#include "report/base/mem.h"
#include "report/diff_pages/diff_cells.h"
#include "report/diff_pages/diff_lines.h"
#include "report/page_parts/page_body.h"
#include "report/page_parts/page_markdown.h"

static void print_source(FILE *out, const struct diff_source *source, char letter)
{
    struct strbuf line = {0};
    char *facts = diff_source_facts(source);
    strbuf_addf(&line, "- **%c**: ", letter);
    markdown_add_code(&line, report_path(source->report), false);
    strbuf_adds(&line, ": ");
    markdown_add_text(&line, facts);
    fprintf(out, "%s\n", line.data);
    free(facts);
    strbuf_free(&line);
}

/* Prints a paragraph. `mark` stands before it as it is. */
static void print_paragraph(FILE *out, const char *mark, const char *text)
{
    struct strbuf line = {0};
    strbuf_adds(&line, mark);
    markdown_add_text(&line, text);
    fprintf(out, "%s\n\n", line.data);
    strbuf_free(&line);
}

static void add_name(struct strbuf *cell, const struct diff_group *group, enum diff_side side,
                     bool in_table)
{
    markdown_add_code(cell, group->names[side], in_table);
    diff_add_shape(cell, group, side);
}

/* The kernel and its launches; both sides if it has another name or shape in B. */
static char *name_cell(const struct diff_group *group)
{
    struct strbuf cell = {0}, launches = {0};
    bool matched = diff_group_matched(group);
    add_name(&cell, group, group->names[DIFF_A] ? DIFF_A : DIFF_B, true);
    if (group->altered) {
        strbuf_adds(&cell, "<br>B: ");
        add_name(&cell, group, DIFF_B, true);
        diff_add_threads(&cell, group);
    }
    if (group->count > 1 || !matched)
        strbuf_addf(&launches, ", %zu launch%s", group->count, group->count == 1 ? "" : "es");
    if (!matched) {
        enum diff_side side = group->names[DIFF_A] ? DIFF_A : DIFF_B;
        strbuf_addf(&launches, " only in %c", diff_letters[side]);
        diff_add_ids(&launches, group, side);
    }
    if (launches.length)
        markdown_add_text(&cell, launches.data);
    strbuf_free(&launches);
    return strbuf_detach(&cell);
}

/* Prints a row whose first cell is Markdown already. `skip` says which columns are left out. */
static void print_row(FILE *out, const char *first, char *const *cells, size_t count,
                      const bool *skip)
{
    struct strbuf row = {0};
    strbuf_addf(&row, "| %s ", first);
    for (size_t i = 0; i < count; i++) {
        if (skip && skip[i])
            continue;
        strbuf_adds(&row, "| ");
        markdown_add_text(&row, cells[i]);
        strbuf_addc(&row, ' ');
    }
    fprintf(out, "%s|\n", row.data);
    strbuf_free(&row);
}

static void print_kernels(FILE *out, const struct report_diff *diff, bool base_units)
{
    /* The mean of a single launch is its total. */
    bool skip[KERNEL_COLUMNS] = {[COLUMN_MEAN_A] = true, [COLUMN_MEAN_B] = true};
    for (size_t i = 0; i < diff->group_count; i++)
        if (diff->groups[i].count > 1)
            skip[COLUMN_MEAN_A] = skip[COLUMN_MEAN_B] = false;
    print_row(out, "Kernel", (char *const *)diff_kernel_columns, KERNEL_COLUMNS, skip);
    fputs("| --- ", out);
    for (size_t i = 0; i < KERNEL_COLUMNS; i++)
        if (!skip[i])
            fputs(i == COLUMN_VERDICT ? "| --- " : "| ---: ", out);
    fputs("|\n", out);
    for (size_t i = 0; i <= diff->group_count; i++) {
        bool is_total = i == diff->group_count;
        struct diff_kernel_row row = is_total ? diff_total_row(diff, base_units)
                                              : diff_group_row(&diff->groups[i], base_units);
        char *name = is_total ? mem_strdup("All") : name_cell(&diff->groups[i]);
        print_row(out, name, row.cells, KERNEL_COLUMNS, skip);
        for (size_t j = 0; j < KERNEL_COLUMNS; j++)
            free(row.cells[j]);
        free(name);
    }
    fputc('\n', out);
}

struct markdown_page {
    FILE *details;
    const struct page_diff_options *options;
};

static void print_metric(const struct markdown_page *page, const struct diff_metric *metric)
{
    struct diff_metric_row row = diff_metric_row(metric, page->options);
    struct strbuf name = {0};
    page_markdown_add_metric(&name, metric->label ? metric->label : "", metric->metric,
                             metric->label ? page->options->naming : METRIC_NAME);
    print_row(page->details, name.data, row.cells + 1, METRIC_COLUMNS - 1, NULL);
    strbuf_free(&name);
    for (size_t i = 0; i < METRIC_COLUMNS; i++)
        free(row.cells[i]);
}

static void print_label(FILE *out, const char *label)
{
    struct strbuf text = {0};
    markdown_add_text(&text, label);
    fprintf(out, "**%s**\n\n", text.data);
    strbuf_free(&text);
}

static void print_section(const struct markdown_page *page, const struct diff_section *section)
{
    static const bool right[METRIC_COLUMNS] = {[METRIC_COLUMN_A] = true,
                                               [METRIC_COLUMN_B] = true,
                                               [METRIC_COLUMN_CHANGE] = true,
                                               [METRIC_COLUMN_PERCENT] = true};
    bool any = false;
    const struct page_options plain = {.format = FORMAT_MARKDOWN};
    for (size_t i = 0; i < section->count; i++) {
        if (!change_is_real(section->metrics[i].change.verdict))
            continue;
        if (!any) {
            page_markdown_title(page->details, section->title);
            markdown_table_begin(page->details, diff_metric_columns, right, METRIC_COLUMNS);
        }
        any = true;
        print_metric(page, &section->metrics[i]);
    }
    if (any)
        fputc('\n', page->details);
    else if (section->table_count)
        page_markdown_title(page->details, section->title);
    for (size_t i = 0; i < section->table_count; i++) {
        print_label(page->details, section->tables[i].label);
        page_body_table(&section->tables[i], &plain, page->details, markdown_table);
    }
}

static void print_detail(void *context, const struct diff_group *group,
                         const struct diff_detail *detail)
{
    const struct markdown_page *page = context;
    struct strbuf line = {0};
    if (!detail || !diff_is_told(detail))
        return;
    add_name(&line, group, DIFF_A, false);
    if (group->altered) {
        strbuf_adds(&line, ", B: ");
        add_name(&line, group, DIFF_B, false);
    }
    fprintf(page->details, "### %s\n\n", line.data);
    for (size_t i = 0; i < detail->count; i++)
        print_section(page, &detail->sections[i]);
    for (size_t i = 0; i < detail->found.count; i++)
        page_markdown_findings(page->details, detail->found.results[i], "");
    if (detail->found.count)
        fputc('\n', page->details);
    strbuf_free(&line);
}

bool page_diff_markdown(struct report_diff *diff, const struct page_diff_options *options,
                        FILE *out, struct diff_outcome *outcome, struct error *error)
{
    char *details;
    size_t length;
    struct markdown_page page = {open_memstream(&details, &length), options};
    if (!page.details)
        return error_set(error, "no memory for the comparison");
    bool good = report_diff_each(diff, print_detail, &page, outcome, error);
    bool differs = outcome->changed || outcome->unmatched;
    fclose(page.details);
    for (int side = 0; side < DIFF_SIDES && differs; side++)
        print_source(out, &diff->sources[side], diff_letters[side]);
    if (differs)
        fputc('\n', out);
    for (size_t i = 0; i < diff->warning_count; i++)
        print_paragraph(out, "> **Warning:** ", diff->warnings[i]);
    if (differs) {
        print_kernels(out, diff, options->base_units);
        fputs(details, out);
    } else {
        char *line = diff_nothing_text(outcome);
        print_paragraph(out, "", line);
        free(line);
        fputs(details, out);
    }
    for (int side = 0; side < DIFF_SIDES; side++) {
        char *line = diff_missing_text(diff, (enum diff_side)side);
        if (line)
            print_paragraph(out, "", line);
        free(line);
    }
    free(details);
    return good;
}

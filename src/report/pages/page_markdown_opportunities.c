#include <stdlib.h>

#include "report/base/markdown.h"
#include "report/page_parts/cause_cells.h"
#include "report/page_parts/opportunity_cells.h"
#include "report/page_parts/page_markdown.h"
#include "report/pages/page_opportunities.h"
#include "report/rules/finding_text.h"

static void print_row(FILE *out, struct report *report, const struct opportunity *what, size_t rank,
                      bool base_units)
{
    char *cells[OPPORTUNITY_COLUMNS];
    struct strbuf texts[OPPORTUNITY_COLUMNS] = {{0}};
    const char *row[OPPORTUNITY_COLUMNS];
    opportunity_cells(report, what, rank, base_units, cells);
    for (size_t i = 0; i < OPPORTUNITY_COLUMNS; i++) {
        strbuf_adds(&texts[i], "");
        if (i == OPPORTUNITY_KERNEL && what->kernel)
            markdown_add_code(&texts[i], cells[i], true);
        else
            markdown_add_text(&texts[i], cells[i]);
        row[i] = texts[i].data;
    }
    markdown_table_row(out, row, OPPORTUNITY_COLUMNS);
    for (size_t i = 0; i < OPPORTUNITY_COLUMNS; i++) {
        strbuf_free(&texts[i]);
        free(cells[i]);
    }
}

static void print_causes(FILE *out, struct opportunities *all, struct report *report,
                         bool base_units)
{
    size_t count;
    const struct cause *causes = opportunities_causes(all, &count);
    char *note = cause_note(all, base_units);
    if (count) {
        fprintf(out, "## %s\n\n%s\n\n", cause_title, note);
        markdown_table_begin(out, cause_columns, cause_is_number, CAUSE_COLUMNS);
    }
    for (size_t i = 0; i < count && i < CAUSES_SHOWN; i++) {
        char *cells[CAUSE_COLUMNS];
        struct strbuf texts[CAUSE_COLUMNS] = {{0}};
        const char *row[CAUSE_COLUMNS];
        cause_cells(report, &causes[i], i + 1, base_units, cells);
        for (size_t j = 0; j < CAUSE_COLUMNS; j++) {
            strbuf_adds(&texts[j], "");
            if (j == CAUSE_KERNEL && causes[i].kernel)
                markdown_add_code(&texts[j], cells[j], true);
            else
                markdown_add_text(&texts[j], cells[j]);
            row[j] = texts[j].data;
        }
        markdown_table_row(out, row, CAUSE_COLUMNS);
        for (size_t j = 0; j < CAUSE_COLUMNS; j++) {
            strbuf_free(&texts[j]);
            free(cells[j]);
        }
    }
    if (count > CAUSES_SHOWN)
        fprintf(out, "\nand %zu more: `--json` has all\n", count - CAUSES_SHOWN);
    if (count)
        fputc('\n', out);
    free(note);
}

static void print_part(FILE *out, struct report *report, const struct opportunity_part *part,
                       const struct page_options *options)
{
    fprintf(out, "## %s\n\n%s\n\n", part->title, part->note);
    markdown_table_begin(out, opportunity_columns, opportunity_is_number, OPPORTUNITY_COLUMNS);
    for (size_t i = 0; i < part->shown; i++)
        print_row(out, report, &part->list[i], part->first + i, options->base_units);
    if (part->shown < part->count)
        fprintf(out, "\nand %zu more: `--csv` and `--json` have all\n", part->count - part->shown);
    fputc('\n', out);
}

static void print_together(FILE *out, struct opportunities *all, bool base_units)
{
    size_t count;
    const struct rule_group_finding *found = opportunities_together(all, &count);
    if (count)
        fprintf(out, "## %s\n\n", opportunity_together_title);
    for (size_t i = 0; i < count && i < TOGETHER_SHOWN; i++) {
        struct strbuf heading = {0};
        char *text = opportunity_together_heading(&found[i], base_units);
        markdown_add_text(&heading, text);
        if (!i || found[i].kernel != found[i - 1].kernel)
            fprintf(out, "%s### %s\n\n", i ? "\n" : "", heading.data);
        page_markdown_findings(out, found[i].rule, "");
        strbuf_free(&heading);
        free(text);
    }
    if (count > TOGETHER_SHOWN)
        fprintf(out, "\nand %zu more: `--csv` and `--json` have all\n", count - TOGETHER_SHOWN);
}

void page_opportunities_markdown(struct opportunities *all, struct report *report,
                                 const struct page_options *options, FILE *out)
{
    struct opportunity_part parts[OPPORTUNITY_PARTS];
    struct strbuf path = {0};
    char *totals = opportunity_totals_text(all, options->base_units);
    markdown_add_code(&path, report_path(report), false);
    fprintf(out, "%s: %s\n\n", path.data, totals);
    print_causes(out, all, report, options->base_units);
    opportunity_parts(all, parts);
    for (int i = 0; i < OPPORTUNITY_PARTS; i++)
        if (parts[i].count)
            print_part(out, report, &parts[i], options);
    if (!parts[0].count && !parts[1].count)
        fprintf(out, "%s\n\n", opportunity_none);
    print_together(out, all, options->base_units);
    strbuf_free(&path);
    free(totals);
}

#include "report/pages/page_opportunities.h"

#include <stdlib.h>

#include "report/base/mem.h"
#include "report/base/safe_text.h"
#include "report/base/text_table.h"
#include "report/names/kernel_fit.h"
#include "report/page_parts/cause_cells.h"
#include "report/page_parts/opportunity_cells.h"
#include "report/page_parts/page_forms.h"
#include "report/page_parts/page_series.h"
#include "report/rules/finding_text.h"

static void print_causes(FILE *out, struct opportunities *all, struct report *report,
                         bool base_units)
{
    enum { KERNEL_WIDTH = 30 };
    static const struct text_width widths[CAUSE_COLUMNS] = {
        [CAUSE_LINE] = {0, 24}, [CAUSE_EXPLAINS] = {0, 36}, [CAUSE_RESULT] = {0, 16}};
    struct text_table table = {.columns = CAUSE_COLUMNS,
                               .names = cause_columns,
                               .right = cause_is_number,
                               .widths = widths,
                               .indent = 2};
    size_t count, shown;
    const struct cause *causes = opportunities_causes(all, &count);
    if (!count)
        return;
    shown = count < CAUSES_SHOWN ? count : CAUSES_SHOWN;
    char **names = mem_alloc((shown + 1) * sizeof *names);
    for (size_t i = 0; i < shown; i++)
        names[i] = safe_text(causes[i].kernel ? causes[i].kernel : "all");
    for (size_t i = 0; i < shown; i++) {
        char *cells[CAUSE_COLUMNS];
        struct strbuf name = {0};
        cause_cells(report, &causes[i], i + 1, base_units, cells);
        kernel_fit(&name, names[i], KERNEL_WIDTH, (const char *const *)names, shown);
        free(cells[CAUSE_KERNEL]);
        cells[CAUSE_KERNEL] = strbuf_detach(&name);
        text_table_add(&table, (const char *const *)cells);
        for (size_t j = 0; j < CAUSE_COLUMNS; j++)
            free(cells[j]);
    }
    for (size_t i = 0; i < shown; i++)
        free(names[i]);
    free(names);
    char *note = cause_note(all, base_units);
    fprintf(out, "\n%s\n  %s\n", cause_title, note);
    free(note);
    text_table_print(&table, out);
    text_table_free(&table);
    if (shown < count)
        fprintf(out, "  and %zu more: --json has all\n", count - shown);
}

static void print_part(FILE *out, struct report *report, const struct opportunity_part *part,
                       const struct page_options *options)
{
    enum { KERNEL_WIDTH = 36 };
    static const struct text_width widths[OPPORTUNITY_COLUMNS] = {[OPPORTUNITY_FINDING] = {0, 24},
                                                                  [OPPORTUNITY_SECTION] = {0, 22},
                                                                  [OPPORTUNITY_RESULT] = {0, 24}};
    struct text_table table = {.columns = OPPORTUNITY_COLUMNS,
                               .names = opportunity_columns,
                               .right = opportunity_is_number,
                               .widths = widths,
                               .indent = 2};
    char **names = mem_alloc((part->shown + 1) * sizeof *names);
    for (size_t i = 0; i < part->shown; i++)
        names[i] = safe_text(part->list[i].kernel ? part->list[i].kernel : "");
    for (size_t i = 0; i < part->shown; i++) {
        char *cells[OPPORTUNITY_COLUMNS];
        struct strbuf name = {0};
        opportunity_cells(report, &part->list[i], part->first + i, options->base_units, cells);
        if (part->list[i].kernel) {
            kernel_fit(&name, names[i], KERNEL_WIDTH, (const char *const *)names, part->shown);
            free(cells[OPPORTUNITY_KERNEL]);
            cells[OPPORTUNITY_KERNEL] = strbuf_detach(&name);
        }
        text_table_add(&table, (const char *const *)cells);
        for (size_t j = 0; j < OPPORTUNITY_COLUMNS; j++)
            free(cells[j]);
    }
    for (size_t i = 0; i < part->shown; i++)
        free(names[i]);
    free(names);
    fprintf(out, "\n%s\n  %s\n", part->title, part->note);
    text_table_print(&table, out);
    text_table_free(&table);
    if (part->shown < part->count)
        fprintf(out, "  and %zu more: --csv and --json have all\n", part->count - part->shown);
}

static void print_together(FILE *out, struct opportunities *all, bool base_units)
{
    size_t count;
    const struct rule_group_finding *found = opportunities_together(all, &count);
    if (count)
        fprintf(out, "\n%s\n", opportunity_together_title);
    for (size_t i = 0; i < count && i < TOGETHER_SHOWN; i++) {
        bool same = i && found[i].kernel == found[i - 1].kernel;
        char *heading = opportunity_together_heading(&found[i], base_units),
             *safe = safe_text(heading);
        if (!same)
            fprintf(out, "%s  %s\n", i ? "\n" : "", safe);
        finding_text_print(out, found[i].rule, "", false, same);
        free(safe);
        free(heading);
    }
    if (count > TOGETHER_SHOWN)
        fprintf(out, "\n  and %zu more: --csv and --json have all\n", count - TOGETHER_SHOWN);
}

static void print_text(FILE *out, struct opportunities *all, struct report *report,
                       const struct page_options *options)
{
    struct opportunity_part parts[OPPORTUNITY_PARTS];
    char *totals = opportunity_totals_text(all, options->base_units);
    char *path = safe_text(report_path(report));
    fprintf(out, "%s: %s\n", path, totals);
    print_causes(out, all, report, options->base_units);
    opportunity_parts(all, parts);
    for (int i = 0; i < OPPORTUNITY_PARTS; i++)
        if (parts[i].count)
            print_part(out, report, &parts[i], options);
    if (!parts[0].count && !parts[1].count)
        fprintf(out, "\n%s\n", opportunity_none);
    print_together(out, all, options->base_units);
    free(path);
    free(totals);
}

bool page_opportunities(struct report *report, const struct page_options *options, FILE *out,
                        struct error *error)
{
    struct opportunities *all;
    bool good = opportunities_of_page(report, options, &all, error);
    bool any = opportunities_totals(all).results;
    if (any && options->format == FORMAT_CSV)
        page_opportunities_csv(all, report, out);
    else if (any && options->format == FORMAT_MARKDOWN)
        page_opportunities_markdown(all, report, options, out);
    else if (any)
        print_text(out, all, report, options);
    if (any && options->format != FORMAT_CSV)
        page_series(report, options, out);
    opportunities_free(all);
    return good;
}

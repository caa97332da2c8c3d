#include "page_opportunities.h"

#include <stdlib.h>

#include "finding_text.h"
#include "kernel_fit.h"
#include "mem.h"
#include "metric_format.h"
#include "page_series.h"
#include "safe_text.h"
#include "text_table.h"

const char *const opportunity_columns[OPPORTUNITY_COLUMNS] = {
    [OPPORTUNITY_RANK] = "#",
    [OPPORTUNITY_SAVING] = "Saving",
    [OPPORTUNITY_SHARE] = "Share",
    [OPPORTUNITY_KERNEL] = "Kernel",
    [OPPORTUNITY_LAUNCHES] = "Launches",
    [OPPORTUNITY_FINDING] = "Finding",
    [OPPORTUNITY_SPEEDUP] = "Speedup",
    [OPPORTUNITY_SECTION] = "Section",
    [OPPORTUNITY_RESULT] = "Result",
};
const bool opportunity_is_number[OPPORTUNITY_COLUMNS] = {[OPPORTUNITY_RANK] = true,
                                                         [OPPORTUNITY_SAVING] = true,
                                                         [OPPORTUNITY_SHARE] = true,
                                                         [OPPORTUNITY_LAUNCHES] = true,
                                                         [OPPORTUNITY_SPEEDUP] = true};

/* What saves less is left out where more than so many are there. */
#define LEAST_SHARE 0.001
enum { FEWEST = 5 };

const char page_together_title[] = "Findings over several launches";
const char page_no_opportunities[] = "No finding estimates a speedup.";

static void add_result(void *context, const struct result *result)
{
    opportunities_add(context, result, result->rules,
                      result->found ? result->own_rule_count : result->rule_count);
}

bool page_opportunities_of(struct report *report, const struct page_options *options,
                           struct opportunities **all, struct error *error)
{
    *all = opportunities_new(options->rules ? options->rules->library : NULL);
    return page_each(report, options, add_result, *all, error);
}

static char *time_text(double ns, bool base_units)
{
    struct unit_scale scale = unit_scale_for("ns", base_units ? 1 : ns);
    struct strbuf text = {0};
    format_real(&text, unit_scale_apply(&scale, ns));
    strbuf_addf(&text, " %s", scale.unit);
    return strbuf_detach(&text);
}

char *page_opportunity_totals(const struct opportunities *all, bool base_units)
{
    struct opportunity_totals totals = opportunities_totals(all);
    char *time = totals.timed ? time_text(totals.duration, base_units) : NULL;
    char *text = mem_printf("%zu result%s, %zu kernel%s%s%s", totals.results,
                            totals.results == 1 ? "" : "s", totals.kernels,
                            totals.kernels == 1 ? "" : "s", time ? ", " : "", time ? time : "");
    free(time);
    return text;
}

char *page_together_heading(const struct rule_group_finding *found, bool base_units)
{
    char *time = time_text(found->duration, base_units);
    bool timed = found->duration > 0;
    char *text = mem_printf("%s, %zu launch%s%s%s", found->kernel ? found->kernel : "All kernels",
                            found->launches, found->launches == 1 ? "" : "es", timed ? ", " : "",
                            timed ? time : "");
    free(time);
    return text;
}

void page_opportunity_parts(struct opportunities *all,
                            struct opportunity_part parts[OPPORTUNITY_PARTS])
{
    static const struct {
        const char *title, *note;
        size_t most;
    } kinds[OPPORTUNITY_PARTS] = {
        {"Opportunities",
         "What could be saved if the finding were mended. Several may be about the same time: they "
         "do not add up.",
         20},
        {"Local opportunities",
         "The estimate is of a part of the kernel, such as one unit, and the whole may gain "
         "nothing.",
         10}};
    size_t count, at = 0;
    const struct opportunity *list = opportunities_ranked(all, &count);
    for (int i = 0; i < OPPORTUNITY_PARTS; i++) {
        struct opportunity_part *part = &parts[i];
        *part = (struct opportunity_part){
            kinds[i].title, kinds[i].note, at < count ? &list[at] : NULL, at + 1, 0, 0};
        for (; at < count && list[at].local == (i == 1); at++)
            part->count++;
        part->shown = part->count < kinds[i].most ? part->count : kinds[i].most;
        while (part->shown > FEWEST && part->list[part->shown - 1].share < LEAST_SHARE)
            part->shown--;
    }
}

/* The result that would gain most, "4"; of several reports "REPORT 4". */
static char *place_text(struct report *report, const struct opportunity *what)
{
    if (what->together)
        return mem_strdup("all");
    size_t id = report_summary(report, what->result)->id;
    if (report_file_count(report) == 1)
        return mem_printf("%zu", id);
    size_t file = report_result_file(report, what->result);
    return mem_printf("%s %zu", report_file(report, file)->name, id);
}

static char *percent_text(double percent)
{
    struct strbuf text = {0};
    strbuf_addf(&text, "%.2f%%", percent);
    return strbuf_detach(&text);
}

void page_opportunity_cells(struct report *report, const struct opportunity *what, size_t rank,
                            bool base_units, char *cells[OPPORTUNITY_COLUMNS])
{
    bool timed = what->duration > 0;
    cells[OPPORTUNITY_RANK] = mem_printf("%zu", rank);
    cells[OPPORTUNITY_SAVING] = timed ? time_text(what->saving, base_units) : mem_strdup("");
    cells[OPPORTUNITY_SHARE] = timed ? percent_text(100 * what->share) : mem_strdup("");
    cells[OPPORTUNITY_KERNEL] = mem_strdup(what->kernel ? what->kernel : "all");
    cells[OPPORTUNITY_LAUNCHES] = mem_printf("%zu", what->launches);
    cells[OPPORTUNITY_FINDING] = mem_strdup(*what->title ? what->title : what->rule_name);
    cells[OPPORTUNITY_SPEEDUP] = mem_printf("%.4g%%", what->speedup);
    cells[OPPORTUNITY_SECTION] = mem_strdup(what->section_name);
    cells[OPPORTUNITY_RESULT] = place_text(report, what);
}

/* --- text --------------------------------------------------------------------------------------
 */

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
        page_opportunity_cells(report, &part->list[i], part->first + i, options->base_units, cells);
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
        fprintf(out, "\n%s\n", page_together_title);
    for (size_t i = 0; i < count && i < TOGETHER_SHOWN; i++) {
        bool same = i && found[i].kernel == found[i - 1].kernel;
        char *heading = page_together_heading(&found[i], base_units), *safe = safe_text(heading);
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
    char *totals = page_opportunity_totals(all, options->base_units);
    char *path = safe_text(report_path(report));
    fprintf(out, "%s: %s\n", path, totals);
    page_opportunity_parts(all, parts);
    for (int i = 0; i < OPPORTUNITY_PARTS; i++)
        if (parts[i].count)
            print_part(out, report, &parts[i], options);
    if (!parts[0].count && !parts[1].count)
        fprintf(out, "\n%s\n", page_no_opportunities);
    print_together(out, all, options->base_units);
    free(path);
    free(totals);
}

bool page_opportunities(struct report *report, const struct page_options *options, FILE *out,
                        struct error *error)
{
    struct opportunities *all;
    bool good = page_opportunities_of(report, options, &all, error);
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

#include "report/page_parts/opportunity_cells.h"

#include <math.h>
#include <stdlib.h>

#include "report/base/mem.h"
#include "report/metric/metric_format.h"
#include "report/page_parts/page_results.h"

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

/* Opportunities that save less than this share are left out if there are more than FEWEST
 * others. */
#define LEAST_SHARE 0.001
enum { FEWEST = 5 };

const char opportunity_together_title[] = "Findings over several launches";
const char opportunity_none[] = "No finding estimates a speedup.";

static void add_result(void *context, const struct result *result)
{
    opportunities_add(context, result, result->rules,
                      result->found ? result->own_rule_count : result->rule_count);
}

bool opportunities_of_page(struct report *report, const struct page_options *options,
                           struct opportunities **all, struct error *error)
{
    *all = opportunities_new(options->rules ? options->rules->library : NULL);
    if (options->rules)
        opportunities_find_places(*all, options->rules->source);
    return page_each(report, options, add_result, *all, error);
}

char *opportunity_totals_text(const struct opportunities *all, bool base_units)
{
    struct opportunity_totals totals = opportunities_totals(all);
    char *time = totals.timed ? format_time(totals.duration, base_units) : NULL;
    struct strbuf text = {0};
    strbuf_addf(&text, "%zu result%s", totals.results, totals.results == 1 ? "" : "s");
    if (totals.launches > (double)totals.results) {
        strbuf_adds(&text, " for ");
        format_thousands(&text, (unsigned long long)llround(totals.launches));
        if (llround(totals.run_launches) > llround(totals.launches)) {
            strbuf_adds(&text, " of ");
            format_thousands(&text, (unsigned long long)llround(totals.run_launches));
        }
        strbuf_adds(&text, " launches");
    }
    strbuf_addf(&text, ", %zu kernel%s", totals.kernels, totals.kernels == 1 ? "" : "s");
    if (time)
        strbuf_addf(&text, ", %s", time);
    free(time);
    return strbuf_detach(&text);
}

char *opportunity_together_heading(const struct rule_group_finding *found, bool base_units)
{
    char *time = format_time(found->duration, base_units);
    bool timed = found->duration > 0;
    char *text = mem_printf("%s, %zu launch%s%s%s", found->kernel ? found->kernel : "All kernels",
                            found->launches, found->launches == 1 ? "" : "es", timed ? ", " : "",
                            timed ? time : "");
    free(time);
    return text;
}

void opportunity_parts(struct opportunities *all, struct opportunity_part parts[OPPORTUNITY_PARTS])
{
    static const struct {
        const char *title, *note;
        size_t most;
    } kinds[OPPORTUNITY_PARTS] = {{"Opportunities",
                                   "What fixing the finding could save. Several findings may be "
                                   "about the same time: their savings do not add up.",
                                   20},
                                  {"Local opportunities",
                                   "The estimate is for a part of the kernel, such as one unit: "
                                   "the whole kernel may gain nothing.",
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

/* The result that would gain most: "4", or "REPORT 4" if there are several reports. */
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

void opportunity_cells(struct report *report, const struct opportunity *what, size_t rank,
                       bool base_units, char *cells[OPPORTUNITY_COLUMNS])
{
    bool timed = what->duration > 0;
    cells[OPPORTUNITY_RANK] = mem_printf("%zu", rank);
    cells[OPPORTUNITY_SAVING] = timed ? format_time(what->saving, base_units) : mem_strdup("");
    cells[OPPORTUNITY_SHARE] = timed ? percent_text(100 * what->share) : mem_strdup("");
    cells[OPPORTUNITY_KERNEL] = mem_strdup(what->kernel ? what->kernel : "all");
    cells[OPPORTUNITY_LAUNCHES] = mem_printf("%zu", what->launches);
    cells[OPPORTUNITY_FINDING] = mem_strdup(*what->title ? what->title : what->rule_name);
    cells[OPPORTUNITY_SPEEDUP] = mem_printf("%.4g%%", what->speedup);
    cells[OPPORTUNITY_SECTION] = mem_strdup(what->section_name);
    cells[OPPORTUNITY_RESULT] = place_text(report, what);
}

#include "report/page_parts/page_results.h"

#include <stdlib.h>

#include "report/base/mem.h"
#include "report/content/nvtx_ranges.h"
#include "report/filter/result_filter.h"
#include "report/rules/rule_details.h"

/* Returns "range/kernel": the range in which the result was launched stands before its name, so
 * that kernels that are launched in several places stay apart, in summaries, too. NULL if no
 * range was open. */
static char *name_in_range(const struct result *result)
{
    const char *range = nvtx_innermost(result);
    return range ? mem_printf("%s/%s", range, result->name) : NULL;
}

/* Returns a copy with the name in the wanted form. The caller frees *own. */
static struct result shown_result(const struct result *result, const struct page_options *options,
                                  char **own)
{
    struct result shown = *result;
    shown.name = result_kernel_name(result, options->kernel_name);
    *own = options->nvtx_rename ? name_in_range(&shown) : NULL;
    if (*own)
        shown.name = *own;
    return shown;
}

static bool visit_one(struct report *report, size_t i, const struct page_options *options,
                      page_visit *visit, void *context, struct error *error)
{
    struct result *result = report_result(report, i, error);
    if (!result)
        return false;
    if (options->page != PAGE_RAW && options->page != PAGE_SESSION)
        section_choice_define(options->sections, result);
    if ((options->page == PAGE_DETAILS && options->summary == SUMMARY_NONE) ||
        options->page == PAGE_SUMMARY || options->page == PAGE_HOTSPOTS ||
        options->page == PAGE_DIAGNOSIS)
        rule_choice_apply(options->rules, result);
    if (options->page == PAGE_DETAILS && (options->rule_details || options->format == FORMAT_JSON))
        rule_details_speak(result);
    char *name;
    struct result shown = shown_result(result, options, &name);
    visit(context, &shown);
    bool whole = !result_lost_instances(result);
    if (!whole)
        error_set(error, "%s: instances of result %zu are damaged and left out",
                  report_file(report, result->file)->path, result->id);
    free(name);
    report_drop(report, i);
    return whole;
}

bool page_each(struct report *report, const struct page_options *options, page_visit *visit,
               void *context, struct error *error)
{
    const struct launch_filter *filter = options->filter;
    struct launch_counts counts = {0};
    size_t taken = 0;
    bool good = true;
    for (size_t i = 0; i < report_count(report); i++) {
        enum launch_verdict verdict =
            filter ? result_judge_at(report, filter, &counts, i) : LAUNCH_MEASURE;
        if (verdict == LAUNCH_DONE)
            break;
        if (verdict != LAUNCH_MEASURE)
            continue;
        taken++;
        good = visit_one(report, i, options, visit, context, error) && good;
    }
    launch_counts_free(&counts);
    if (good && report_count(report) && !taken)
        good = result_none_passes(report, filter, error);
    return good;
}

#include "cli/commands/diff.h"

#include <stdlib.h>
#include <string.h>

#include "cli/open/load_rules.h"
#include "cli/open/load_sections.h"
#include "report/base/mem.h"
#include "report/base/message.h"
#include "report/diff_pages/page_diff.h"

int diff_error_status(const struct options *options)
{
    return options->exit_code ? 2 : 1;
}

static enum diff_scope scope_of(const struct page_options *page)
{
    if (page->page == PAGE_RAW)
        return DIFF_ALL;
    return page->details == DETAILS_HEADER ? DIFF_HEADERS : DIFF_BODIES;
}

static struct report *open_report(const char *path, const struct options *options)
{
    struct error error;
    struct report *report = report_open(path, &error);
    if (!report) {
        message_print(stderr, error.text);
        return NULL;
    }
    report_set_renames(report, &options->renames);
    if (*report_damage(report)) {
        error_set(&error, "warning: %s is damaged: %s; %zu whole results are compared", path,
                  report_damage(report), report_count(report));
        message_print(stderr, error.text);
    } else if (report_count(report) == 0) {
        error_set(&error, "warning: %s ends before its first result", path);
        message_print(stderr, error.text);
    }
    return report;
}

static int compare(struct report *const reports[2], const struct diff_options *wanted,
                   const struct options *options, FILE *pages, size_t columns)
{
    struct error error;
    struct diff_outcome outcome;
    struct report_diff *diff = report_diff_new(reports[0], reports[1], wanted, &error);
    if (!diff) {
        message_print(stderr, error.text);
        return diff_error_status(options);
    }
    struct page_diff_options page = {.format = options->page.format,
                                     .base_units = options->page.base_units,
                                     .naming = options->page.naming,
                                     .columns = columns};
    bool good = page_diff_print(diff, &page, pages, &outcome, &error);
    if (!good)
        message_print(stderr, error.text);
    for (int i = 0; i < 2; i++)
        if (*report_damage(reports[i]) || !report_count(reports[i]) || diff->sources[i].damaged)
            good = false;
    report_diff_free(diff);
    if (!good)
        return diff_error_status(options);
    return options->exit_code && outcome.worse;
}

int diff_reports(struct options *options, FILE *pages, size_t columns)
{
    struct error error;
    char *metrics = word_list_join(&options->metrics);
    struct section_choice sections = {0};
    struct rule_library library = {0};
    struct rule_choice rules = {0};
    struct diff_options wanted = {.filter = &options->filter,
                                  .scope = scope_of(&options->page),
                                  .metrics = metrics,
                                  .sections = &sections,
                                  .kernel_name = options->page.kernel_name};
    struct report *reports[2] = {NULL, NULL};
    int status = diff_error_status(options);
    if (!choose_sections(&sections, options, &error) ||
        !load_rules(&library, &rules, RULES_ALL, options, stderr, &error)) {
        message_print(stderr, error.text);
    } else {
        reports[0] = open_report(options->diff[0], options);
        reports[1] = reports[0] ? open_report(options->diff[1], options) : NULL;
    }
    wanted.rules = rules.library;
    if (reports[1])
        status = compare(reports, &wanted, options, pages, columns);
    report_close(reports[0]);
    report_close(reports[1]);
    section_choice_free(&sections);
    rule_choice_free(&rules);
    rule_library_free(&library);
    free(metrics);
    return status;
}

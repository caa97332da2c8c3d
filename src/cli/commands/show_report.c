#include "cli/commands/show_report.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/commands/outputs.h"
#include "cli/open/load_rules.h"
#include "cli/open/load_sections.h"
#include "cli/open/open_reports.h"
#include "report/base/mem.h"
#include "report/base/message.h"
#include "report/base/strbuf.h"
#include "report/content/metrics_unknown.h"
#include "report/filter/report_save.h"
#include "report/filter/result_filter.h"
#include "report/names/export_name.h"
#include "report/rules/result_amend.h"
#include "tui/details/details_html.h"
#include "tui/ui/tui.h"

/* Saves the results. The copy also gets what the command line asks for: the sections of folders
 * with the metrics that they define, and what rules find. */
static bool save_results(struct report *report, const struct options *options, const char *path,
                         size_t *count, struct error *error)
{
    struct section_library sections = {0};
    struct section_choice choice = {0};
    struct rule_library rules = {0};
    struct rule_choice rule_choice = {0};
    const bool own = options->sources.count, finds = options->rules_given && options->apply_rules;
    choice.library = own ? &sections : NULL;
    bool good = !own || (choose_sections(&choice, options, error) &&
                         load_sections(&sections, options, stderr, error) &&
                         section_choice_known(&choice, report, error));
    good = good && (!finds || load_rules(&rules, &rule_choice, RULES_ALL, options, stderr, error));
    rule_choice.source = good && finds ? rule_source_new(report) : NULL;
    struct result_amends amends = {&choice, &rule_choice};
    const struct report_amend amend = {result_amend, &amends};
    good = good && report_save(report, &options->filter, own || finds ? &amend : NULL, path,
                               options->force_overwrite, count, error);
    rule_source_free(rule_choice.source);
    rule_choice_free(&rule_choice);
    rule_library_free(&rules);
    section_choice_free(&choice);
    section_library_free(&sections);
    return good;
}

static bool save_report(struct report *report, const struct options *options, struct error *error)
{
    size_t count;
    char *path = export_name(options->export_path, error);
    bool good = path && save_results(report, options, path, &count, error);
    if (good && !options->quiet) {
        char *said = mem_printf("report %s, %zu result%s", path, count, count == 1 ? "" : "s");
        message_tell(stderr, -1, said);
        free(said);
    }
    free(path);
    return good;
}

static bool shows_findings(const struct page_options *page)
{
    return (page->page == PAGE_DETAILS && page->summary == SUMMARY_NONE) ||
           page->page == PAGE_SUMMARY || page->page == PAGE_HOTSPOTS ||
           page->page == PAGE_DIAGNOSIS;
}

/* Whether findings say at which lines of source code they are. */
static bool shows_places(const struct page_options *page)
{
    return page->page == PAGE_DETAILS || page->page == PAGE_HOTSPOTS ||
           page->page == PAGE_SUMMARY || page->page == PAGE_DIAGNOSIS;
}

/* The words that choose nothing are an error if all words do so. If some choose something, the
 * others are only said: a list may be made for several chips. */
static bool know_metrics(struct report *report, const struct page_options *page,
                         const struct metric_choice *choice, size_t stored, struct error *error)
{
    struct strbuf unknown = {0}, anywhere = {0};
    size_t known, known_anywhere;
    bool good = !metrics_unknown(report, page->filter, choice, stored, &unknown, &known);
    if (!good) {
        metrics_unknown(report, NULL, choice, stored, &anywhere, &known_anywhere);
        error_set(error, "%s no metric %s; --page raw without --metrics shows all",
                  known == known_anywhere ? "the report has"
                                          : "the results that pass the filters have",
                  unknown.data);
    }
    strbuf_free(&anywhere);
    strbuf_free(&unknown);
    if (!good && known)
        message_print(stderr, error->text);
    return good || known;
}

/* What a page shows besides the report, and what it chooses: sections and rules of folders,
 * metrics. */
struct page_library {
    struct metric_choice *metrics; /* NULL: all */
    size_t names;                  /* of the report, before sections defined more */
    struct section_library sections;
    struct section_choice section_choice;
    struct rule_library rules;
    struct rule_choice rule_choice;
};

static void free_library(struct page_library *library)
{
    metric_choice_free(library->metrics);
    section_library_free(&library->sections);
    section_choice_free(&library->section_choice);
    rule_choice_free(&library->rule_choice);
    rule_library_free(&library->rules);
}

static bool know_sections(struct section_choice *choice, struct report *report, struct error *error)
{
    const bool good = section_choice_known(choice, report, error);
    if (good && *error->text) {
        error_prefix(error, "warning");
        message_print(stderr, error->text);
    }
    return good;
}

/* The page has the report's own sections unless the command line asks for sections. Release with
 * free_library() in any case. */
static bool load_library(struct page_library *library, struct report *report,
                         enum rules_wanted wanted, const struct options *options,
                         struct error *error)
{
    *library = (struct page_library){.names = report_string_count(report)};
    struct section_choice *choice = &library->section_choice;
    choice->library = wants_sections(options) ? &library->sections : NULL;
    char *metrics = word_list_join(&options->metrics);
    const bool good = choose_sections(choice, options, error) &&
                      metric_choice_of(&library->metrics, metrics, report, error);
    free(metrics);
    if (good && library->metrics && options->page.page == PAGE_DETAILS)
        section_choice_add_metrics(choice, library->metrics, report);
    return good &&
           (!choice->library || (load_sections(&library->sections, options, stderr, error) &&
                                 know_sections(choice, report, error))) &&
           (!shows_findings(&options->page) ||
            load_rules(&library->rules, &library->rule_choice, wanted, options, stderr, error));
}

/* false: the page could not be printed, or nothing that was asked for is on it. */
static bool print_with(struct page_library *library, struct report *report,
                       struct page_options *page, FILE *pages, struct error *error)
{
    struct rule_choice *rules = &library->rule_choice;
    rules->source = rules->library && shows_places(page) ? rule_source_new(report) : NULL;
    page->sections = &library->section_choice;
    page->rules = rules;
    bool good = page_print(report, page, pages, error);
    if (good && section_choice_is_limited(page->sections) && !page->sections->found)
        good = section_choice_none(report, error);
    if (good && library->metrics && report_count(report))
        good = know_metrics(report, page, library->metrics, library->names, error);
    page->sections = NULL;
    page->rules = NULL;
    rule_source_free(rules->source);
    return good;
}

static bool print_page(struct report *report, struct options *options, FILE *pages,
                       struct error *error)
{
    struct page_library library;
    char *metrics = word_list_join(&options->metrics);
    options->page.metrics = metrics;
    const enum rules_wanted wanted =
        options->page.page == PAGE_DETAILS ? RULES_OF_RESULTS : RULES_ALL;
    bool good = load_library(&library, report, wanted, options, error) &&
                print_with(&library, report, &options->page, pages, error);
    options->page.metrics = NULL;
    free(metrics);
    free_library(&library);
    return good;
}

/* All results that pass the filter, with the sections and rules of a page of details. As on the
 * screen, rules look at all of them, also at those with findings of another profiler. */
static bool write_html(struct report *report, const struct options *options, struct error *error)
{
    struct options own = *options;
    struct page_library library;
    own.page.page = PAGE_DETAILS;
    own.page.summary = SUMMARY_NONE;
    own.page.filter = &options->filter;
    if (!load_library(&library, report, RULES_ALL, &own, error)) {
        free_library(&library);
        return false;
    }
    library.rule_choice.source = library.rule_choice.library ? rule_source_new(report) : NULL;
    library.rule_choice.again = true;
    own.page.sections = &library.section_choice;
    own.page.rules = &library.rule_choice;
    FILE *out = fopen(options->html_path, options->force_overwrite ? "we" : "wxe");
    bool good = out || error_set(error, "%s cannot be written: %s%s", options->html_path,
                                 strerror(errno), errno == EEXIST ? "; -f replaces it" : "");
    if (out) {
        good = details_html_write(report, &own.page, NULL, out, error);
        const bool failed = ferror(out);
        if ((fclose(out) != 0 || failed) && good)
            good =
                error_set(error, "%s cannot be written: %s", options->html_path, strerror(errno));
        /* Half a page would be sent as a whole one. */
        if (!good)
            unlink(options->html_path);
    }
    rule_source_free(library.rule_choice.source);
    free_library(&library);
    return good;
}

static int fail(const char *text)
{
    message_print(stderr, text);
    return 1;
}

/* As in ncu, that is no error: a script may ask for a kernel that a report does not have. The page
 * of the session has no results. */
static int tell_none_passes(const struct report *report, const struct options *options)
{
    struct error error;
    result_none_passes(report, &options->filter, &error);
    if (options->strict)
        return fail(error.text);
    char *text = mem_printf("warning: %s", error.text);
    message_print(stderr, text);
    free(text);
    return 0;
}

static bool none_passes(const struct report *report, const struct options *options, bool shows)
{
    const bool reads = options->html_path || options->export_path ||
                       (shows && !wants_screen(options) && options->page.page != PAGE_SESSION);
    return reads && report_count(report) && !launch_filter_takes_all(&options->filter) &&
           !result_any_passes(report, &options->filter);
}

int show_report(struct options *options, FILE *pages)
{
    struct error error, first;
    struct report *report = open_reports(options, &first);
    if (!report)
        return 1;
    report_set_renames(report, &options->renames);
    int status = 0;
    bool shows = (!options->export_path && !options->html_path) || options->page_given;
    if (none_passes(report, options, shows))
        status = tell_none_passes(report, options);
    else if (options->html_path && !write_html(report, options, &error))
        status = fail(error.text);
    else if (options->export_path && !save_report(report, options, &error))
        status = fail(error.text);
    else if (shows && wants_screen(options))
        status = tui_show(report, options, first.text);
    else if (shows && !print_page(report, options, pages, &error))
        status = fail(error.text);
    if (report_shortened(report)) {
        error_set(&error, "%s became shorter while it was read: it is shown only in part",
                  report_shortened(report));
        status = fail(error.text);
    }
    report_close(report);
    return status || *first.text ? 1 : 0;
}

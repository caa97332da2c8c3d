#include "cli/commands/show_report.h"

#include <stdlib.h>

#include "cli/commands/outputs.h"
#include "cli/open/load_rules.h"
#include "cli/open/load_sections.h"
#include "cli/open/open_reports.h"
#include "report/base/mem.h"
#include "report/base/message.h"
#include "report/base/strbuf.h"
#include "report/content/metrics_unknown.h"
#include "report/filter/report_save.h"
#include "report/names/export_name.h"
#include "tui/ui/tui.h"

static bool save_report(struct report *report, const struct options *options, struct error *error)
{
    size_t count;
    char *path = export_name(options->export_path, error);
    bool good = path && report_save(report, &options->filter, path, options->force_overwrite,
                                    &count, error);
    if (good && !options->quiet) {
        char *said = mem_printf("report %s, %zu result%s", path, count, count == 1 ? "" : "s");
        message_print(stderr, said);
        free(said);
    }
    free(path);
    return good;
}

static bool shows_findings(const struct page_options *page)
{
    return (page->page == PAGE_DETAILS && page->summary == SUMMARY_NONE) ||
           page->page == PAGE_SUMMARY || page->page == PAGE_HOTSPOTS;
}

/* Whether findings say at which lines of source code they are. */
static bool shows_places(const struct page_options *page)
{
    return page->page == PAGE_DETAILS || page->page == PAGE_HOTSPOTS;
}

/* The names of `list` that the report does not have are an error if it has none of the names. If it
 * has some, the others are only said: a list may be made for several chips. */
static bool know_metrics(const struct report *report, const char *list, struct error *error)
{
    struct strbuf unknown = {0};
    size_t known;
    const bool good = !metrics_unknown(report, list, &unknown, &known) ||
                      error_set(error,
                                "the report has no metric %s; --page raw without --metrics "
                                "shows all",
                                unknown.data);
    strbuf_free(&unknown);
    if (!good && known)
        message_print(stderr, error->text);
    return good || known;
}

/* What a page shows besides the report: sections and rules of folders. */
struct page_library {
    struct section_library sections;
    struct section_choice section_choice;
    struct rule_library rules;
    struct rule_choice rule_choice;
};

static void free_library(struct page_library *library)
{
    section_library_free(&library->sections);
    section_choice_free(&library->section_choice);
    rule_choice_free(&library->rule_choice);
    rule_library_free(&library->rules);
}

/* The page has the report's own sections unless the command line asks for sections. Release with
 * free_library() in any case. */
static bool load_library(struct page_library *library, struct report *report,
                         const struct options *options, struct error *error)
{
    *library = (struct page_library){0};
    struct section_choice *choice = &library->section_choice;
    choice->library = wants_sections(options) ? &library->sections : NULL;
    return choose_sections(choice, options, error) &&
           (!choice->library || (load_sections(&library->sections, options, stderr, error) &&
                                 section_choice_known(choice, report, error))) &&
           (!shows_findings(&options->page) ||
            load_rules(&library->rules, &library->rule_choice, options, stderr, error));
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
    if (good && page->metrics && report_count(report))
        good = know_metrics(report, page->metrics, error);
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
    bool good = load_library(&library, report, options, error) &&
                print_with(&library, report, &options->page, pages, error);
    options->page.metrics = NULL;
    free(metrics);
    free_library(&library);
    return good;
}

static int fail(const char *text)
{
    message_print(stderr, text);
    return 1;
}

int show_report(struct options *options, FILE *pages)
{
    struct error error, first;
    struct report *report = open_reports(options, &first);
    if (!report)
        return 1;
    report_set_renames(report, &options->renames);
    int status = 0;
    bool shows = !options->export_path || options->page_given;
    if (options->export_path && !save_report(report, options, &error))
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

#include "report/pages/page.h"

#include "report/page_parts/page_forms.h"

const char *const page_names[PAGE_COUNT + 1] = {"details", "auto", "diagnosis", "hotspots",
                                                "ranks",   "raw",  "session",   "source",
                                                "summary", NULL};

enum { FORMATS = FORMAT_MARKDOWN + 1 };

/* The order is that of enum page_format. */
static page_form *const forms[PAGE_COUNT][FORMATS] = {
    /* text, CSV, JSON, Markdown */
    [PAGE_AUTO] = {page_auto, page_auto, page_json, page_auto},
    [PAGE_DETAILS] = {page_details, page_details, page_json, page_markdown_details},
    [PAGE_DIAGNOSIS] = {page_diagnosis, page_diagnosis, page_json, page_diagnosis},
    [PAGE_HOTSPOTS] = {page_hotspots, page_hotspots, page_json, page_hotspots},
    [PAGE_RANKS] = {page_ranks, page_ranks, page_json, page_ranks},
    [PAGE_RAW] = {page_raw, page_raw, page_json, page_raw},
    [PAGE_SESSION] = {page_session, page_session, page_json, page_session},
    [PAGE_SOURCE] = {page_source, page_source, page_json, page_markdown_source},
    [PAGE_SUMMARY] = {page_opportunities, page_opportunities, page_json, page_opportunities}};

/* --print-summary: the details and raw pages show groups of results in place of single ones. */
static bool sums_up(const struct page_options *options)
{
    return options->summary != SUMMARY_NONE &&
           (options->page == PAGE_DETAILS || options->page == PAGE_RAW);
}

bool page_print(struct report *report, const struct page_options *options, FILE *out,
                struct error *error)
{
    page_form *form = forms[options->page][options->format];
    if (sums_up(options) && options->format != FORMAT_JSON)
        form = page_summary;
    return form(report, options, out, error);
}

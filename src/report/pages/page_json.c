#include "report/pages/page_json.h"

#include "report/page_parts/json_document.h"
#include "report/page_parts/page_forms.h"

static void begin(struct json_writer *json, struct report *report,
                  const struct page_options *options, FILE *out)
{
    json_document_begin(json, "rooftop-report", out);
    json_string(json, "page", page_names[options->page]);
    page_json_reports(json, report, options);
}

/* The session page has nothing but the reports, which begin every page. */
static bool nothing_more(struct report *report, const struct page_options *options,
                         struct json_writer *json, struct error *error)
{
    (void)report;
    (void)options;
    (void)json;
    (void)error;
    return true;
}

/* The part of each page, and the one with --print-summary. */
static const struct {
    page_json_part *results, *groups;
} parts[PAGE_COUNT] = {[PAGE_AUTO] = {page_json_auto, page_json_auto},
                       [PAGE_DETAILS] = {page_json_details, page_json_summary},
                       [PAGE_DIAGNOSIS] = {page_json_diagnosis, page_json_diagnosis},
                       [PAGE_HOTSPOTS] = {page_json_hotspots, page_json_hotspots},
                       [PAGE_RANKS] = {page_json_ranks, page_json_ranks},
                       [PAGE_RAW] = {page_json_raw, page_json_summary},
                       [PAGE_SESSION] = {nothing_more, nothing_more},
                       [PAGE_SOURCE] = {page_json_source, page_json_source},
                       [PAGE_SUMMARY] = {page_json_opportunities, page_json_opportunities}};

static bool add_part(struct report *report, const struct page_options *options,
                     struct json_writer *json, struct error *error)
{
    bool sums_up = options->summary != SUMMARY_NONE;
    page_json_part *part = sums_up ? parts[options->page].groups : parts[options->page].results;
    if (!part)
        return error_set(error, "the page %s has no JSON", page_names[options->page]);
    return part(report, options, json, error);
}

bool page_json(struct report *report, const struct page_options *options, FILE *out,
               struct error *error)
{
    struct page_options base = *options;
    struct json_writer json;
    struct error own = {0};
    base.base_units = true;
    begin(&json, report, &base, out);
    bool good = add_part(report, &base, &json, &own);
    json_document_end(&json, good ? NULL : &own);
    return good || error_set(error, "%s", own.text);
}

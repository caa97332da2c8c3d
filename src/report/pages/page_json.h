/* page_json: the parts of which a JSON page is made. man/rooftop-json.5 describes the schema.
 *
 * A page begins with its reports and their sessions; then comes a part that is different for each
 * page. Values are in base units. A member that the report has nothing for is left out. A result
 * that cannot be decoded is left out, too, and "error", the last member, names it. Tests compare
 * every member that is printed with the manual page. */
#ifndef ROOFTOP_REPORT_PAGES_PAGE_JSON_H
#define ROOFTOP_REPORT_PAGES_PAGE_JSON_H

#include <stdbool.h>

#include "report/base/error.h"
#include "report/base/json_writer.h"
#include "report/page_parts/page_options.h"

/* Writes "reports": path, damage and session of each report. */
void page_json_reports(struct json_writer *json, struct report *report,
                       const struct page_options *options);

/* Writes the part of one page. Returns false as page_each() does. */
typedef bool page_json_part(struct report *report, const struct page_options *options,
                            struct json_writer *json, struct error *error);
page_json_part page_json_auto, page_json_details, page_json_raw, page_json_summary,
    page_json_source, page_json_opportunities, page_json_hotspots, page_json_ranks,
    page_json_diagnosis;

#endif

/* metrics_unknown: finds names in a list of metrics that no result of a report has. */
#ifndef ROOFTOP_REPORT_CONTENT_METRICS_UNKNOWN_H
#define ROOFTOP_REPORT_CONTENT_METRICS_UNKNOWN_H

#include "report/base/strbuf.h"
#include "report/file/report.h"

/* `list` holds full names and base names, separated by commas. Appends the names that the report
 * does not have, each with the nearest metric that it has. Returns how many these are; *known
 * becomes the number of the others. */
size_t metrics_unknown(const struct report *report, const char *list, struct strbuf *text,
                       size_t *known);

#endif

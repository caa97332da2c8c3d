/* metrics_unknown: finds the words of a list of metrics that choose nothing. */
#ifndef ROOFTOP_REPORT_CONTENT_METRICS_UNKNOWN_H
#define ROOFTOP_REPORT_CONTENT_METRICS_UNKNOWN_H

#include <stddef.h>

#include "report/base/strbuf.h"
#include "report/file/report.h"
#include "report/filter/launch_filter.h"
#include "report/section/metric_choice.h"

/* Appends those words that no result has a metric of, and for a name the nearest name that is
 * there: '"a" (nearest is "b"), "regex:c"'. Returns their number; `known` gets the number of the
 * others. The filter says which results count; NULL: all. Names that the report got after its first
 * `stored` ones count, too: sections of folders define them while a page is printed. */
size_t metrics_unknown(struct report *report, const struct launch_filter *filter,
                       const struct metric_choice *choice, size_t stored, struct strbuf *text,
                       size_t *known);

#endif

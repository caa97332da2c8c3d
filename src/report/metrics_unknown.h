/* metrics_unknown: names of a list of metrics that no result of a report can have. */
#ifndef ROOFTOP_METRICS_UNKNOWN_H
#define ROOFTOP_METRICS_UNKNOWN_H

#include "report.h"
#include "strbuf.h"

/* list: full and base names, comma-separated. Adds the names that nothing in the report is called,
 * each with the nearest metric that it has. Returns how many these are; *known: how many others. */
size_t metrics_unknown(const struct report *report, const char *list, struct strbuf *text,
                       size_t *known);

#endif

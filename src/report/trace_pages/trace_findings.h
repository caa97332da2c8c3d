/* trace_findings: what the rules for traces say. They are rules as those of reports, in the folder
 * trace_rules/; the metrics that they look at are made from the trace (trace_metrics.h). The value
 * of a speedup is the percentage of the trace's span that could be saved. */
#ifndef ROOFTOP_REPORT_TRACE_PAGES_TRACE_FINDINGS_H
#define ROOFTOP_REPORT_TRACE_PAGES_TRACE_FINDINGS_H

#include <stdbool.h>
#include <stddef.h>

#include "report/trace_pages/trace_pages.h"

struct trace_finding {
    char *title, *text;   /* owned */
    double saves;         /* ns; NaN: not known */
    enum trace_page page; /* that has the evidence */
};

struct trace_findings {
    struct trace_finding *list; /* the largest saving first, those without last */
    size_t count, capacity;
};

/* The page that has the evidence of a rule, by its identifier; TRACE_PAGE_SUMMARY if none has more
 * than the finding. */
enum trace_page trace_findings_page(const char *rule);

void trace_findings_make(struct trace_findings *findings, const struct trace_view *view);
void trace_findings_free(struct trace_findings *findings);

#endif

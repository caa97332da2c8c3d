/* rule_findings: what rules found, in the form in which a report stores it. */
#ifndef ROOFTOP_REPORT_FILE_RULE_FINDINGS_H
#define ROOFTOP_REPORT_FILE_RULE_FINDINGS_H

#include <stddef.h>

#include "report.pb-c.h"
#include "report/base/arena.h"

struct rule_findings {
    struct arena arena;        /* owns the results */
    Rep__RuleResult **results; /* one for each rule that ran, also for one that found nothing */
    size_t count;
};

/* Releases the findings and leaves an empty list. The struct itself belongs to the caller. */
void rule_findings_free(struct rule_findings *findings);

#endif

/* rule_run: rules evaluated on a result: what they find, as a report stores it. */
#ifndef ROOFTOP_RULE_RUN_H
#define ROOFTOP_RULE_RUN_H

#include "arena.h"
#include "result.h"
#include "rule_library.h"
#include "rule_source.h"

struct rule_findings {
    struct arena arena;        /* of all below */
    Rep__RuleResult **results; /* one for each rule that ran, also without a body */
    size_t count;
};

/* Runs the rules of the library that are on and fit the result's kind, parents before children. The
 * result gets the metrics that rules add. source: NULL for no tables and no marks on lines. */
void rule_run(const struct rule_library *library, struct result *result, struct rule_source *source,
              struct rule_findings *findings);
void rule_findings_free(struct rule_findings *findings);

#endif

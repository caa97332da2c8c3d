/* rule_run: runs rules on a result and makes findings as a report stores them. */
#ifndef ROOFTOP_REPORT_RULES_RULE_RUN_H
#define ROOFTOP_REPORT_RULES_RULE_RUN_H

#include "report/base/arena.h"
#include "report/file/result.h"
#include "report/file/rule_findings.h"
#include "report/rules/rule_library.h"
#include "report/rules/rule_source.h"

/* Runs the rules that are on and fit the result's kind, parents before children. The result
 * receives the metrics that rules add. Without a source (NULL) there are no tables and no marks on
 * lines. */
void rule_run(const struct rule_library *library, struct result *result, struct rule_source *source,
              struct rule_findings *findings);

#endif

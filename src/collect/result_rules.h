/* result_rules: what rules find in a result that was just measured becomes part of it, as the
 * reference stores it: one entry for each rule that looked at it, and the metrics that rules add.
 */
#ifndef ROOFTOP_RESULT_RULES_H
#define ROOFTOP_RESULT_RULES_H

#include "report.h"
#include "rule_choice.h"

/* Of a kernel's result of a report in the making. */
void result_rules_store(struct report *report, size_t index, const struct rule_choice *rules);

#endif

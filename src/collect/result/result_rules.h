/* result_rules: makes what the rules find in a new result a part of it, as ncu stores it: one entry
 * for each rule that looked at the result, and the metrics that rules add. The recorder
 * (recorder.h) has seen the result before, since recordings hold what was measured. Rules use the
 * metrics that sections collect; nothing is collected for them alone. */
#ifndef ROOFTOP_COLLECT_RESULT_RESULT_RULES_H
#define ROOFTOP_COLLECT_RESULT_RESULT_RULES_H

#include "report/file/report.h"
#include "report/rules/rule_choice.h"

/* Runs the rules on a kernel's result in a report that is still being written, and stores what they
 * find in the result. */
void result_rules_store(struct report *report, size_t index, const struct rule_choice *rules);

#endif

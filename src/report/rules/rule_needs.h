/* rule_needs: the metrics that a rule requires. */
#ifndef ROOFTOP_REPORT_RULES_RULE_NEEDS_H
#define ROOFTOP_REPORT_RULES_RULE_NEEDS_H

#include "report/rules/rule.h"

/* Calls use() for the metrics in the rule's `requires`, also for those of the `let` that stand
 * there. A name may come twice. */
void rule_needs(const struct rule *rule, void (*use)(void *, const char *), void *context);

#endif

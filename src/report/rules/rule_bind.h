/* rule_bind: gives the names in a rule's expressions their meaning, after the whole rule was
 * read. */
#ifndef ROOFTOP_REPORT_RULES_RULE_BIND_H
#define ROOFTOP_REPORT_RULES_RULE_BIND_H

#include "report/base/error.h"
#include "report/rules/rule.h"

/* Gives each name its tag. Returns false with the error if a name is unknown (*where is the part
 * that has it) or is defined by itself (*where is NULL). */
bool rule_bind(struct rule *rule, const struct rule_part **where, struct error *error);

/* Returns whether a name, used near `locals` (or NULL), stands for a metric of a result. */
bool rule_is_metric(const struct rule *rule, const struct rule_lets *locals, const char *name);

#endif

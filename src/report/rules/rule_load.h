/* rule_load: reads a rule from YAML text.
 *
 * Expressions and templates are compiled, rows of tables replace their ${COLUMN}, and names are
 * bound. An error names file, line and column, and for an expression the column within it. */
#ifndef ROOFTOP_REPORT_RULES_RULE_LOAD_H
#define ROOFTOP_REPORT_RULES_RULE_LOAD_H

#include "report/base/error.h"
#include "report/rules/rule.h"

/* Returns the rule; release it with rule_free(). Returns NULL with the error if the text is no
 * rule. */
struct rule *rule_load(const char *file, const char *text, size_t length, struct error *error);

#endif

/* rule_load: a rule from YAML text.
 *
 * Expressions and templates are compiled, rows of tables put in place of their ${COLUMN}, names
 * bound; an error names file, line and column, and for expressions the column inside. */
#ifndef ROOFTOP_RULE_LOAD_H
#define ROOFTOP_RULE_LOAD_H

#include "error.h"
#include "rule.h"

/* NULL: it is none; else release with rule_free(). */
struct rule *rule_load(const char *file, const char *text, size_t length, struct error *error);

#endif

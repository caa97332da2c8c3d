/* rule_bind: what the names in a rule's expressions stand for, after all of it was read. */
#ifndef ROOFTOP_RULE_BIND_H
#define ROOFTOP_RULE_BIND_H

#include "error.h"
#include "rule.h"

/* Gives each name its tag. false: a name is nothing that there is, and *where is the part that has
 * it, or a name is defined by itself, and *where is NULL. */
bool rule_bind(struct rule *rule, const struct rule_part **where, struct error *error);

/* Whether a name that is used near `locals` (or NULL) stands for a metric of a result. */
bool rule_is_metric(const struct rule *rule, const struct rule_lets *locals, const char *name);

#endif

/* rule_scripts: rules in Python: makes rules of .py files, and runs them (report/python).
 *
 * A rule that fails has an error finding, with the file, the line and the traceback, beside what it
 * said before. One that takes too long, or ends its process three times, is not run any more. */
#ifndef ROOFTOP_REPORT_RULES_RULE_SCRIPTS_H
#define ROOFTOP_REPORT_RULES_RULE_SCRIPTS_H

#include "report/file/result.h"
#include "report/file/rule_findings.h"
#include "report/rules/rule_eval.h"

struct rule_scripts;

struct rule_scripts *rule_scripts_new(void); /* starts no process yet */
void rule_scripts_free(struct rule_scripts *scripts);

/* Returns whether the text of a file may be that of a rule. Files without a rule are modules that
 * rules import. */
bool rule_scripts_may_be(const char *text, size_t length);

/* Imports a file. Returns the rule, or NULL: with "" in the error if it is no rule. */
struct rule *rule_scripts_load(struct rule_scripts *scripts, const char *file, struct error *error);

/* What a parent sent. */
struct rule_received {
    const char *from;
    const struct rule_dictionary *sent;
};

/* Runs a rule. `sent` gets what it sends to its children; free() its list. The result gets the
 * metrics that it adds. */
Rep__RuleResult *rule_scripts_run(struct rule_scripts *scripts, const struct rule *rule,
                                  struct result *result, const struct rule_received *received,
                                  size_t received_count, struct rule_dictionary *sent,
                                  struct arena *arena);

#endif

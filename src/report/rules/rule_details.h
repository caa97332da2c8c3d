/* rule_details: prints what a finding is based on, for --print-rule-details on the details page:
 * the rule's tables, and the metrics that the finding names with their desired direction; and the
 * rules that it proposes to look at next. */
#ifndef ROOFTOP_REPORT_RULES_RULE_DETAILS_H
#define ROOFTOP_REPORT_RULES_RULE_DETAILS_H

#include <stddef.h>
#include <stdio.h>

#include "report.pb-c.h"
#include "report/file/result.h"

/* What stands before the first message of a rule, or in one without any, gets a message that tells
 * of it, so that it is shown: "See also the rule X." Only here; the report stays as it is. */
void rule_details_speak(struct result *result);

/* Returns the end of the items that the message in item `at` rests on: those up to the next
 * message. */
size_t rule_details_end(const Rep__RuleResultBody *body, size_t at);

/* Prints the details of the message in item `at`: those up to the next message. */
void rule_details_print(FILE *out, const Rep__RuleResult *rule, size_t at);

#endif

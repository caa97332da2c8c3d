/* rule_details: what a finding rests on, as the details page prints it with --print-rule-details:
 * the tables of the rule, and the metrics that the finding names, with where they should go. */
#ifndef ROOFTOP_RULE_DETAILS_H
#define ROOFTOP_RULE_DETAILS_H

#include <stddef.h>
#include <stdio.h>

#include "report.pb-c.h"

/* Those of the message in item `at` of the rule: up to the next message. */
void rule_details_print(FILE *out, const Rep__RuleResult *rule, size_t at);

#endif

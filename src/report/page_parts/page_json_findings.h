/* page_json_findings: what rules found, in JSON. */
#ifndef ROOFTOP_REPORT_PAGE_PARTS_PAGE_JSON_FINDINGS_H
#define ROOFTOP_REPORT_PAGE_PARTS_PAGE_JSON_FINDINGS_H

#include "report/base/json_writer.h"
#include "report/file/result.h"

/* Writes the member "findings" of a section: the findings of its rules. */
void page_json_findings(struct json_writer *json, const struct result *result,
                        const Rep__ProfilerSection *section);

/* Writes into the open object what one item of a rule says: its message, speedup, focus metrics and
 * tables. `origin` says whose rule it is; NULL leaves that member out. */
void page_json_finding(struct json_writer *json, const Rep__RuleResult *rule, const char *origin,
                       const Rep__RuleResultBodyItem *item);

/* Writes an object like that for each item of the rule that has a message to show. */
void page_json_rule(struct json_writer *json, const Rep__RuleResult *rule, const char *origin);

#endif

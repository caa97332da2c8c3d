/* finding_text: formats findings (rule results, of rooftop or stored in a report) as text: marker,
 * speedup estimate, wrapped message.
 *
 * The link marks "@url:LABEL:URL@", "@section:ID:LABEL@", "@sass:ADDRESS:LABEL@" and
 * "@source:FILE:LINE:LABEL@" become
 * their label; an address follows in brackets. */
#ifndef ROOFTOP_REPORT_RULES_FINDING_TEXT_H
#define ROOFTOP_REPORT_RULES_FINDING_TEXT_H

#include <stdbool.h>
#include <stdio.h>

#include "report.pb-c.h"
#include "report/base/strbuf.h"
#include "report/file/result.h"

/* Returns "OPT", "INF", "WRN" or "ERR", or NULL for a message that is not shown. */
const char *finding_marker(Rep__RuleResultMessageType type);

/* Appends the message with its links resolved, made safe. */
void finding_text_add(struct strbuf *out, const char *message);

/* Appends the message with its links resolved, but the bytes as they are. */
void finding_text_plain(struct strbuf *out, const char *message);

/* Appends the message as Markdown, with links. */
void finding_text_markdown(struct strbuf *out, const char *message);

/* Returns "local" or "global", or "" if it is unknown. */
const char *finding_speedup_kind(Rep__RuleResultSpeedupType type);

/* Returns whether the rule has a message that is shown. */
bool finding_text_any(const Rep__RuleResult *rule);

/* Returns what stands before the i-th rule's findings: a mark that they come from the report, if
 * rooftop has findings, too, else "". */
const char *finding_mark(const struct result *result, size_t i);
/* Returns "rooftop" or "report". */
const char *finding_origin(const struct result *result, size_t i);

/* Prints the messages of one rule behind a mark, with a line between two of them. `details` adds
 * what they are based on (rule_details.h). `follows` says that a message came before. Returns
 * whether one has been printed now. */
bool finding_text_print(FILE *out, const Rep__RuleResult *rule, const char *mark, bool details,
                        bool follows);
/* Appends the CSV rows of one rule: `identity` (fields of the result and the section), three empty
 * fields for a metric, and the fields of the finding. `origin` is a further field; NULL: none. */
void finding_text_csv(FILE *out, const char *identity, const Rep__RuleResult *rule,
                      const char *origin);

#endif

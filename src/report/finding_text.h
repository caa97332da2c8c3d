/* finding_text: findings (rule results, ours or stored in a report) as text: marker, speedup
 * estimate, wrapped message.
 *
 * Link marks "@url:LABEL:URL@", "@section:ID:LABEL@" and "@source:FILE:LINE:LABEL@" become their
 * label, an address follows in brackets. */
#ifndef ROOFTOP_FINDING_TEXT_H
#define ROOFTOP_FINDING_TEXT_H

#include <stdbool.h>
#include <stdio.h>

#include "report.pb-c.h"
#include "result.h"
#include "strbuf.h"

/* "OPT", "INF", "WRN", "ERR"; NULL: a message that is not shown. */
const char *finding_marker(Rep__RuleResultMessageType type);

/* Appends the message with its links resolved, made safe. */
void finding_text_add(struct strbuf *out, const char *message);

/* The same with the bytes as they are. */
void finding_text_plain(struct strbuf *out, const char *message);

/* The same as Markdown, with links. */
void finding_text_markdown(struct strbuf *out, const char *message);

/* "local", "global"; "" if it is not known. */
const char *finding_speedup_kind(Rep__RuleResultSpeedupType type);

/* Whether the rule has a message that is shown. */
bool finding_text_any(const Rep__RuleResult *rule);

/* What stands before the i-th rule's findings: "" or, where they must be told apart from ours, that
 * they are the report's. */
const char *finding_mark(const struct result *result, size_t i);
/* "rooftop" or "report". */
const char *finding_origin(const struct result *result, size_t i);

/* Prints the messages of one rule after a mark, with a line between two. details: with what they
 * rest on, see rule_details.h. follows: there was a message before.
 * Returns whether there is one now. */
bool finding_text_print(FILE *out, const Rep__RuleResult *rule, const char *mark, bool details,
                        bool follows);
/* CSV rows of one rule: identity (fields of the result and the section), three empty fields of a
 * metric, then those of the finding. origin: NULL for no such field. */
void finding_text_csv(FILE *out, const char *identity, const Rep__RuleResult *rule,
                      const char *origin);

#endif

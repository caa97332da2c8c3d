/* rule_choice: selects the rules that run on results (all of a library, or only the rules that were
 * asked for) and applies them beside the findings in the report.
 *
 * If rooftop wrote the report (report_origin.h), the findings in it come from our rules, and what
 * the rules find now replaces them. Findings of another profiler stay as they are; they are marked
 * only where both are shown. A page of a report with findings runs no rules unless it is asked to,
 * so it is ncu's page, byte for byte. Findings go when the result is dropped: to apply changed
 * rules, drop the results.
 *
 * Initialise with {0}: no rules. */
#ifndef ROOFTOP_REPORT_RULES_RULE_CHOICE_H
#define ROOFTOP_REPORT_RULES_RULE_CHOICE_H

#include "report/base/name_pattern.h"
#include "report/file/result.h"
#include "report/rules/rule_library.h"
#include "report/rules/rule_source.h"

struct rule_choice {
    const struct rule_library *library; /* NULL: no rules */
    struct rule_library *growing;       /* the same, if it gets rules as results need them */
    struct rule_source *source;         /* or NULL, see rule_run() */
    bool again;                         /* rules also run on results that contain findings */
    struct name_pattern *names;         /* identifiers; owned */
    size_t name_count;                  /* 0: all rules */
};

/* Copies the names. Returns false with the error if one is a wrong regular expression. */
bool rule_choice_set(struct rule_choice *choice, char *const *names, size_t count,
                     struct error *error);
void rule_choice_free(struct rule_choice *choice);

/* Turns the rules off that were not asked for. Their ancestors become silent instead if what they
 * send is needed. Without names nothing changes. Returns false if no rule has a name; the error
 * says which is nearest, or which file was not loaded and why. */
bool rule_choice_limit(const struct rule_choice *choice, struct rule_library *library,
                       struct error *error);

/* Turns a rule on or off, whatever was asked for, and makes its ancestors silent or turns them off
 * as needed. Results that it already ran on keep its findings. */
void rule_choice_switch(struct rule_library *library, const struct rule_entry *entry, bool on);
/* Returns whether the entry has a rule whose findings are shown. */
bool rule_entry_speaks(const struct rule_entry *entry);

/* Returns whether two findings say the same, in every part. A copy of ncu's report may hold what
 * rooftop found in it. */
bool rule_choice_same(const Rep__RuleResult *a, const Rep__RuleResult *b);

/* Runs the rules on a result that was just decoded. result->rules becomes their findings, followed
 * by those in the report. A finding that rooftop stored stays only if its rule no longer exists.
 * Call it once per result; `choice` may be NULL for no rules. */
void rule_choice_apply(const struct rule_choice *choice, struct result *result);

#endif

/* rule_choice: the rules that look at results: all of a library or only those that were asked for,
 * and what they find, beside what the report holds. Initialise with {0}: none. */
#ifndef ROOFTOP_RULE_CHOICE_H
#define ROOFTOP_RULE_CHOICE_H

#include "name_pattern.h"
#include "result.h"
#include "rule_library.h"
#include "rule_source.h"

struct rule_choice {
    const struct rule_library *library; /* NULL: no rules */
    struct rule_source *source;         /* or NULL, see rule_run() */
    bool again;                         /* they look at results too that hold findings */
    struct name_pattern *names;         /* identifiers; owned */
    size_t name_count;                  /* without names: all */
};

/* Takes copies. false: a name is no regular expression. */
bool rule_choice_set(struct rule_choice *choice, char *const *names, size_t count,
                     struct error *error);
void rule_choice_free(struct rule_choice *choice);

/* Turns the rules of the library off that are not asked for; ancestors of those that are become
 * silent, since what they send is needed. Without names nothing changes. false: there is no rule of
 * a name; the error says which is nearest. */
bool rule_choice_limit(const struct rule_choice *choice, struct rule_library *library,
                       struct error *error);

/* Turns a rule of the library on or off, whatever was asked for, and its ancestors silent where
 * they must or need no longer send. Results that it looked at already keep what was found. */
void rule_choice_switch(struct rule_library *library, const struct rule_entry *entry, bool on);
/* Whether there is a rule and what it finds is said. */
bool rule_entry_speaks(const struct rule_entry *entry);

/* Lets the rules look at a result that was just decoded: result->rules become what they find,
 * followed by what the report holds. Of findings that we stored ourselves only those stay whose
 * rules are gone. Once for a result; choice: NULL for none. */
void rule_choice_apply(const struct rule_choice *choice, struct result *result);

#endif

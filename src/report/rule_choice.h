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

/* Turns the rules of the library off that are neither asked for nor ancestors of those: what these
 * send is needed, what they find is left out. Without names nothing changes. false: there is no
 * rule of a name; the error says which is nearest. */
bool rule_choice_limit(const struct rule_choice *choice, struct rule_library *library,
                       struct error *error);

/* Lets the rules look at a result that was just decoded: result->rules become what they find,
 * followed by what the report holds. Of findings that we stored ourselves only those stay whose
 * rules are gone. Once for a result; choice: NULL for none. */
void rule_choice_apply(const struct rule_choice *choice, struct result *result);

#endif

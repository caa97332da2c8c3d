/* load_rules: loads the rules that a command applies. */
#ifndef ROOFTOP_CLI_OPEN_LOAD_RULES_H
#define ROOFTOP_CLI_OPEN_LOAD_RULES_H

#include <stdio.h>

#include "cli/options/options.h"
#include "report/rules/rule_choice.h"

enum rules_wanted {
    RULES_ALL,
    RULES_OF_RESULTS /* only to be run on single results, with rule_choice_apply() */
};

/* `library` gets the built-in rules, the user's own and the rules of the folders on the command
 * line; `choice` says which of them --rule asks for. With --apply-rules no there are no rules.
 * Where only results are to have them and all rules are built-in ones, none is read before a result
 * has its section: reading all takes a third of a short run. Broken files are named on `messages`
 * unless it is NULL. false: a folder cannot be read, or no rule has a name that --rule gives.
 * Release with rule_choice_free() and rule_library_free() in any case. */
bool load_rules(struct rule_library *library, struct rule_choice *choice, enum rules_wanted wanted,
                const struct options *options, FILE *messages, struct error *error);

#endif

/* load_rules: the rules that the command line and the user's folder bring. */
#ifndef ROOFTOP_LOAD_RULES_H
#define ROOFTOP_LOAD_RULES_H

#include <stdio.h>

#include "options.h"
#include "rule_choice.h"

/* Rules built in, the user's own and those of the folders given, and of them those that --rule asks
 * for; with --apply-rules no neither. Broken files are named on `messages`, unless it is NULL.
 * false: a folder cannot be read, or there is no rule of a name. Release with rule_choice_free()
 * and rule_library_free() in any case. */
bool load_rules(struct rule_library *library, struct rule_choice *choice,
                const struct options *options, FILE *messages, struct error *error);

#endif

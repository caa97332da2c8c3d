/* list_rules: --list-rules. */
#ifndef ROOFTOP_CLI_COMMANDS_LIST_RULES_H
#define ROOFTOP_CLI_COMMANDS_LIST_RULES_H

#include "cli/options/options.h"

/* Prints a line for each rule, parents before their children: identifier, name, section, parent,
 * file and what the rule replaces. Its description follows, indented. Returns the exit status: 1 if
 * a file or a folder is wrong, which is said on standard error. */
int list_rules(const struct options *options);

#endif

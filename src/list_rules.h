/* list_rules: the answer to --list-rules. */
#ifndef ROOFTOP_LIST_RULES_H
#define ROOFTOP_LIST_RULES_H

#include "options.h"

/* A rule a line, parents before their children: identifier, name, section, parent, file and what it
 * replaces; below it, indented, its description. What is wrong with files and folders goes to
 * standard error; the status is then 1. */
int list_rules(const struct options *options);

#endif

/* version: what --version prints. */
#ifndef ROOFTOP_CLI_COMMANDS_VERSION_H
#define ROOFTOP_CLI_COMMANDS_VERSION_H

#include <stdbool.h>
#include <stdio.h>

/* Under the name ncu, a line that scripts find beside it: `Version NUMBER (build NUMBER)`. The
 * commit is what the program was built of; "": it is not known. */
void version_print(const char *commit, bool as_ncu, FILE *out);

#endif

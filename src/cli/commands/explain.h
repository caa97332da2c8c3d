/* explain: --explain TERM. */
#ifndef ROOFTOP_CLI_COMMANDS_EXPLAIN_H
#define ROOFTOP_CLI_COMMANDS_EXPLAIN_H

#include <stdio.h>

/* Prints what a term of the glossary means, or the words of a metric's name with the terms in it;
 * so it does for the label of a metric in a section's header, and the description of a section by
 * its name. "all" prints the whole glossary. `columns`: the width of lines, 0: any. Returns the
 * exit status: 1 for an unknown term, which is said on standard error with the nearest one. */
int explain(const char *term, FILE *out, size_t columns);

#endif

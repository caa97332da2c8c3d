/* explain: --explain TERM. */
#ifndef ROOFTOP_CLI_COMMANDS_EXPLAIN_H
#define ROOFTOP_CLI_COMMANDS_EXPLAIN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "report/content/label_meaning.h"

/* Prints what a word of the screen means: a term of the glossary, a stall, the words of a metric's
 * name with the terms in it, one of these labels of sections and rules, a column of the list.
 * `columns`: the width of lines, 0: any. Returns false, and prints nothing, if it is none of these.
 */
bool explain_word(const char *word, const struct label_list *labels, FILE *out, size_t columns);

/* Does so with what is built in; "all" prints the whole glossary. Returns the exit status: 1 for an
 * unknown word, which is said on standard error with the nearest one. */
int explain(const char *term, FILE *out, size_t columns);

#endif

/* shell_words: a command line as one text, with the quotes of a shell and nothing else of it: no
 * variables, no patterns. */
#ifndef ROOFTOP_SHELL_WORDS_H
#define ROOFTOP_SHELL_WORDS_H

#include <stdbool.h>

#include "error.h"
#include "strbuf.h"
#include "word_list.h"

/* Adds the words of the text: single quotes keep all, double quotes all but a backslash before one
 * of $ ` " \, a backslash the next character. false: a quote is not closed, or a backslash is the
 * last character; nothing is added. */
bool shell_words_split(struct word_list *words, const char *text, struct error *error);

/* Appends the word so that a shell and shell_words_split() read it back. */
void shell_words_add(struct strbuf *text, const char *word);

#endif

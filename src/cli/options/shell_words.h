/* shell_words: turns a command line that is one text into words; shell_word.h is the way back. It
 * knows the quotes of a shell, but no variables and no patterns. */
#ifndef ROOFTOP_CLI_OPTIONS_SHELL_WORDS_H
#define ROOFTOP_CLI_OPTIONS_SHELL_WORDS_H

#include <stdbool.h>

#include "cli/options/word_list.h"
#include "report/base/error.h"
#include "report/base/shell_word.h"

/* Adds the words of the text. Single quotes keep everything as it is. Double quotes keep everything
 * but a backslash before one of $ ` " \. Outside of quotes a backslash keeps the next character.
 * false: a quote is not closed, or the text ends with a backslash; no word is added. */
bool shell_words_split(struct word_list *words, const char *text, struct error *error);

#endif

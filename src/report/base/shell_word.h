/* shell_word: writes a word of a command line, so that a shell reads it as one. */
#ifndef ROOFTOP_REPORT_BASE_SHELL_WORD_H
#define ROOFTOP_REPORT_BASE_SHELL_WORD_H

#include "report/base/strbuf.h"

/* Appends the word behind a blank (not in an empty text), quoted where necessary. */
void shell_word_add(struct strbuf *text, const char *word);

#endif

/* editor: the command that edits a file at a line: $VISUAL, else $EDITOR, else vi. The variable may
 * hold arguments, with the quotes of a shell. */
#ifndef ROOFTOP_TUI_EDIT_EDITOR_H
#define ROOFTOP_TUI_EDIT_EDITOR_H

#include <stdbool.h>
#include <stddef.h>

#include "cli/options/word_list.h"
#include "report/base/error.h"

/* Appends the words of the command. Returns false with the error if the variable cannot be read. */
bool editor_words(struct word_list *words, const char *file, size_t line, struct error *error);

/* Whether the user has named an editor. */
bool editor_is_named(void);

#endif

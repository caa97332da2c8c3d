/* line_edit: edits one line of text: its keys, and the part of it that a field shows. Prompts and
 * the fields of forms use it.
 *
 * A text is UTF-8 with room for `longest` bytes and a NUL. The cursor is the offset of a byte where
 * a character begins, or the end. A character includes the combining marks that follow it. */
#ifndef ROOFTOP_TUI_WIDGETS_LINE_EDIT_H
#define ROOFTOP_TUI_WIDGETS_LINE_EDIT_H

#include <stdbool.h>
#include <stddef.h>

#include "report/base/strbuf.h"

enum line_reply { LINE_NOTHING, LINE_MOVED, LINE_CHANGED };

/* Handles a key and returns what it did. A character of several bytes comes as several keys; all
 * but the last return LINE_NOTHING. A character that does not fit is left out. */
enum line_reply line_key(char *text, size_t longest, size_t *cursor, int key);

bool line_is_enter(int key);
bool line_is_backspace(int key);

/* Appends the part of the text that fits into `columns`, made safe, with the cursor in it. "…" ("~"
 * without UTF-8) marks where the text is cut. Returns the column of the cursor. */
size_t line_window(struct strbuf *out, const char *text, size_t cursor, size_t columns);

/* The keys, by their names in the key table. Dispatch, help and manual are made from this table. */
struct line;
struct line_edit_row {
    const char *keys, *help;
    int codes[3];
    enum line_reply (*act)(struct line *line);
};
extern const struct line_edit_row line_edit_rows[];
extern const size_t line_edit_row_count;

#endif

/* line_edit: one line of text that is typed: the keys that change it or move in it, and the part of
 * it that a field of some width shows. Prompts and fields of forms are all edited by it.
 *
 * A text is UTF-8 with room for `longest` bytes and a NUL; the cursor is a byte of it where a
 * character begins, or its end. A character goes with the marks that stand on it. */
#ifndef ROOFTOP_LINE_EDIT_H
#define ROOFTOP_LINE_EDIT_H

#include <stdbool.h>
#include <stddef.h>

#include "strbuf.h"

enum line_reply { LINE_NOTHING, LINE_MOVED, LINE_CHANGED };

/* What a key did. A character of several bytes comes as one key each: until the last one it is
 * LINE_NOTHING. What there is no room for is left out whole. */
enum line_reply line_key(char *text, size_t longest, size_t *cursor, int key);

bool line_is_enter(int key);
bool line_is_backspace(int key);

/* Appends what `columns` show of the text, made safe, with the cursor in it: "…" ("~" without
 * UTF-8) stands where it is cut. Returns the column of the cursor. */
size_t line_window(struct strbuf *out, const char *text, size_t cursor, size_t columns);

/* The keys, by the names of the key table: dispatch, help and manual are made from it. */
struct line;
struct line_edit_row {
    const char *keys, *help;
    int codes[3];
    enum line_reply (*act)(struct line *line);
};
extern const struct line_edit_row line_edit_rows[];
extern const size_t line_edit_row_count;

#endif

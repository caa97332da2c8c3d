/* safe_text: text from a report or a program made fit for a terminal.
 *
 * Control bytes (C0, DEL, C1), bad UTF-8 and invisible direction marks never get through: each
 * becomes one visible character. Widths are in terminal columns (wcwidth of the current locale). In
 * a locale without UTF-8 every character outside ASCII becomes '?'. */
#ifndef ROOFTOP_SAFE_TEXT_H
#define ROOFTOP_SAFE_TEXT_H

#include <stdbool.h>
#include <stddef.h>

#include "strbuf.h"

/* Appends text, made safe; newline and tab count as control bytes unless keep_lines. */
void safe_text_add(struct strbuf *out, const char *text, size_t length, bool keep_lines);

/* The same as a new string; free() it. */
char *safe_text(const char *text);

/* Whether a terminal shows the character as itself: no control character, no invisible mark. */
bool safe_text_is_plain(long code_point);

/* Decodes one character; returns its length in bytes and stores the code point, or 1 and -1 for a
 * bad byte. */
size_t safe_text_decode(const char *text, size_t length, long *code_point);

/* Columns of one character, at least 0. */
size_t safe_text_char_width(long code_point);

/* Bytes of the longest start of the text that takes at most `columns`; at least one character. */
size_t safe_text_cut(const char *text, size_t columns);

/* The same, but cut at a blank if there is one: a line of wrapped text. */
size_t safe_text_wrap(const char *text, size_t columns);

/* The next line of a text that is wrapped as the reference wraps findings and cells; free() *line.
 * It ends before the last blank that is within the columns, or is cut where there is none; the
 * blank then begins the rest, where it counts, but is not part of the line unless that is cut.
 * Returns the bytes taken, 0 at the end of the text. */
size_t safe_text_line(const char *text, size_t columns, char **line);

/* Columns of a safe UTF-8 text. */
size_t safe_text_width(const char *text);

/* Appends text cut to at most `columns`; what is cut at the end shows as an ellipsis ("…", or "~"
 * without UTF-8). */
void safe_text_fit(struct strbuf *out, const char *text, size_t columns);

/* The same, but what is cut is in the middle: the end of a long name tells as much as its start. */
void safe_text_fit_middle(struct strbuf *out, const char *text, size_t columns);

/* Whether the locale's terminal shows UTF-8. */
bool safe_text_utf8(void);

#endif

/* safe_text: makes text from a report or a program fit for a terminal.
 *
 * Control bytes (C0, DEL, C1), bad UTF-8 and invisible direction marks become one visible character
 * each. Widths are in terminal columns (wcwidth of the current locale). In a locale without UTF-8
 * every character outside ASCII becomes '?'. */
#ifndef ROOFTOP_REPORT_BASE_SAFE_TEXT_H
#define ROOFTOP_REPORT_BASE_SAFE_TEXT_H

#include <stdbool.h>
#include <stddef.h>

#include "report/base/strbuf.h"

/* Appends text, made safe. Newline and tab count as control bytes unless keep_lines is set. */
void safe_text_add(struct strbuf *out, const char *text, size_t length, bool keep_lines);

/* Returns the text, made safe, as a new string; free() it. */
char *safe_text(const char *text);

/* Returns whether a terminal shows the character as itself: it is no control character and no
 * invisible mark. */
bool safe_text_is_plain(long code_point);

/* Decodes one character. Returns its length in bytes and stores the code point. A bad byte has
 * length 1 and code point -1. */
size_t safe_text_decode(const char *text, size_t length, long *code_point);

/* Returns the columns of one character, at least 0. */
size_t safe_text_char_width(long code_point);

/* Returns the bytes of the longest start of the text that fits `columns`. It has at least one
 * character. */
size_t safe_text_cut(const char *text, size_t columns);

/* Returns the bytes of a line of wrapped text: like safe_text_cut(), but the cut is at a blank if
 * there is one. */
size_t safe_text_wrap(const char *text, size_t columns);

/* Takes the next line of a text that is wrapped as ncu wraps findings and cells; free() *line.
 * Returns the bytes taken, 0 at the end of the text.
 *
 * The line ends before the last blank within the columns, or is cut if there is none. The blank
 * begins the rest and counts there, but it becomes part of the next line only if that one is
 * cut. */
size_t safe_text_line(const char *text, size_t columns, char **line);

/* Returns the columns of a safe UTF-8 text. */
size_t safe_text_width(const char *text);

/* Appends text in at most `columns`. An ellipsis ("…", or "~" without UTF-8) stands for the end if
 * that is cut. */
void safe_text_fit(struct strbuf *out, const char *text, size_t columns);

/* Appends text in at most `columns`, with the ellipsis in the middle: the end of a long name says
 * as much as its start. */
void safe_text_fit_middle(struct strbuf *out, const char *text, size_t columns);

/* Returns whether the locale uses UTF-8. */
bool safe_text_utf8(void);

#endif

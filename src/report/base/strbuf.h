/* strbuf: a growing string.
 *
 * `data` is NUL-ended and not NULL after the first call, also if that added nothing; `length`
 * excludes the NUL. Initialise with {0}; where it may be that nothing was called since, read it by
 * strbuf_text(). strbuf_free() releases the string and leaves the buffer ready for use.
 * strbuf_detach() hands the string over to the caller, who frees it. */
#ifndef ROOFTOP_REPORT_BASE_STRBUF_H
#define ROOFTOP_REPORT_BASE_STRBUF_H

#include <stddef.h>

struct strbuf {
    char *data;
    size_t length, capacity;
};

/* Append bytes, a text, a character, a character several times, or formatted text. */
void strbuf_add(struct strbuf *buffer, const void *bytes, size_t length);
void strbuf_adds(struct strbuf *buffer, const char *text);
void strbuf_addc(struct strbuf *buffer, char c);
void strbuf_pad(struct strbuf *buffer, char c, size_t count);
void strbuf_addf(struct strbuf *buffer, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* Returns the text, "" if nothing was ever added. */
const char *strbuf_text(const struct strbuf *buffer);
/* Makes the text empty and keeps its memory. */
void strbuf_clear(struct strbuf *buffer);
void strbuf_free(struct strbuf *buffer);
char *strbuf_detach(struct strbuf *buffer);

#endif

/* strbuf: a growing string. `data` is always NUL-ended and never NULL after the first call;
 * `length` excludes the NUL. Initialise with {0}; strbuf_free() releases it and leaves it ready for
 * use. strbuf_detach() hands the string over. */
#ifndef ROOFTOP_STRBUF_H
#define ROOFTOP_STRBUF_H

#include <stddef.h>

struct strbuf {
    char *data;
    size_t length, capacity;
};

void strbuf_add(struct strbuf *buffer, const void *bytes, size_t length);
void strbuf_adds(struct strbuf *buffer, const char *text);
void strbuf_addc(struct strbuf *buffer, char c);
void strbuf_pad(struct strbuf *buffer, char c, size_t count);
void strbuf_addf(struct strbuf *buffer, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void strbuf_clear(struct strbuf *buffer);
void strbuf_free(struct strbuf *buffer);
char *strbuf_detach(struct strbuf *buffer);

#endif

/* textproto_scan: the words and strings of protobuf text, one after another.
 *
 * White space and comments stand between any two. A function that fails has stored an error that
 * names file, line and column. */
#ifndef ROOFTOP_TEXTPROTO_SCAN_H
#define ROOFTOP_TEXTPROTO_SCAN_H

#include "error.h"
#include "strbuf.h"

struct scanner {
    const char *file, *text, *end, *at; /* at: what comes next */
    unsigned depth;                     /* blocks around it */
    struct error *error;
};

/* Says what is wrong at this place; always returns false. */
bool scan_fail(const struct scanner *s, const char *place, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

void scan_space(struct scanner *s);

/* Whether the character is next; then it is passed. */
bool scan_accept(struct scanner *s, char c);

/* Copies a name or number; what: as which it is missed. Returns where it stands, or NULL. */
const char *scan_word(struct scanner *s, char *word, size_t size, const char *what);

/* Appends a quoted string and those that follow at once, without their escapes. */
bool scan_string(struct scanner *s, struct strbuf *out);

#endif

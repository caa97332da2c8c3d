/* textproto_scan: reads the words and strings of protobuf text one after another.
 *
 * White space and comments may stand between any two. A function that fails has stored an error
 * that names file, line and column. */
#ifndef ROOFTOP_REPORT_BASE_TEXTPROTO_SCAN_H
#define ROOFTOP_REPORT_BASE_TEXTPROTO_SCAN_H

#include "report/base/error.h"
#include "report/base/strbuf.h"
#include "report/base/textproto.h"

struct scanner {
    const char *file, *text, *end, *at; /* at: the next character */
    unsigned depth;                     /* open blocks */
    struct error *error;
    textproto_check *check; /* NULL: none */
    void *context;          /* of the check */
};

/* Stores the error for this place. Always returns false. */
bool scan_fail(const struct scanner *s, const char *place, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Passes white space and comments. */
void scan_space(struct scanner *s);

/* Passes the character if it is next. Returns whether it was. */
bool scan_accept(struct scanner *s, char c);

/* Copies a name or number and returns its place, or NULL with the error. `what` says in the error
 * what is expected. */
const char *scan_word(struct scanner *s, char *word, size_t size, const char *what);

/* Appends a quoted string, and adjacent further ones, with their escapes resolved. */
bool scan_string(struct scanner *s, struct strbuf *out);

#endif

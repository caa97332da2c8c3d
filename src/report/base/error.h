/* error: what went wrong, as one sentence for the user.
 *
 * A function that can fail takes a struct error * and returns false (or NULL) after error_set().
 * The text says what failed first, quotes the subject and ends with the remedy. It is in lower case
 * and has no full stop. The pointer may be NULL if the caller does not want the text. */
#ifndef ROOFTOP_REPORT_BASE_ERROR_H
#define ROOFTOP_REPORT_BASE_ERROR_H

#include <stdbool.h>

struct error {
    char text[768];
};

/* Stores the message. One that is too long loses its middle. Always returns false, so that a
 * function can end with it. */
bool error_set(struct error *error, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Puts a formatted prefix and ": " before the current text; each keeps at least half of the room.
 * Always returns false. */
bool error_prefix(struct error *error, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

#endif

/* error: what went wrong, as one sentence for the user.
 *
 * A function that can fail takes a struct error * and returns false (or NULL) after error_set().
 * The text says what failed first, quotes the subject and ends with the remedy; lower case, no full
 * stop. A NULL error is allowed: the caller does not want the text. */
#ifndef ROOFTOP_ERROR_H
#define ROOFTOP_ERROR_H

#include <stdbool.h>

struct error {
    char text[768];
};

/* Stores the message; always returns false, so that a function can end with it. */
bool error_set(struct error *error, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Puts a formatted prefix and ": " before the text that is there already; always returns false. */
bool error_prefix(struct error *error, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

#endif

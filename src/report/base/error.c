#include "report/base/error.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

bool error_set(struct error *error, const char *format, ...)
{
    if (!error)
        return false;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(error->text, sizeof error->text, format, arguments);
    va_end(arguments);
    return false;
}

bool error_prefix(struct error *error, const char *format, ...)
{
    if (!error)
        return false;
    char prefix[sizeof error->text], rest[sizeof error->text];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(prefix, sizeof prefix, format, arguments);
    va_end(arguments);
    memcpy(rest, error->text, sizeof rest);
    /* A prefix that is too long is cut. The message is not, because the remedy is at its end. */
    size_t room = sizeof error->text - 1, kept = strlen(rest) + 2, length = strlen(prefix);
    if (kept + length > room)
        length = kept < room ? room - kept : 0;
    size_t rest_length = strlen(rest);
    if (length + 2 + rest_length > room)
        rest_length = room - length - 2;
    memcpy(error->text, prefix, length);
    memcpy(error->text + length, ": ", 2);
    memcpy(error->text + length + 2, rest, rest_length);
    error->text[length + 2 + rest_length] = '\0';
    return false;
}

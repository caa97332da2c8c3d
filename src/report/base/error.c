#include "report/base/error.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool is_inside_character(char byte)
{
    return ((unsigned char)byte & 0xc0) == 0x80;
}

/* Cuts the middle out of a text that has more than `most` bytes: the place stands at the beginning
 * of a message, and the remedy at its end. */
static void shorten(char *text, size_t most)
{
    static const char gap[] = "...";
    const size_t length = strlen(text), ends = most - (sizeof gap - 1);
    size_t head = ends / 2, tail = length - (ends - head);
    if (length <= most)
        return;
    while (head && is_inside_character(text[head]))
        head--;
    while (is_inside_character(text[tail]))
        tail++;
    memcpy(text + head, gap, sizeof gap - 1);
    memmove(text + head + sizeof gap - 1, text + tail, length - tail + 1);
}

/* Stores the message whole, or without its middle. */
static void store(struct error *error, const char *format, va_list arguments)
{
    va_list again;
    va_copy(again, arguments);
    const int length = vsnprintf(error->text, sizeof error->text, format, arguments);
    if (length >= (int)sizeof error->text) {
        char *whole = malloc((size_t)length + 1);
        if (whole) {
            vsnprintf(whole, (size_t)length + 1, format, again);
            shorten(whole, sizeof error->text - 1);
            memcpy(error->text, whole, strlen(whole) + 1);
            free(whole);
        }
    }
    va_end(again);
}

bool error_set(struct error *error, const char *format, ...)
{
    if (!error)
        return false;
    va_list arguments;
    va_start(arguments, format);
    store(error, format, arguments);
    va_end(arguments);
    return false;
}

bool error_prefix(struct error *error, const char *format, ...)
{
    if (!error)
        return false;
    const size_t room = sizeof error->text - 1 - strlen(": ");
    struct error prefix = {0}, rest = *error;
    va_list arguments;
    va_start(arguments, format);
    store(&prefix, format, arguments);
    va_end(arguments);
    /* Each has half of the room, and what the other one leaves. */
    const size_t half = room / 2, length = strlen(rest.text);
    shorten(prefix.text, length < half ? room - length : half);
    shorten(rest.text, room - strlen(prefix.text));
    strcpy(stpcpy(stpcpy(error->text, prefix.text), ": "), rest.text);
    return false;
}

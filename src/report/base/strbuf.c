#include "report/base/strbuf.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report/base/mem.h"

static void reserve(struct strbuf *buffer, size_t more)
{
    if (buffer->length + more + 1 <= buffer->capacity)
        return;
    size_t wanted = buffer->capacity ? buffer->capacity * 2 : 64;
    while (wanted < buffer->length + more + 1)
        wanted *= 2;
    buffer->data = mem_realloc(buffer->data, wanted);
    buffer->capacity = wanted;
}

void strbuf_add(struct strbuf *buffer, const void *bytes, size_t length)
{
    reserve(buffer, length);
    if (length)
        memcpy(buffer->data + buffer->length, bytes, length);
    buffer->length += length;
    buffer->data[buffer->length] = '\0';
}

void strbuf_adds(struct strbuf *buffer, const char *text)
{
    strbuf_add(buffer, text, strlen(text));
}

void strbuf_addc(struct strbuf *buffer, char c)
{
    strbuf_add(buffer, &c, 1);
}

void strbuf_pad(struct strbuf *buffer, char c, size_t count)
{
    reserve(buffer, count);
    memset(buffer->data + buffer->length, c, count);
    buffer->length += count;
    buffer->data[buffer->length] = '\0';
}

void strbuf_addf(struct strbuf *buffer, const char *format, ...)
{
    va_list arguments, again;
    va_start(arguments, format);
    va_copy(again, arguments);
    int length = vsnprintf(NULL, 0, format, arguments);
    va_end(arguments);
    if (length < 0)
        length = 0; /* a character that the locale does not know: nothing is added */
    reserve(buffer, (size_t)length);
    buffer->data[buffer->length] = '\0';
    if (length)
        vsnprintf(buffer->data + buffer->length, (size_t)length + 1, format, again);
    buffer->length += (size_t)length;
    va_end(again);
}

const char *strbuf_text(const struct strbuf *buffer)
{
    return buffer->data ? buffer->data : "";
}

void strbuf_clear(struct strbuf *buffer)
{
    reserve(buffer, 0);
    buffer->length = 0;
    buffer->data[0] = '\0';
}

void strbuf_free(struct strbuf *buffer)
{
    free(buffer->data);
    *buffer = (struct strbuf){0};
}

char *strbuf_detach(struct strbuf *buffer)
{
    reserve(buffer, 0);
    char *data = buffer->data;
    data[buffer->length] = '\0';
    *buffer = (struct strbuf){0};
    return data;
}

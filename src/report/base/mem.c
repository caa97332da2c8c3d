#include "report/base/mem.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void *check(void *pointer)
{
    if (!pointer) {
        fputs("rooftop: out of memory\n", stderr);
        abort();
    }
    return pointer;
}

void *mem_alloc(size_t size)
{
    return check(calloc(1, size ? size : 1));
}

void *mem_realloc(void *pointer, size_t size)
{
    return check(realloc(pointer, size ? size : 1));
}

char *mem_strdup(const char *text)
{
    return mem_strndup(text, strlen(text));
}

char *mem_strndup(const char *text, size_t length)
{
    char *copy = mem_alloc(length + 1);
    memcpy(copy, text, length);
    return copy;
}

char *mem_printf(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    char *text = NULL;
    if (vasprintf(&text, format, arguments) < 0)
        text = NULL;
    va_end(arguments);
    return check(text);
}

void mem_grow(void *array_pointer, size_t count, size_t *capacity, size_t element)
{
    if (count < *capacity)
        return;
    size_t wanted = *capacity ? *capacity * 2 : 16;
    void *array;
    memcpy(&array, array_pointer, sizeof array);
    array = mem_realloc(array, wanted * element);
    memcpy(array_pointer, &array, sizeof array);
    *capacity = wanted;
}

/* mem: allocation that cannot fail, for sizes that the program itself chose.
 *
 * Running out of memory ends the process with a message. Sizes that come from a file, a section or
 * a program must be compared with what is there before anything is allocated. The injection library
 * must not use this module: it must never end its host. */
#ifndef ROOFTOP_REPORT_BASE_MEM_H
#define ROOFTOP_REPORT_BASE_MEM_H

#include <stddef.h>

void *mem_alloc(size_t size); /* zeroed; free() it */
/* Resizes memory, keeps its content and leaves new bytes undefined. */
void *mem_realloc(void *pointer, size_t size);
char *mem_strdup(const char *text);
char *mem_strndup(const char *text, size_t length);
char *mem_printf(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Makes room for one more element in a growing array: mem_grow(&array, count, &capacity, sizeof
 * *array). */
void mem_grow(void *array_pointer, size_t count, size_t *capacity, size_t element);

#endif

/* guarded_copy: a copy of bytes behind whose end nothing can be read. A parser that reads or writes
 * beyond the end is ended by a signal, with and without sanitizers. */
#ifndef ROOFTOP_TESTS_GUARDED_COPY_H
#define ROOFTOP_TESTS_GUARDED_COPY_H

#include <stddef.h>
#include <stdint.h>

/* Returns the copy, which guarded_free() releases. Its end is aligned, not its beginning. */
uint8_t *guarded_copy(const void *bytes, size_t size);
void guarded_free(void *copy);

#endif

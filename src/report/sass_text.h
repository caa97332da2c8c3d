/* sass_text: the instructions of one function in what nvdisasm -c prints.
 *
 * Each becomes one line in the form of the source page: the predicate in six columns, then the
 * instruction without the marks of register reuse. Labels become addresses: `base`, the address of
 * the function, plus where the label stands. */
#ifndef ROOFTOP_SASS_TEXT_H
#define ROOFTOP_SASS_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct sass_line {
    uint64_t offset; /* in the function's section */
    char *text;
};

struct sass_text {
    struct sass_line *lines; /* in the order of offsets */
    size_t count, capacity;
};

/* No lines: the function is not in the text. */
void sass_text_read(struct sass_text *sass, const char *text, size_t length, const char *function,
                    uint64_t base);
/* Whether there is any. */
bool sass_text_has(const char *text, size_t length, const char *function);
void sass_text_free(struct sass_text *sass);
/* NULL: there is no instruction at the offset. */
const char *sass_text_at(const struct sass_text *sass, uint64_t offset);

#endif

/* sass_text: reads the instructions of one function from the output of nvdisasm -c.
 *
 * Each becomes one line in the form of the source page: the predicate in six columns, then the
 * instruction without the marks of register reuse. Labels become addresses: `base`, the address of
 * the function, plus the label's offset.
 *
 * With -plr, nvdisasm writes which registers live into a comment behind each instruction, in
 * columns for general registers, predicates and uniform registers, each of which begins with their
 * number
 * ("// |  3 : : ^ |  1 ^ |"; blank: 0). The number of general registers is kept.
 *
 * nvdisasm can also print JSON, but it loses commas and subroutines there. Relocated operands, as
 * of calls to functions in other sections, stay as nvdisasm names them ("32@lo(...)"); ncu prints 0
 * or a wrong address for them. */
#ifndef ROOFTOP_REPORT_CODE_SASS_TEXT_H
#define ROOFTOP_REPORT_CODE_SASS_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { SASS_NOT_LISTED = -1 };

struct sass_line {
    uint64_t offset; /* in the function's section */
    char *text;
    int live; /* general registers that live at it; SASS_NOT_LISTED: the listing does not say */
};

struct sass_text {
    struct sass_line *lines; /* by offset */
    size_t count, capacity;
};

/* Reads the lines of the function. There are none if the text does not have the function. */
void sass_text_read(struct sass_text *sass, const char *text, size_t length, const char *function,
                    uint64_t base);
/* Adds an instruction behind the last one. */
void sass_text_add(struct sass_text *sass, uint64_t offset, const char *code);
/* Returns whether the text has instructions of the function. */
bool sass_text_has(const char *text, size_t length, const char *function);
void sass_text_free(struct sass_text *sass);
/* Returns the number of registers that live at an offset, or SASS_NOT_LISTED. */
int sass_text_live(const struct sass_text *sass, uint64_t offset);
/* Returns the text at an offset, or NULL if no instruction is there. */
const char *sass_text_at(const struct sass_text *sass, uint64_t offset);

#endif

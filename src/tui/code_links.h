/* code_links: which instructions a line of source or PTX became, and which lines an instruction
 * comes from: many to many. Lines and instructions are numbers from 0. */
#ifndef ROOFTOP_CODE_LINKS_H
#define ROOFTOP_CODE_LINKS_H

#include <stddef.h>

#include "source_view.h"

struct code_links {
    size_t *instructions, *starts; /* by line: [starts[line], starts[line + 1]) */
    size_t *lines, *line_starts;   /* the same by instruction */
    size_t line_count, instruction_count;
};

/* Lines keep their order; an instruction that stands twice in one counts once. */
void code_links_make(struct code_links *links, const struct source_lines *lines,
                     size_t instruction_count);
void code_links_free(struct code_links *links);

/* Rising; none behind the last line or instruction. */
const size_t *code_links_of_line(const struct code_links *links, size_t line, size_t *count);
const size_t *code_links_of_instruction(const struct code_links *links, size_t instruction,
                                        size_t *count);

#endif

/* source_links: which instructions a line of source or PTX became, and which lines an instruction
 * comes from. The relation is many to many. Lines and instructions are numbers from 0. */
#ifndef ROOFTOP_TUI_SOURCE_SOURCE_LINKS_H
#define ROOFTOP_TUI_SOURCE_SOURCE_LINKS_H

#include <stddef.h>

#include "report/code/code_listing.h"

struct source_links {
    size_t *instructions, *starts; /* by line: [starts[line], starts[line + 1]) */
    size_t *lines, *line_starts;   /* the same by instruction */
    size_t line_count, instruction_count;
};

/* Makes the links. Lines keep their order; an instruction counts once per line. */
void source_links_make(struct source_links *links, const struct source_lines *lines,
                       size_t instruction_count);
void source_links_free(struct source_links *links);

/* Return the numbers in rising order, none behind the last line or instruction. */
const size_t *source_links_of_line(const struct source_links *links, size_t line, size_t *count);
const size_t *source_links_of_instruction(const struct source_links *links, size_t instruction,
                                          size_t *count);

#endif

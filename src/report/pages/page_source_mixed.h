/* page_source_mixed: CUDA C++ with the SASS of each line: the lines of all functions by file. */
#ifndef ROOFTOP_REPORT_PAGES_PAGE_SOURCE_MIXED_H
#define ROOFTOP_REPORT_PAGES_PAGE_SOURCE_MIXED_H

#include <stddef.h>
#include <stdint.h>

#include "report/page_parts/source_listing.h"

/* The lines of a function in one file. */
struct mixed_file {
    const struct source_text *text; /* NULL: it could not be opened */
    const char *path;
    const struct code_function *function;
    const struct source_line *lines;
    size_t count;
};

/* The files of all functions, ordered by path and function. */
struct mixed_files {
    struct mixed_file *items;
    size_t count, capacity;
    struct source_lines *lines; /* of each function */
    size_t functions;
};

void mixed_files_open(struct mixed_files *files, struct source_page *page,
                      const struct code_function *functions, size_t count);
void mixed_files_close(struct mixed_files *files);

/* The text of a line without the blanks around it, a new string; NULL if the file could not be
 * opened. */
char *mixed_line_text(const struct mixed_file *file, uint32_t line);

/* Calls visit() for each row below a line. A row is an instruction, or NO_INSTRUCTION between two
 * instructions that do not follow each other. All rows are repeated `copies` times. */
typedef void visit_below(void *context, size_t instruction);
#define NO_INSTRUCTION SIZE_MAX
void mixed_each_below(const struct source_line *line, size_t copies, visit_below *visit,
                      void *context);

#endif

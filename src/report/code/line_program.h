/* line_program: runs the DWARF line programs (versions 2 to 5) in a section of a module.
 *
 * The section is .debug_line, or .nv_debug_line_sass, whose lines are those of PTX and which names
 * no files. visit() receives each sequence: its rows in the order of the program, with its end as
 * the last row, and the offset in the section of the address that began it. A relocation there says
 * which function that is. Rows and unit are valid during the call. Reading ends at the first
 * damaged unit. Opcodes outside of DWARF, like NVIDIA's for inlined code, are skipped by their
 * length. */
#ifndef ROOFTOP_REPORT_CODE_LINE_PROGRAM_H
#define ROOFTOP_REPORT_CODE_LINE_PROGRAM_H

#include "report/code/cubin.h"

struct line_row {
    uint64_t address, file;
    uint32_t line;
};

struct line_unit_file {
    const char *name;
    uint64_t folder, size;
};

struct line_unit {
    size_t number; /* of the unit in the section, from 1 */
    unsigned version;
    const char **folders; /* NULL entries: not in this section */
    size_t folder_count, folder_capacity;
    struct line_unit_file *files;
    size_t file_count, file_capacity;
};

/* Return a file or folder by the number that the program uses, which counts from 0 in version 5 and
 * from 1 before. They return NULL if there is none. */
const struct line_unit_file *line_unit_file(const struct line_unit *unit, uint64_t index);
const char *line_unit_folder(const struct line_unit *unit, uint64_t index);

typedef void line_program_visit(void *context, const struct line_unit *unit, uint64_t place,
                                const struct line_row *rows, size_t count);
/* Runs all line programs in the section and calls visit() for each sequence. */
void line_program_run(const struct cubin *cubin, const char *section, line_program_visit *visit,
                      void *context);

#endif

/* line_program: runs the DWARF line programs of a module (versions 2 to 5) that a section holds:
 * .debug_line, or .nv_debug_line_sass, whose lines are those of PTX and which names no files.
 *
 * visit() gets each sequence: its rows in the order of the program, the last one being its end, and
 * the offset in the section of the address that began it, which a relocation resolves. Rows and
 * unit are valid during the call. Reading ends at the first unit that is damaged. Opcodes that are
 * not of DWARF, such as those of NVIDIA for code put in line, are passed over by their length. */
#ifndef ROOFTOP_LINE_PROGRAM_H
#define ROOFTOP_LINE_PROGRAM_H

#include "cubin.h"

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

/* By the number that the program uses: from 0 in version 5, before that from 1. NULL: no such. */
const struct line_unit_file *line_unit_file(const struct line_unit *unit, uint64_t index);
const char *line_unit_folder(const struct line_unit *unit, uint64_t index);

typedef void line_program_visit(void *context, const struct line_unit *unit, uint64_t place,
                                const struct line_row *rows, size_t count);
void line_program_run(const struct cubin *cubin, const char *section, line_program_visit *visit,
                      void *context);

#endif

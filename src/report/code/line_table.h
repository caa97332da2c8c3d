/* line_table: the source lines that the instructions of a function come from.
 *
 * They come from the DWARF line program of a module (line_program.h). The usual libraries, such as
 * libdw, cannot read it: modules of GPUs have no .debug_info, and the relocations that name the
 * function of a sequence are of a machine unknown to them.
 *
 * A span covers the instructions from start up to end, both offsets in the function's section. If
 * the program has several lines for one address, as for inlined code, each has a span. So spans may
 * overlap, and one line may have several. */
#ifndef ROOFTOP_REPORT_CODE_LINE_TABLE_H
#define ROOFTOP_REPORT_CODE_LINE_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "report/code/cubin.h"
#include "report/code/line_program.h"

struct line_span {
    uint64_t start, end;
    uint32_t file; /* index in `files` */
    uint32_t line; /* from 1; 0: made by the compiler */
};

struct line_file {
    char *path;    /* without "." and "..", if they can be resolved by name alone */
    uint64_t size; /* bytes when it was compiled; 0 = unknown */
};

struct line_table {
    struct line_span *spans; /* in the order of the program */
    size_t span_count, span_capacity;
    struct line_file *files;
    size_t file_count, file_capacity;
};

/* Reads the spans of the function. There are none if the module has no line table or the table is
 * damaged before them. */
void line_table_read(struct line_table *table, const struct cubin *cubin, const char *function);
/* Reads the lines of PTX instead. They all have file 0, which is not in table->files: it is the PTX
 * file of the function, see ptx_text.h. */
void line_table_read_ptx(struct line_table *table, const struct cubin *cubin, const char *function);
/* Reads only the files that the table names, even those from which no instruction comes: inlined
 * lines may be optimised away. */
void line_table_read_files(struct line_table *table, const struct cubin *cubin);
void line_table_free(struct line_table *table);

/* Returns the path without empty parts, "." and, after a name, ".." as a new string. */
char *line_table_normal_path(const char *path);

/* Returns the normal path of a file in a line program, with its folders as far as they are known,
 * as a new string. */
char *line_table_path(const struct line_unit *unit, const struct line_unit_file *item);

#endif

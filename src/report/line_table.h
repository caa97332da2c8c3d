/* line_table: which source lines the instructions of a function come from.
 *
 * Read from the DWARF line program of a module (versions 2 to 5; a table of its own is read since
 * the modules of GPUs have no .debug_info, and their relocations, which tell the function of a
 * sequence, are of a machine that the usual libraries do not know).
 *
 * A span covers the instructions from start up to end, both offsets in the function's section.
 * Where the program has several lines for one address, for code that was put in line, each has a
 * span: spans may overlap, and one line may have several. */
#ifndef ROOFTOP_LINE_TABLE_H
#define ROOFTOP_LINE_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cubin.h"
#include "line_program.h"

struct line_span {
    uint64_t start, end;
    uint32_t file; /* index of files */
    uint32_t line; /* from 1; 0: made by the compiler */
};

struct line_file {
    char *path;    /* without "." and ".." where they can be resolved by name alone */
    uint64_t size; /* bytes when it was compiled; 0 = unknown */
};

struct line_table {
    struct line_span *spans; /* in the order of the program */
    size_t span_count, span_capacity;
    struct line_file *files;
    size_t file_count, file_capacity;
};

/* Reads the spans of the function, none if the module has no line table or the table is damaged
 * before them. */
void line_table_read(struct line_table *table, const struct cubin *cubin, const char *function);
/* The same with the lines of PTX, all of file 0, which is none of table->files: that of the
 * function, see ptx_text.h. */
void line_table_read_ptx(struct line_table *table, const struct cubin *cubin, const char *function);
/* Only the files that the table names, whether an instruction of any function comes from them or
 * not: lines of code that was put in line may have gone. */
void line_table_read_files(struct line_table *table, const struct cubin *cubin);
void line_table_free(struct line_table *table);

/* The path without empty parts, "." and, after a name, "..". A new string. */
char *line_table_normal_path(const char *path);

/* The same of a file that a line program names, with its folders as far as they are known. */
char *line_table_path(const struct line_unit *unit, const struct line_unit_file *item);

#endif

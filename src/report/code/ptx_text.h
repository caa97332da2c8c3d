/* ptx_text: the PTX that a module was compiled from, if the module contains it. Nothing is copied:
 * the lines point into the module, which must stay. */
#ifndef ROOFTOP_REPORT_CODE_PTX_TEXT_H
#define ROOFTOP_REPORT_CODE_PTX_TEXT_H

#include "report/code/cubin.h"

/* The lines of a file, which are not NUL-ended. */
struct file_lines {
    const char **lines;
    size_t *lengths;
    size_t count;
};

/* Returns the PTX files of a module, several if it was linked from several; release them with
 * ptx_text_free(). */
struct file_lines *ptx_text_read(const struct cubin *cubin, size_t *count);
void ptx_text_free(struct file_lines *files, size_t count);

/* Finds where a function begins by its mangled name: the file, and the line from 0. Returns false
 * if it is nowhere. */
bool ptx_text_find(const struct file_lines *files, size_t count, const char *function, size_t *file,
                   size_t *line);

#endif

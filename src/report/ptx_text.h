/* ptx_text: the PTX that a module was compiled from, as the module holds it. Nothing is copied: the
 * lines are bytes of the module, which must stay. */
#ifndef ROOFTOP_PTX_TEXT_H
#define ROOFTOP_PTX_TEXT_H

#include "cubin.h"

/* The lines of a file, which are not ended. */
struct file_lines {
    const char **lines;
    size_t *lengths;
    size_t count;
};

/* A module that was linked of several files has several; ptx_text_free() them. */
struct file_lines *ptx_text_read(const struct cubin *cubin, size_t *count);
void ptx_text_free(struct file_lines *files, size_t count);

/* Where a function (its mangled name) begins: the file, and the line from 0. */
bool ptx_text_find(const struct file_lines *files, size_t count, const char *function, size_t *file,
                   size_t *line);

#endif

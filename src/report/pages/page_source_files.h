/* page_source_files: whole files on the source page: the PTX of a module, and the CUDA C++ files
 * in which functions begin. What is missing is noted once (source_note()). */
#ifndef ROOFTOP_REPORT_PAGES_PAGE_SOURCE_FILES_H
#define ROOFTOP_REPORT_PAGES_PAGE_SOURCE_FILES_H

#include <stddef.h>
#include <stdint.h>

#include "report/code/ptx_text.h"
#include "report/page_parts/source_listing.h"

/* The PTX of a function's module. A module that was linked from several files has a text for each.
 * The caller releases the texts with ptx_text_free(). */
struct file_lines *source_ptx_read(const struct source_page *page,
                                   const struct code_function *function, size_t *count);

/* The files in which the functions begin, ordered by path, each once. The caller frees the array.
 */
const struct source_text **source_texts(struct source_page *page,
                                        const struct code_function *functions, size_t count,
                                        size_t *text_count);

/* The text of a file of the function's line table, or NULL. */
const struct source_text *source_open_file(struct source_page *page,
                                           const struct code_listing *view, uint32_t index);

/* Notes that the function has no source lines. */
void source_note_no_lines(const struct source_page *page, const char *name);

#endif

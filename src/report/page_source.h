/* page_source: what the files of the source page share. */
#ifndef ROOFTOP_PAGE_SOURCE_H
#define ROOFTOP_PAGE_SOURCE_H

#include "page.h"
#include "source_view.h"

struct source_page {
    const struct page_options *options;
    FILE *out;
    struct source_set *set;
    const void **printed; /* modules and files that were */
    size_t printed_count, printed_capacity;
    size_t files; /* of several: those whose heading was printed */
};

/* A function of the result that is printed. */
struct source_function {
    const struct source_view *view;
    char *name;
};

/* Whether the module or file has not been printed yet; from now on it has. */
bool source_page_is_new(struct source_page *page, const void *item);

/* The text of a file of the function's line table, or NULL after a note. */
const struct source_text *source_open_file(struct source_page *page, const struct source_view *view,
                                           uint32_t index);
void source_note_no_lines(const struct source_page *page, const char *name);

/* The functions of one result, in each of the views. */
void source_print_sass(struct source_page *page, const struct source_function *functions,
                       size_t count);
void source_print_ptx(struct source_page *page, const struct source_function *functions,
                      size_t count);
void source_print_cuda(struct source_page *page, const struct source_function *functions,
                       size_t count);
void source_print_mixed(struct source_page *page, const struct source_function *functions,
                        size_t count);

#endif

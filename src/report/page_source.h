/* page_source: what the files of the source page share, whatever its form. */
#ifndef ROOFTOP_PAGE_SOURCE_H
#define ROOFTOP_PAGE_SOURCE_H

#include "json_writer.h"
#include "page_internal.h"
#include "ptx_text.h"
#include "source_before.h"
#include "source_view.h"

struct source_page {
    const struct page_options *options;
    FILE *out;                       /* text, CSV, Markdown */
    struct json_writer *json;        /* JSON */
    struct source_set *set, *before; /* before: of the baseline's report; NULL: none */
    struct source_printed *printed;  /* modules and files that were */
    size_t printed_count, printed_capacity;
    size_t results;               /* printed before this one */
    size_t files;                 /* of several: those whose heading was printed */
    const struct result *unnamed; /* Markdown: the result until its heading is printed */
};

/* The page's results in turn, as page_each(). */
bool source_page_each(struct source_page *page, struct report *report, page_visit *visit,
                      struct error *error);

/* A function of the result that is printed. */
struct source_function {
    const struct source_view *view;
    char *name;
};

/* The functions of one result. */
struct source_listing {
    struct source_view *views;
    struct source_function *functions;
    size_t count;
    struct source_view *then; /* the baseline's */
    size_t then_count;
    struct source_before *befores; /* by function; NULL: nothing is compared */
};

void source_listing_open(struct source_listing *listing, struct source_page *page,
                         const struct result *result);
void source_listing_close(struct source_page *page, struct source_listing *listing);
/* "NAME: other code: 2 instructions new, 3 only in the baseline"; "" if nothing is compared. A new
 * string. */
char *source_compared_with(const struct source_page *page, const struct source_view *view);
/* Whether the function was compiled with -G, and what to say of it. */
bool source_is_debug(const struct source_view *view);
extern const char source_debug_warning[];

/* Whether the module or file has not been printed yet; from now on it has. first: number of the
 * result that printed it; may be NULL. */
bool source_page_is_new(struct source_page *page, const void *item, size_t *first);

/* The PTX of a function's module: one that was linked of several files has a section for each.
 * Without any a note. ptx_text_free() it. */
struct file_lines *source_ptx_read(const struct source_page *page,
                                   const struct source_function *function, size_t *count);

/* The files in which the functions begin, by path, each once; what is missing is noted. free() the
 * array. */
const struct source_text **source_texts(struct source_page *page,
                                        const struct source_function *functions, size_t count,
                                        size_t *text_count);

/* The lines of a function in one file. */
struct mixed_file {
    const struct source_text *text; /* NULL: it could not be opened */
    const char *path;
    const struct source_function *function;
    const struct source_line *lines;
    size_t count;
};

/* All of them, by path and function. */
struct mixed_files {
    struct mixed_file *items;
    size_t count, capacity;
    struct source_lines *lines; /* of each function */
    size_t functions;
};

void mixed_files_open(struct mixed_files *files, struct source_page *page,
                      const struct source_function *functions, size_t count);
void mixed_files_close(struct mixed_files *files);
/* The source of a line without the blanks around it, a new string; NULL: the file could not be
 * opened. */
char *mixed_line_text(const struct mixed_file *file, uint32_t line);

/* Calls visit() for each row below a line: an instruction, or NO_INSTRUCTION between two that do
 * not follow each other, all of them `copies` times. */
typedef void visit_below(void *context, size_t instruction);
#define NO_INSTRUCTION SIZE_MAX
void mixed_each_below(const struct source_line *line, size_t copies, visit_below *visit,
                      void *context);

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

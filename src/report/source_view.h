/* source_view: the code of the functions that a result ran, with metrics by instruction and source
 * lines. What prints it is page_source.c.
 *
 * A set of sources keeps the modules of a report, the disassembly of the last functions and the
 * source files that were opened, so that results of one kernel cost little more than one. It must
 * be freed before the report is closed. */
#ifndef ROOFTOP_SOURCE_VIEW_H
#define ROOFTOP_SOURCE_VIEW_H

#include "line_table.h"
#include "nvdisasm.h"
#include "sass_text.h"
#include "source_files.h"
#include "source_metrics.h"
#include "source_modules.h"
#include "source_options.h"

struct source_set;
struct source_set *source_set_new(struct report *report, const struct source_options *options);
void source_set_free(struct source_set *set);
struct source_files *source_set_files(struct source_set *set);

/* Prints a note, once however often it is given. */
void source_note(struct source_set *set, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

struct source_view {
    const struct source_module *module;
    char *mangled;
    struct cubin_function code;
    uint64_t address;    /* as its report tells; 0: it does not, addresses begin at 0 */
    uint64_t labels;     /* address that labels in the text count from */
    unsigned step;       /* bytes of an instruction */
    size_t instructions; /* at address, address + step, ... */
    struct sass_text sass;
    const char *no_text; /* why instructions have none, until others are asked for; NULL: they do */
    struct source_metrics metrics;
    struct line_table lines;
    const struct source_before *before; /* what its rows are compared with; NULL: nothing */
};

/* The functions that a result ran, in the order of the modules' sections: the kernel and what it
 * calls, those of the kernels of a range. metrics: those wanted, comma-separated; NULL: all. Code
 * that is not in the report is noted. Returns how many; source_views_free() them. */
size_t source_views_open(struct source_set *set, const struct result *result, const char *metrics,
                         struct source_view **views);
/* The same without metrics, lines and text: only where they stand. */
size_t source_views_find(struct source_set *set, const struct result *result,
                         struct source_view **views);
void source_views_free(struct source_view *views, size_t count);

/* Reads the text of the instructions without waiting. NULL: that was done, or it cannot be had.
 * Else what runs now (nvdisasm.h), which is handed back once it is through. */
struct nvdisasm *source_view_ask(struct source_set *set, struct source_view *view);
void source_view_answer(struct source_set *set, struct source_view *view, struct nvdisasm *run);

/* Text of an instruction; "-" without a disassembly. */
const char *source_view_text(const struct source_view *view, size_t instruction);

/* A source line with the instructions that come from it. */
struct source_line {
    uint32_t file, line;        /* as in line_span */
    const size_t *instructions; /* rising; one may stand there twice, see line_table.h */
    size_t count;
};

struct source_lines {
    struct source_line *lines; /* by file index, then line */
    size_t count, capacity;
    size_t *instructions;
};

void source_lines_read(struct source_lines *lines, const struct source_view *view);
void source_lines_free(struct source_lines *lines);

#endif

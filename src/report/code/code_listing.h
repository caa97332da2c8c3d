/* code_listing: the code of the functions that a result ran, with metrics per instruction and with
 * source lines. page_source.c prints it.
 *
 * A source set keeps the modules of a report, the disassembly of the last functions and the source
 * files that were opened, so that further results of the same kernel cost little. Free the set
 * before the report is closed. Disassembly is also kept in the user's cache (disk_cache.h).
 *
 * Who has no time for all of it calls code_listing_find(), which only says where the code is, and
 * reads metrics, lines (those of PTX by line_table_read_ptx()) and text one by one.
 *
 * If a result does not say which functions it ran (launch__function_pcs), its kernel is listed. ncu
 * lists all functions of the module at address 0 then, with their lines mixed. */
#ifndef ROOFTOP_REPORT_CODE_CODE_LISTING_H
#define ROOFTOP_REPORT_CODE_CODE_LISTING_H

#include "report/code/line_table.h"
#include "report/code/nvdisasm.h"
#include "report/code/sass_text.h"
#include "report/code/source_files.h"
#include "report/code/source_metrics.h"
#include "report/code/source_modules.h"
#include "report/code/source_options.h"

struct source_set;
struct source_set *source_set_new(struct report *report, const struct source_options *options);
void source_set_free(struct source_set *set);
struct source_files *source_set_files(struct source_set *set);

/* Prints a note, but the same note only once. */
void source_note(struct source_set *set, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

struct code_listing {
    const struct source_module *module;
    char *mangled;
    struct cubin_function code;
    uint64_t address;    /* of the first instruction; 0: unknown, addresses begin at 0 */
    uint64_t labels;     /* address that labels in the text count from */
    unsigned step;       /* bytes per instruction */
    size_t instructions; /* number of instructions, at address, address + step, ... */
    struct sass_text sass;
    const char *no_text; /* why there is no text, or NULL; valid until others are read */
    struct source_metrics metrics;
    struct line_table lines;
    const struct code_before *before; /* the baseline that its rows are compared with, or NULL */
};

/* Finds the functions that a result ran, in the order of the modules' sections: a kernel and what
 * it calls, or the kernels of a range. `metrics` is a good list for metric_choice.h; NULL: all.
 * A note says which code is not in the report. Returns the number of functions; release them with
 * code_listing_free(). */
size_t code_listing_open(struct source_set *set, const struct result *result, const char *metrics,
                         struct code_listing **views);
/* Finds the functions, but reads no metrics, lines and text. */
size_t code_listing_find(struct source_set *set, const struct result *result,
                         struct code_listing **views);
void code_listing_free(struct code_listing *views, size_t count);

/* Reads the text of the instructions, and waits for it. A note says why there is none. */
void code_listing_read(struct source_set *set, struct code_listing *view);
/* Reads the text of the instructions without waiting. Returns NULL if the text is there or is not
 * available. Otherwise it returns the running nvdisasm (nvdisasm.h); hand it to
 * code_listing_answer() when it is done. */
struct nvdisasm *code_listing_ask(struct source_set *set, struct code_listing *view);
void code_listing_answer(struct source_set *set, struct code_listing *view, struct nvdisasm *run);

/* Returns the text of an instruction, "-" if there is no disassembly. */
const char *code_listing_text(const struct code_listing *view, size_t instruction);

/* A source line with its instructions. */
struct source_line {
    uint32_t file, line;        /* as in line_span */
    const size_t *instructions; /* rising; an index may occur twice, see line_table.h */
    size_t count;
};

struct source_lines {
    struct source_line *lines; /* by file index, then line */
    size_t count, capacity;
    size_t *instructions;
};

void source_lines_read(struct source_lines *lines, const struct code_listing *view);
void source_lines_free(struct source_lines *lines);

#endif

/* code_function: a function that the source view has open: its sides, columns and what findings
 * mark in it. It is read when it is opened; the text of its instructions may come later. */
#ifndef ROOFTOP_CODE_FUNCTION_H
#define ROOFTOP_CODE_FUNCTION_H

#include "code_sheet.h"
#include "ptx_text.h"
#include "result.h"

/* The lines that instructions come from. */
struct code_origin {
    struct source_lines lines;
    struct code_links links;
};

/* A finding about an instruction or a line. */
struct code_mark {
    bool of_line;
    uint32_t file;
    size_t at; /* instruction, or line from 1 */
    const Rep__SourceMarker *marker;
};

struct code_function {
    struct source_view *view;
    char *name; /* safe */
    struct code_columns columns;
    struct code_origin cuda, ptx;
    struct code_sheet sass, ptx_sheet, *files; /* files: one for each of the line table's */
    size_t file;                               /* that is shown */
    struct file_lines *ptx_files;
    size_t ptx_count;
    struct code_mark *marks;
    size_t mark_count, mark_capacity;
    struct source_files *texts;
    bool differs; /* the file that is shown is not the one that was compiled */
};

/* The view must stay; the result, too. */
struct code_function *code_function_open(struct source_view *view, const struct result *result,
                                         struct source_files *texts);
void code_function_free(struct code_function *function);

/* Chooses columns anew: those of what it is compared with are shown, too; NULL: nothing. */
void code_function_compare(struct code_function *function, const struct source_metrics *before);

/* The sheet of a side; of CODE_CUDA that of the file that is shown. Never NULL; rows 0: there is
 * nothing to show, */
struct code_sheet *code_function_sheet(struct code_function *function, enum code_side side);
/* and why, or what is missing; appends nothing if all is there. The text of SASS is not asked for
 * here. */
void code_function_missing(const struct code_function *function, enum code_side side,
                           struct strbuf *out);

/* Shows the file that an instruction comes from, unless the one that is shown is among them. */
void code_function_follow(struct code_function *function, size_t instruction);
/* Shows the next file (step 1 or -1) that lines come from. false: there is just one. */
bool code_function_next_file(struct code_function *function, int step);

/* The next finding of a row from *at on; NULL: no more. */
const Rep__SourceMarker *code_function_mark(const struct code_function *function,
                                            const struct code_sheet *sheet, size_t row, size_t *at);

#endif

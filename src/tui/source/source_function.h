/* source_function: a function that is open in the source view: its sides, its columns and the marks
 * of findings. It is read when it is opened; the text of its instructions may come later. */
#ifndef ROOFTOP_TUI_SOURCE_SOURCE_FUNCTION_H
#define ROOFTOP_TUI_SOURCE_SOURCE_FUNCTION_H

#include "report/code/ptx_text.h"
#include "report/file/result.h"
#include "tui/source/source_sheet.h"

/* The lines that instructions come from. */
struct source_origin {
    struct source_lines lines;
    struct source_links links;
};

/* A finding about an instruction or a line. */
struct source_mark {
    bool of_line;
    uint32_t file;
    size_t at; /* index of the instruction, or line from 1 */
    const Rep__SourceMarker *marker;
};

struct source_function {
    struct code_listing *view;
    const struct source_metrics *before; /* of the baseline, or NULL */
    const struct source_chosen *chosen;  /* NULL: columns are seen as their sections want them */
    char *name;                          /* safe */
    struct source_columns columns;
    struct source_origin cuda, ptx;
    struct source_sheet sass, ptx_sheet, *files; /* files: one per file of the line table */
    size_t file;                                 /* the file that is shown */
    struct file_lines *ptx_files;
    size_t ptx_count;
    struct source_mark *marks;
    size_t mark_count, mark_capacity;
    struct source_files *texts;
    bool differs; /* the shown file is not the one that was compiled */
};

/* Opens a function. View, result and chosen (or NULL) must stay. */
struct source_function *source_function_open(struct code_listing *view, const struct result *result,
                                             struct source_files *texts,
                                             const struct source_chosen *chosen);
void source_function_free(struct source_function *function);

/* Selects the columns again. Columns of the baseline's metrics are shown, too; NULL: no
 * baseline. */
void source_function_compare(struct source_function *function, const struct source_metrics *before);

/* Takes the registers that live at each instruction from the text, which has come. */
void source_function_take_live(struct source_function *function);

/* Returns the sheet of a side, for SOURCE_VIEW_CUDA that of the shown file. It is never NULL;
 * without rows there is nothing to show. */
struct source_sheet *source_function_sheet(struct source_function *function, enum source_side side);
/* Returns the same sheet, which must have been returned by source_function_sheet() before. */
const struct source_sheet *source_function_seen(const struct source_function *function,
                                                enum source_side side);
/* Appends why, or what is missing; nothing if all is there. The text of SASS does not count
 * here. */
void source_function_missing(const struct source_function *function, enum source_side side,
                             struct strbuf *out);

/* Shows the file of an instruction, unless the shown file is one of its files. */
void source_function_follow(struct source_function *function, size_t instruction);
/* Shows the next file (step 1 or -1) that lines come from. Returns false if there is only one. */
bool source_function_next_file(struct source_function *function, int step);

/* Returns the next finding of a row from *at on, or NULL. */
const Rep__SourceMarker *source_function_mark(const struct source_function *function,
                                              const struct source_sheet *sheet, size_t row,
                                              size_t *at);

#endif

/* source_sheet: one side of the source view: the rows of a text, with what belongs to each.
 *
 * Rows of SASS are instructions. Rows of PTX and source files are lines: all of them if the text is
 * known, else the lines that instructions come from. */
#ifndef ROOFTOP_TUI_SOURCE_SOURCE_SHEET_H
#define ROOFTOP_TUI_SOURCE_SOURCE_SHEET_H

#include "tui/source/source_columns.h"
#include "tui/source/source_links.h"

enum source_side { SOURCE_VIEW_SASS, SOURCE_VIEW_PTX, SOURCE_VIEW_CUDA, SOURCE_SIDES };

struct source_sheet {
    enum source_side side;
    size_t rows;
    size_t cursor, top;
    const struct code_listing *view;
    const struct source_links *links; /* not for SASS */
    const struct source_lines *lines; /* not for SASS */
    size_t first, count;              /* lines of this file */
    size_t *line_of;                  /* by row: index in `lines` + 1; 0: none */
    const char **texts;               /* NULL: no text */
    const size_t *lengths;
    int number;  /* columns of the widest number */
    int longest; /* columns of the longest text */
    int shift;   /* columns of the texts that are hidden on the left */
    int room;    /* columns of the texts that are visible, as it was last laid out */

    size_t heat;   /* index + 1 of the column that the following was made for */
    double *heats; /* by row; below 0: none */
    double most, total;
    size_t *order; /* rows that have heat, the hottest first; NULL: not ranked yet */
    size_t order_count;
};

/* Makes the sheet of the function's instructions. */
void source_sheet_sass(struct source_sheet *sheet, const struct code_listing *view);
/* Measures the longest instruction again, because text came. */
void source_sheet_measure(struct source_sheet *sheet);
/* Makes the sheet of one file of the lines. Without texts (NULL) its rows are the lines with
 * instructions. */
void source_sheet_file(struct source_sheet *sheet, enum source_side side,
                       const struct code_listing *view, const struct source_lines *lines,
                       const struct source_links *links, uint32_t file, const char **texts,
                       const size_t *lengths, size_t text_count);
void source_sheet_free(struct source_sheet *sheet);

/* Returns the text of a row, safe and without tabs, as a new string. */
char *source_sheet_text(const struct source_sheet *sheet, size_t row);
/* Moves the texts by `by` columns to the left, if `room` of them are visible, no further than the
 * longest needs. Returns false if nothing changes. */
bool source_sheet_shift(struct source_sheet *sheet, int by, int room);
/* Appends the visible part of a text. */
void source_sheet_add_shifted(struct strbuf *out, const struct source_sheet *sheet,
                              const char *text);
/* Appends the row's number: "0040", "17". */
void source_sheet_add_number(struct strbuf *out, const struct source_sheet *sheet, size_t row);
/* Returns the line of a row, from 1, or 0 if it has none. */
size_t source_sheet_line(const struct source_sheet *sheet, size_t row);
/* Returns the row of a line, or SIZE_MAX. */
size_t source_sheet_row_of_line(const struct source_sheet *sheet, size_t line);

/* Returns the instructions of a row in rising order. For SASS the instruction is stored in *one. */
const size_t *source_sheet_instructions(const struct source_sheet *sheet, size_t row, size_t *one,
                                        size_t *count);
/* Returns the first row that an instruction belongs to, or SIZE_MAX. */
size_t source_sheet_row_of(const struct source_sheet *sheet, size_t instruction);

/* Computes the heat of all rows by a column, unless it is known; SIZE_MAX: no column. */
void source_sheet_heat(struct source_sheet *sheet, const struct source_columns *columns,
                       size_t column);
/* Drops the heat. Call it before the columns change. */
void source_sheet_forget_heat(struct source_sheet *sheet);
/* Ranks the rows by their heat. */
void source_sheet_rank(struct source_sheet *sheet);

/* Keeps the cursor on a row, and that row visible. */
void source_sheet_show(struct source_sheet *sheet, size_t seen);

#endif

/* code_sheet: one side of the source view: the rows of a text, with what belongs to each.
 *
 * Rows of SASS are instructions. Rows of PTX and source files are lines, all of them where there is
 * a text; else those that instructions come from. */
#ifndef ROOFTOP_CODE_SHEET_H
#define ROOFTOP_CODE_SHEET_H

#include "code_columns.h"
#include "code_links.h"

enum code_side { CODE_SASS, CODE_PTX, CODE_CUDA, CODE_SIDES };

struct code_sheet {
    enum code_side side;
    size_t rows;
    size_t cursor, top;
    const struct source_view *view;
    const struct code_links *links;   /* not of SASS */
    const struct source_lines *lines; /* the same */
    size_t first, count;              /* those of this file */
    size_t *line_of;                  /* by row, index of lines + 1; 0: none */
    const char **texts;               /* NULL: there is none */
    const size_t *lengths;
    int number;  /* columns of the widest number */
    int longest; /* of the texts, in columns */
    int shift;   /* columns of the texts that are left out at the left */
    int room;    /* columns of them that are seen, when it was last drawn */

    size_t heat;   /* the column that follows was made for, + 1 */
    double *heats; /* by row; below 0: none */
    double most, total;
    size_t *order; /* rows by heat, the hottest first; those that have some; NULL: not ranked yet */
    size_t order_count;
};

void code_sheet_sass(struct code_sheet *sheet, const struct source_view *view);
/* Looks again how long the longest instruction is: text came. */
void code_sheet_measure(struct code_sheet *sheet);
/* Of one file of the lines. texts NULL: rows are the lines with instructions. */
void code_sheet_file(struct code_sheet *sheet, enum code_side side, const struct source_view *view,
                     const struct source_lines *lines, const struct code_links *links,
                     uint32_t file, const char **texts, const size_t *lengths, size_t text_count);
void code_sheet_free(struct code_sheet *sheet);

/* The text of a row, safe and without tabs, a new string. */
char *code_sheet_text(const struct code_sheet *sheet, size_t row);
/* Moves the texts by so many columns to the left, where `room` of them are seen, no further than
 * the longest needs. false: that changes nothing. */
bool code_sheet_shift(struct code_sheet *sheet, int by, int room);
/* Appends what is seen of a text. */
void code_sheet_add_shifted(struct strbuf *out, const struct code_sheet *sheet, const char *text);
/* What the row is called: "0040", "17". */
void code_sheet_add_number(struct strbuf *out, const struct code_sheet *sheet, size_t row);
/* Line of a row, from 1; 0: it has none. */
size_t code_sheet_line(const struct code_sheet *sheet, size_t row);
/* The row of a line; SIZE_MAX: there is none. */
size_t code_sheet_row_of_line(const struct code_sheet *sheet, size_t line);

/* The instructions of a row, rising. one: where that of SASS stands. */
const size_t *code_sheet_instructions(const struct code_sheet *sheet, size_t row, size_t *one,
                                      size_t *count);
/* The first row that an instruction belongs to; SIZE_MAX: none. */
size_t code_sheet_row_of(const struct code_sheet *sheet, size_t instruction);

/* Finds the heat of all rows by a column, unless that is known. column SIZE_MAX: there is none. */
void code_sheet_heat(struct code_sheet *sheet, const struct code_columns *columns, size_t column);
/* Before columns change. */
void code_sheet_forget_heat(struct code_sheet *sheet);
/* Ranks rows by the heat that was found. */
void code_sheet_rank(struct code_sheet *sheet);

/* Keeps the cursor on a row and among those seen. */
void code_sheet_show(struct code_sheet *sheet, size_t seen);

#endif

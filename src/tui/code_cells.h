/* code_cells: the columns of the source view drawn: titles, the cells of a row and, with a
 * baseline, how they changed. */
#ifndef ROOFTOP_CODE_CELLS_H
#define ROOFTOP_CODE_CELLS_H

#include "code_view.h"
#include "rect.h"
#include "theme.h"

/* A side as it is drawn. */
struct code_pane {
    struct code_view *view;
    struct code_sheet *sheet;
    struct rect place; /* title and rows */
    bool focused;
    const bool *selected; /* by instruction: those of the row that is selected in the other side */
    const char *search;
    struct code_layout layout;
    size_t heat, number; /* columns: the heat column, the one under the cursor; SIZE_MAX: none */
};

/* What belongs to a row, here and in the baseline. */
struct code_row {
    size_t row, count, partner_count, one, one_before;
    const size_t *instructions, *partners;
    enum code_partner partner;
};

/* The row must stay where it is. */
void code_cells_find(const struct code_pane *pane, struct code_row *row, size_t at);

void code_cells_titles(const struct code_pane *pane);
void code_cells_draw(const struct code_pane *pane, const struct code_row *row, int line,
                     enum role usual);

/* How a column of the row changed. */
struct value_change code_cells_change(const struct code_view *view,
                                      const struct code_column *column, const struct code_row *row);

/* Appends the value of a column, what stands behind it and how it changed: "905 samples -11.2 %".
 */
void code_cells_add(struct strbuf *out, const struct code_view *view, size_t column,
                    const struct code_row *row, const char *behind);

/* Notes what the number under the cursor is; of no column if there is no row. */
void code_cells_note(struct code_view *view, const struct code_row *row);

/* Text in a pane, cut at its end. Returns the columns used. */
int code_cells_put(const struct code_pane *pane, int row, int column, int width, enum role role,
                   const char *text);
void code_cells_put_right(const struct code_pane *pane, int row, int column, int width,
                          enum role role, const char *text);

#endif

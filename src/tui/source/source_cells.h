/* source_cells: draws the columns of the source view: titles, the cells of a row and, with a
 * baseline, their changes. */
#ifndef ROOFTOP_TUI_SOURCE_SOURCE_CELLS_H
#define ROOFTOP_TUI_SOURCE_SOURCE_CELLS_H

#include "tui/source/source_view.h"
#include "tui/term/rect.h"
#include "tui/term/theme.h"

/* One of the two sides of the source view while it is drawn. */
struct source_drawn_side {
    const struct source_view *view;
    const struct source_sheet *sheet;
    struct rect place; /* title and rows */
    bool focused;
    const bool *selected; /* by instruction: in the row selected on the other side */
    const char *search;
    struct source_layout layout;
    size_t heat, number; /* heat column, column of the cursor; SIZE_MAX: none */
};

/* The instructions of a row, here and in the baseline. */
struct source_row {
    size_t row, count, partner_count, one, one_before;
    const size_t *instructions, *partners;
    enum source_partner partner;
};

/* Fills in a row, which points into itself and must not be moved. */
void source_cells_find(const struct source_drawn_side *side, struct source_row *row, size_t at);

void source_cells_titles(const struct source_drawn_side *side);
void source_cells_draw(const struct source_drawn_side *side, const struct source_row *row, int line,
                       enum role usual);

/* Returns how a column of the row changed. */
struct value_change source_cells_change(const struct source_view *view,
                                        const struct source_column *column,
                                        const struct source_row *row);

/* Appends a column's value, the text `behind` and its change: "905 samples -11.2 %". */
void source_cells_add(struct strbuf *out, const struct source_view *view, size_t column,
                      const struct source_row *row, const char *behind);

/* Stores what the number under the cursor is, or that there is none. */
void source_cells_note(struct source_view *view, const struct source_row *row);

/* Draws text in a side, cut at its end. Returns the columns used. */
int source_cells_put(const struct source_drawn_side *side, int row, int column, int width,
                     enum role role, const char *text);
void source_cells_put_right(const struct source_drawn_side *side, int row, int column, int width,
                            enum role role, const char *text);

#endif

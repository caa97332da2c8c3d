/* form_layout: computes where the fields of a form stand in a pane, line by line. */
#ifndef ROOFTOP_TUI_WIDGETS_FORM_LAYOUT_H
#define ROOFTOP_TUI_WIDGETS_FORM_LAYOUT_H

#include "tui/widgets/form.h"

enum { FORM_MOST_FIELDS = 32 };

struct form_place {
    int line, lines; /* the field itself; its error stands below */
    int label;       /* column */
    int column, width;
    bool folded; /* the check boxes take one line */
};

struct form_layout {
    struct form_place places[FORM_MOST_FIELDS];
    int lines;
};

/* Computes the layout, and stores in the fields how many check boxes stand in a column. rows: the
 * visible lines. If the form is higher, each field of check boxes without the focus takes one line.
 */
void form_layout(struct form_layout *layout, struct form *form, int width, int rows);

/* The place of a check box within its field, and the columns that it may take. */
struct form_cell {
    int line, column, width;
};
struct form_cell form_cell(const struct form_field *field, const struct form_place *place,
                           size_t word);

/* Scrolls so that the field with the focus is seen, or at least its cursor. */
void form_scroll(struct form *form, const struct form_layout *layout, int rows);

/* Returns the field at a line and column, or form->count if there is none. *word: the word at that
 * place, or the number of words if there is none. */
size_t form_at(const struct form *form, const struct form_layout *layout, int line, int column,
               size_t *word);

#endif

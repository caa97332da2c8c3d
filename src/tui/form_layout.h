/* form_layout: where the fields of a form stand in a pane of some width, line by line. */
#ifndef ROOFTOP_FORM_LAYOUT_H
#define ROOFTOP_FORM_LAYOUT_H

#include "form.h"

enum { FORM_MOST_FIELDS = 32 };

struct form_place {
    int line, lines; /* of the field itself; what is wrong with it stands below */
    int label;       /* column */
    int column, width;
    bool folded; /* check boxes that are only named */
};

struct form_layout {
    struct form_place places[FORM_MOST_FIELDS];
    int lines;
};

/* rows: how many lines there are to see: if the form has more, check boxes without the focus take
 * one. Tells the fields how many boxes stand in a column. */
void form_layout(struct form_layout *layout, struct form *form, int width, int rows);

/* Where a check box stands in its place, and how many columns it may take. */
struct form_cell {
    int line, column, width;
};
struct form_cell form_cell(const struct form_field *field, const struct form_place *place,
                           size_t word);

/* Scrolls so that the field with the focus, its cursor at least, is seen. */
void form_scroll(struct form *form, const struct form_layout *layout, int rows);

/* The field at a line and column; form->count: none. *word: the one of its words, or their number.
 */
size_t form_at(const struct form *form, const struct form_layout *layout, int line, int column,
               size_t *word);

#endif

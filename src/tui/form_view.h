/* form_view: a form drawn into a pane, or as a box over a screen. */
#ifndef ROOFTOP_FORM_VIEW_H
#define ROOFTOP_FORM_VIEW_H

#include "form_layout.h"
#include "painter.h"
#include "rect.h"

/* All lines of the form from the painter's on; where the text cursor stands, of the screen: row -1
 * for nowhere. */
void form_draw(const struct form *form, const struct form_layout *layout, struct painter *painter,
               int *cursor_row, int *cursor_column);

/* What stands around the fields. */
struct form_box {
    const char *title;
    const char *note; /* below the fields: what comes of them */
    bool note_is_error;
    painter_sink *sink; /* NULL: the screen */
    void *sink_context;
    const struct glyphs *glyphs; /* NULL: the screen's */
};

/* The rectangle of the box in a screen of this size: as high as it needs to be. */
struct rect form_box_place(struct form *form, const struct form_box *box, int rows, int columns);

/* Draws it there. The cursor is where it was told to be in form_draw(). */
void form_box_draw(struct form *form, const struct form_box *box, struct rect place,
                   int *cursor_row, int *cursor_column);

/* The field of a cell of the screen, as form_at(). */
size_t form_box_at(struct form *form, const struct form_box *box, struct rect place, int row,
                   int column, size_t *word);

#endif

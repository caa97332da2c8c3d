/* form_view: draws a form into a pane, or as a box over the screen. */
#ifndef ROOFTOP_TUI_WIDGETS_FORM_VIEW_H
#define ROOFTOP_TUI_WIDGETS_FORM_VIEW_H

#include "tui/term/painter.h"
#include "tui/term/rect.h"
#include "tui/widgets/form_layout.h"

/* Draws all lines of the form from the painter's line on. Sets where the text cursor is on the
 * screen; row -1: nowhere. */
void form_draw(const struct form *form, const struct form_layout *layout, struct painter *painter,
               int *cursor_row, int *cursor_column);

/* What is drawn around the fields. */
struct form_box {
    const char *title;
    const char *note; /* shown below the fields */
    bool note_is_error;
    painter_sink *sink; /* NULL: the screen */
    void *sink_context;
    const struct glyphs *glyphs; /* NULL: the screen's */
};

/* Returns the place of the box in a screen of this size. The box is as high as it needs to be. */
struct rect form_box_place(struct form *form, const struct form_box *box, int rows, int columns);

/* Draws the box. Sets the place of the text cursor as form_draw() does. */
void form_box_draw(struct form *form, const struct form_box *box, struct rect place,
                   int *cursor_row, int *cursor_column);

/* Returns the field at a cell of the screen, as form_at() does. */
size_t form_box_at(struct form *form, const struct form_box *box, struct rect place, int row,
                   int column, size_t *word);

#endif

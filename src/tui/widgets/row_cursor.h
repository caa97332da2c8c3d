/* row_cursor: the cursor of a list: which row it is on, and which part of the list is seen. The
 * views that list something have one each.
 *
 * A row is one line high, unless the view says otherwise: then `at` counts rows, `top` counts
 * lines, and the view calls row_cursor_move() and row_cursor_show() in place of row_cursor_act().
 */
#ifndef ROOFTOP_TUI_WIDGETS_ROW_CURSOR_H
#define ROOFTOP_TUI_WIDGETS_ROW_CURSOR_H

#include <stdbool.h>
#include <stddef.h>

#include "tui/term/theme.h"
#include "tui/widgets/keys.h"
#include "tui/widgets/view_place.h"

/* Initialise with {0}. */
struct row_cursor {
    size_t at;  /* row of the list that is selected */
    size_t top; /* first line of the list that is seen */
};

/* Moves the cursor within `count` rows by a key: a row, a page or to an end, and keeps it in view.
 * rows: how many the screen shows. false: the action does not move a cursor. */
bool row_cursor_act(struct row_cursor *cursor, size_t count, enum action_id action, int rows);
/* Moves it and leaves the view as it is. */
bool row_cursor_move(struct row_cursor *cursor, size_t count, enum action_id action, int rows);

/* Puts the cursor back into a list that may have become shorter, and into view. */
void row_cursor_fit(struct row_cursor *cursor, size_t count, int rows);
/* Brings lines into view, the first one if they have no room together. lines: all of the list. */
void row_cursor_show(struct row_cursor *cursor, int first, int last, int lines, int rows);

/* Goes to the row that is drawn `row` rows below the top of the list. false: none is. */
bool row_cursor_click(struct row_cursor *cursor, size_t count, int row, int rows);

/* Goes to the next row that has the text, or with step -1 to the one before, around the ends of the
 * list. here: the row that the cursor is on counts as well. false: no row has it. */
typedef bool row_has_text(const void *context, size_t row, const char *text);
bool row_cursor_search(struct row_cursor *cursor, size_t count, row_has_text *has,
                       const void *context, const char *text, int step, bool here);

/* Keeps the place of the cursor, or goes back to it. */
void row_cursor_place(struct row_cursor *cursor, struct view_place *place, bool back);

/* Draws the ground of a row and the mark of the cursor if it is on the row; returns the role for
 * the row's texts. */
enum role row_cursor_draw(int row, bool selected, enum role usual);
/* Marks in the first column that the list goes on above or below the rows that are seen, where the
 * cursor is not. */
void row_cursor_more(const struct row_cursor *cursor, size_t count, int row, int rows);

#endif

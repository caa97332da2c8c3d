/* row_cursor: a cursor in a list of rows of which a part is seen, as several views have one. */
#ifndef ROOFTOP_ROW_CURSOR_H
#define ROOFTOP_ROW_CURSOR_H

#include <stdbool.h>
#include <stddef.h>

#include "keys.h"
#include "theme.h"
#include "view_place.h"

struct row_cursor {
    size_t at, top;
};

/* false: not an action that moves it. rows: that are seen. */
bool row_cursor_act(struct row_cursor *cursor, size_t count, enum action_id action, int rows);

/* Puts it into the list, and the top so that it is seen. */
void row_cursor_fit(struct row_cursor *cursor, size_t count, int rows);

/* To the row that was drawn `row` rows below the top. false: none was. */
bool row_cursor_click(struct row_cursor *cursor, size_t count, int row, int rows);

/* To the next row with the text; from the present one if here. false: none has it. */
typedef bool row_has_text(const void *context, size_t row, const char *text);
bool row_cursor_search(struct row_cursor *cursor, size_t count, row_has_text *has,
                       const void *context, const char *text, int step, bool here);

void row_cursor_place(struct row_cursor *cursor, struct view_place *place, bool back);

/* The ground of a row on the screen with the cursor's mark; returns the role of its texts. */
enum role row_cursor_draw(int row, bool selected, enum role usual);

#endif

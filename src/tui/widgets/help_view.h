/* help_view: the help of a view (VIEW_x, with VIEW_PANED): its keys from the key table by subject,
 * the keys of typing, and the meaning of the signs on the screen. On a wide screen its lines stand
 * in two or three columns, which scroll together. */
#ifndef ROOFTOP_TUI_WIDGETS_HELP_VIEW_H
#define ROOFTOP_TUI_WIDGETS_HELP_VIEW_H

#include <stdbool.h>
#include <stdio.h>

#include "report/pages/page.h"
#include "tui/widgets/key_file.h"

/* Initialise with {0}. */
struct help_view {
    size_t scroll; /* lines of a column */
    size_t found;  /* 1 + the line that a search has found; 0: none */
};

/* Call it before drawing: it keeps the visible lines within the help. */
void help_view_fit(struct help_view *view, const struct key_file *user, int views, int rows);
/* Over the whole body. called: what the view is called in its title. Lines that have the text are
 * marked once one was found. */
void help_view_draw(const struct help_view *view, const struct key_file *user, int views,
                    const char *called, const char *search, int top_row, int rows);
/* Moves by j, k, pages and to the ends in a view of `rows` rows. Returns false for other actions.
 */
bool help_view_act(struct help_view *view, enum action_id action, int rows);
/* Goes to the next line (step 1 or -1) with the text. here: the present line counts, too. Returns
 * false if no line has it. */
bool help_view_search(struct help_view *view, const struct key_file *user, int views,
                      const char *text, int step, bool here, int rows);

/* Prints the help as rows: the keys, the command and what it does. */
void help_view_print(const struct key_file *user, int views, enum page_format format, FILE *out);

/* Draw the row of keys at the bottom: for a view, and for the help itself. */
void help_view_bar(const struct key_file *user, int views, int row);
/* Returns the action that stands in a column of that bar, or DO_NOTHING. */
enum action_id help_view_bar_at(const struct key_file *user, int views, int column);
void help_view_own_bar(int row);

/* Draws these hints in its place. The first one without keys ends the list. */
struct key_hint {
    const char *keys, *what;
};
void help_view_hints(int row, const struct key_hint *hints);

#endif

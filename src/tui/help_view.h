/* help_view: the keys of a view (VIEW_x, with VIEW_PANED), from the key table, those of typing, and
 * what the signs of the screen mean. */
#ifndef ROOFTOP_HELP_VIEW_H
#define ROOFTOP_HELP_VIEW_H

#include <stdbool.h>
#include <stdio.h>

#include "key_file.h"
#include "page.h"

/* Initialise with {0}. */
struct help_view {
    size_t scroll; /* lines */
    size_t found;  /* + 1: the line that a search came to */
};

/* Over the whole body. Lines that have the text are marked once one was found. */
void help_view_draw(struct help_view *view, const struct key_file *user, int views,
                    const char *search, int top_row, int rows);
/* j, k, pages, ends, with so many rows. false: not one of these. */
bool help_view_act(struct help_view *view, enum action_id action, int rows);
/* The next line (step 1 or -1) with the text; from the present one if here. false: none. */
bool help_view_search(struct help_view *view, const struct key_file *user, int views,
                      const char *text, int step, bool here, int rows);

/* The same as rows: keys, command and what it does. */
void help_view_print(const struct key_file *user, int views, enum page_format format, FILE *out);

/* The row at the bottom: of a view, and of the help itself. */
void help_view_bar(const struct key_file *user, int views, int row);
void help_view_own_bar(int row);

/* Others in its place, up to one without keys. */
struct key_hint {
    const char *keys, *what;
};
void help_view_hints(int row, const struct key_hint *hints);

#endif

/* menu_view: the menu of all that can be done here, by subject, each with its key. What is typed
 * leaves the entries whose name or description has it. */
#ifndef ROOFTOP_TUI_WIDGETS_MENU_VIEW_H
#define ROOFTOP_TUI_WIDGETS_MENU_VIEW_H

#include <stdbool.h>

#include "tui/widgets/key_file.h"

enum { MENU_TYPED = 40 };

/* Initialise with {0}. */
struct menu_view {
    bool open;
    char typed[MENU_TYPED + 1];
    size_t at; /* the selected entry among those that are shown */
};

enum menu_reply { MENU_STAYS, MENU_RUNS, MENU_CLOSES };

/* Handles a key; MENU_RUNS: the selected entry is chosen. */
enum menu_reply menu_view_key(struct menu_view *view, const struct key_file *user, int views,
                              int key, int rows, int columns);
/* Selects the entry that was drawn in a cell of the menu. Returns false if there was none. */
bool menu_view_click(struct menu_view *view, const struct key_file *user, int views, int row,
                     int column, int rows, int columns);
/* Returns the selected entry, or NULL if none is shown. */
const struct key_row *menu_view_selected(const struct menu_view *view, const struct key_file *user,
                                         int views);

/* Draws the menu into rows of the screen from top_row on. */
void menu_view_draw(const struct menu_view *view, const struct key_file *user, int views,
                    int top_row, int rows);
/* Draws what is typed and what the selected entry does, and below it the keys of the menu. */
void menu_view_draw_line(const struct menu_view *view, const struct key_file *user, int views,
                         int row);

#endif

/* panes: the part of the screen between header and messages. It knows which view stands in which
 * pane, which view has the focus, and which views the user can go back to. */
#ifndef ROOFTOP_TUI_UI_PANES_H
#define ROOFTOP_TUI_UI_PANES_H

#include "tui/ui/view_list.h"
#include "tui/widgets/layout.h"

/* Initialise with panes_init(). */
struct panes {
    enum view_id focus; /* the view that keys go to */
    enum view_id behind[MOST_VIEWS];
    size_t behind_count; /* the views to go back to, the last one first opened last */
    struct layout_wish wish;
    struct layout layout; /* as of the last panes_arrange() */
    bool zoomed;          /* the focused view takes the whole place */
    enum view_id second;  /* the view in the second of two panes: the details, or another one */
    enum view_id third;   /* the view in the third pane */
};

void panes_init(struct panes *panes, bool live);

/* Returns the number of rows between header and messages. */
int panes_rows(void);

/* Lays the panes out for the size of the screen. */
void panes_arrange(struct panes *panes);

/* panes_go() moves the focus to a view. If the user came from that view, it goes back there.
 * panes_back() goes back to the view that the focused one was opened from. */
void panes_go(struct panes *panes, enum view_id view);
void panes_back(struct panes *panes);

/* panes_are_several() returns whether there is more than one pane. panes_view() returns the view in
 * a pane, panes_show() whether a view is seen. */
bool panes_are_several(const struct panes *panes);
enum view_id panes_view(const struct panes *panes, int pane);
bool panes_show(const struct panes *panes, enum view_id view);

/* panes_place() returns where a view is drawn, below the title of its pane. panes_enter() makes
 * this place the screen until panes_leave(), and returns its rows. */
struct rect panes_place(const struct panes *panes, enum view_id view);
int panes_enter(const struct panes *panes, enum view_id view);
void panes_leave(void);

/* Moves the focus to the next pane, or to the one before (step -1). */
void panes_focus(struct panes *panes, int step);
void panes_zoom(struct panes *panes, struct effects *effects);
void panes_set_layout(struct panes *panes, enum layout_preset preset, struct effects *effects);
void panes_next_layout(struct panes *panes, int step, struct effects *effects);
/* Moves one of the two borders by a number of steps. */
void panes_move_split(struct panes *panes, int split, int step, struct effects *effects);

#endif

/* ui_view: gives access to the views in their panes. A view is settled (view.h) before anything is
 * done with it. */
#ifndef ROOFTOP_TUI_UI_UI_VIEW_H
#define ROOFTOP_TUI_UI_UI_VIEW_H

#include "tui/ui/ui.h"

/* Return the view that has the focus. */
struct view *ui_focused(struct ui *ui);
const struct view *ui_focus_of(const struct ui *ui);

/* Makes the view's place the screen until panes_leave(), and settles the view. Returns the number
 * of rows. */
int ui_enter(struct ui *ui, struct view *view);
/* Settles the view and returns it, for work outside of its place. */
struct view *ui_settled(struct ui *ui, struct view *view);

/* ui_prepare_view() settles and fits a view, ui_draw_view() draws it. The screen must be the view's
 * place, or a copy of it. */
void ui_prepare_view(struct view *view, int rows);
void ui_draw_view(const struct ui *ui, const struct view *view, int rows);

/* Lays out the panes for the size of the screen, and shows the result under the list's cursor in
 * the panes beside the list. */
void ui_arrange(struct ui *ui);

/* Returns the views whose keys apply: the focused one, with bits of VIEW_BESIDE. */
int ui_key_views(const struct ui *ui);

/* Opens the details of a result. Returns false if it cannot be decoded, and says so. */
bool ui_open_result(struct ui *ui, size_t index);

#endif

/* view_list: all views of the screen. The row "a view" of ARCHITECTURE.md says what a new one
 * touches. */
#ifndef ROOFTOP_TUI_UI_VIEW_LIST_H
#define ROOFTOP_TUI_UI_VIEW_LIST_H

#include "tui/widgets/view.h"

enum { MOST_VIEWS = 20 };

struct views {
    struct view items[MOST_VIEWS];
    size_t count;
};

/* Makes all views. The host must outlive them. Its list, details and output are set here; all its
 * other members must be set before. */
void views_open(struct views *views, struct view_host *host);
void views_close(struct views *views);

struct view *views_of(struct views *views, enum view_id id);
/* Does the same for callers that may not change the view. */
const struct view *views_at(const struct views *views, enum view_id id);
/* Returns the view that an action opens, or NULL. */
struct view *views_opened_by(struct views *views, enum action_id action);

/* Call the function of view_ops of the same name for all views. */
void views_show(struct views *views, struct result *result);
void views_compare(struct views *views, const struct result *baseline, const char *name);
void views_hide_changes(struct views *views, bool hidden);
/* Lets all views work in the background. Returns the soonest time at which one of them wants to be
 * called again, as view_ops.work does. */
int views_work(struct views *views, enum view_id focus);

#endif

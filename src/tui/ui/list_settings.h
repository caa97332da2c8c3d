/* list_settings: the user's settings of the results list: sort order, grouping and columns. */
#ifndef ROOFTOP_TUI_UI_LIST_SETTINGS_H
#define ROOFTOP_TUI_UI_LIST_SETTINGS_H

#include "tui/ui/user_settings.h"

/* Applies the stored settings. Call it before the list is first drawn. */
void list_settings_use(struct user_settings *user, const struct view_host *host);
/* Puts the settings that have changed since into `user`. */
void list_settings_keep(struct user_settings *user, const struct view_host *host);

#endif

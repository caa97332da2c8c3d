/* list_settings: sort order, grouping and columns of the results list: those of the user's settings
 * for all reports, and as the list of this report was left. */
#ifndef ROOFTOP_TUI_UI_LIST_SETTINGS_H
#define ROOFTOP_TUI_UI_LIST_SETTINGS_H

#include "tui/ui/user_settings.h"

/* Applies the stored settings. Call it before the list is first drawn. */
void list_settings_use(struct user_settings *user, const struct view_host *host);
/* Keeps how the list is left for the next time that the report is opened, and frees what `user` has
 * of the list. */
void list_settings_leave(struct user_settings *user, const struct view_host *host);
/* Makes what the list has now the settings of all reports. */
void list_settings_keep(struct user_settings *user, const struct view_host *host);

#endif

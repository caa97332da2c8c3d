/* user_settings: what is kept from one session to the next: the theme, the layout, columns and
 * other settings, the user's keys, and the history of commands. */
#ifndef ROOFTOP_TUI_UI_USER_SETTINGS_H
#define ROOFTOP_TUI_UI_USER_SETTINGS_H

#include "cli/options/options.h"
#include "tui/ui/list_memory.h"
#include "tui/ui/panes.h"
#include "tui/widgets/history.h"
#include "tui/widgets/key_file.h"
#include "tui/widgets/screen_settings.h"
#include "tui/widgets/view_host.h"

/* Initialise with {0}; release with user_settings_free(). */
struct user_settings {
    struct screen_settings kept;
    struct key_file keys;
    struct history history;        /* of commands */
    struct error broken;           /* what is wrong with the files: the first of it */
    struct layout_wish first_wish; /* the layout when the screen opened */
    /* Sort, grouping and columns: when the screen opened, of a report that has none of its own, and
     * without settings. */
    char *first_list[LIST_WORDS], *usual_list[LIST_WORDS], *built_in_list[LIST_WORDS];
};

/* Reads the settings before the screen opens. Problems with the files are kept, to be shown once it
 * is open. Returns false with the error if the theme of the command line cannot be used. */
bool user_settings_read(struct user_settings *user, const struct options *options,
                        struct error *error);
void user_settings_free(struct user_settings *user);

/* Returns the name of the chosen theme. */
const char *user_settings_theme(const struct user_settings *user, const struct options *options);

/* Applies the settings to the panes, the list and the terminal. Call it before the screen is first
 * drawn. */
void user_settings_use(struct user_settings *user, struct panes *panes,
                       const struct view_host *host);
/* Writes the settings that have changed. error->text is "" if that succeeds. */
void user_settings_keep(struct user_settings *user, const struct panes *panes,
                        const struct view_host *host, struct error *error);

#endif

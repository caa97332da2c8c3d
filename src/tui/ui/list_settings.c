#include "tui/ui/list_settings.h"

#include <stdlib.h>
#include <string.h>

#include "report/base/mem.h"
#include "tui/list/list_view.h"

static void blame(struct user_settings *user, enum setting setting, const char *what,
                  const char *value)
{
    struct error error;
    if (*user->broken.text)
        return;
    error_set(&error, "%s \"%s\"", what, value);
    screen_settings_blame(&user->kept, setting, &error);
    user->broken = error;
}

static void use_columns(struct user_settings *user, const struct view_host *host, const char *names)
{
    struct list_columns kept = {0};
    struct strbuf unknown = {0};
    list_columns_parse(&kept, names, &unknown);
    if (unknown.length)
        blame(user, SETTING_COLUMNS, "no column is called", unknown.data);
    if (kept.count) {
        list_columns_free(&host->list->columns);
        host->list->columns = kept;
    }
    strbuf_free(&unknown);
}

/* The sort, the grouping and the columns as settings have them. */
static void describe(const struct view_host *host, char *words[3])
{
    struct strbuf sort = {0}, columns = {0};
    list_view_sort_name(host->list, &sort);
    list_columns_text(&host->list->columns, &columns);
    words[0] = strbuf_detach(&sort);
    words[1] = mem_strdup(list_grouping_names[host->list->group]);
    words[2] = strbuf_detach(&columns);
}

void list_settings_use(struct user_settings *user, const struct view_host *host)
{
    const char *sort = screen_settings_get(&user->kept, SETTING_SORT);
    const char *group = screen_settings_get(&user->kept, SETTING_GROUP);
    const char *columns = screen_settings_get(&user->kept, SETTING_COLUMNS);
    /* What takes longest comes first; while a program runs, what was launched first. */
    if (!host->live)
        list_view_sort_by(host->list, list_fields[LIST_DURATION].name);
    describe(host, user->usual_list);
    if (*columns)
        use_columns(user, host, columns);
    if (*sort && !list_view_sort_by(host->list, sort))
        blame(user, SETTING_SORT, "no column is called", sort);
    if (*group && !list_view_group_by(host->list, group))
        blame(user, SETTING_GROUP, "nothing is grouped by", group);
    list_view_move_to(host->list, 0);
    describe(host, user->first_list);
}

/* What is as it would be without the setting is not written; a broken value stays for its writer to
 * mend, unless something was chosen since. */
void list_settings_keep(struct user_settings *user, const struct view_host *host)
{
    static const enum setting settings[] = {SETTING_SORT, SETTING_GROUP, SETTING_COLUMNS};
    char *now[3];
    describe(host, now);
    for (int i = 0; i < 3; i++) {
        const char *kept = screen_settings_get(&user->kept, settings[i]);
        if (strcmp(now[i], user->first_list[i]) != 0 &&
            strcmp(now[i], *kept ? kept : user->usual_list[i]) != 0)
            screen_settings_set(&user->kept, settings[i], now[i]);
        free(now[i]);
        free(user->first_list[i]);
        free(user->usual_list[i]);
        user->first_list[i] = user->usual_list[i] = NULL;
    }
}

#include "tui/ui/list_settings.h"

#include <stdlib.h>
#include <string.h>

#include "report/base/mem.h"
#include "tui/list/list_view.h"
#include "tui/ui/list_memory.h"

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
static void describe(const struct view_host *host, char *words[LIST_WORDS])
{
    struct strbuf sort = {0}, columns = {0};
    list_view_sort_name(host->list, &sort);
    list_columns_text(&host->list->columns, &columns);
    words[0] = strbuf_detach(&sort);
    words[1] = mem_strdup(list_grouping_names[host->list->group]);
    words[2] = strbuf_detach(&columns);
}

static void drop(char *words[LIST_WORDS])
{
    for (int i = 0; i < LIST_WORDS; i++) {
        free(words[i]);
        words[i] = NULL;
    }
}

static bool equal(char *const a[LIST_WORDS], char *const b[LIST_WORDS])
{
    return strcmp(a[0], b[0]) == 0 && strcmp(a[1], b[1]) == 0 && strcmp(a[2], b[2]) == 0;
}

/* As the list of this report was left. What is unknown by now is passed over. */
static void use_memory(const struct view_host *host)
{
    char *file = list_memory_file(), *words[LIST_WORDS];
    struct list_columns kept = {0};
    struct strbuf unknown = {0};
    if (!host->ran && list_memory_get(file, report_path(host->report), words)) {
        list_columns_parse(&kept, words[2], &unknown);
        if (kept.count) {
            list_columns_free(&host->list->columns);
            host->list->columns = kept;
        }
        list_view_sort_by(host->list, words[0]);
        list_view_group_by(host->list, words[1]);
        drop(words);
    }
    strbuf_free(&unknown);
    free(file);
}

void list_settings_use(struct user_settings *user, const struct view_host *host)
{
    const char *sort = screen_settings_get(&user->kept, SETTING_SORT);
    const char *group = screen_settings_get(&user->kept, SETTING_GROUP);
    const char *columns = screen_settings_get(&user->kept, SETTING_COLUMNS);
    /* What takes longest comes first; while a program runs, what was launched first. */
    if (!host->live)
        list_view_sort_by(host->list, list_fields[LIST_DURATION].name);
    describe(host, user->built_in_list);
    if (*columns)
        use_columns(user, host, columns);
    if (*sort && !list_view_sort_by(host->list, sort))
        blame(user, SETTING_SORT, "no column is called", sort);
    if (*group && !list_view_group_by(host->list, group))
        blame(user, SETTING_GROUP, "nothing is grouped by", group);
    describe(host, user->usual_list);
    use_memory(host);
    list_view_move_to(host->list, 0);
    describe(host, user->first_list);
}

void list_settings_leave(struct user_settings *user, const struct view_host *host)
{
    char *file = list_memory_file(), *now[LIST_WORDS];
    describe(host, now);
    if (!host->ran && !equal(now, user->first_list))
        list_memory_put(file, report_path(host->report), equal(now, user->usual_list) ? NULL : now);
    drop(now);
    drop(user->first_list);
    drop(user->usual_list);
    drop(user->built_in_list);
    free(file);
}

/* Groups and columns that are as they would be without a setting are not written. The order is:
 * without a setting that of a program that runs is another one. */
void list_settings_keep(struct user_settings *user, const struct view_host *host)
{
    static const enum setting settings[LIST_WORDS] = {SETTING_SORT, SETTING_GROUP, SETTING_COLUMNS};
    drop(user->usual_list);
    describe(host, user->usual_list);
    for (int i = 0; i < LIST_WORDS; i++) {
        const char *kept = screen_settings_get(&user->kept, settings[i]);
        const bool other = strcmp(user->usual_list[i], *kept ? kept : user->built_in_list[i]) != 0;
        if (other || (settings[i] == SETTING_SORT && !*kept))
            screen_settings_set(&user->kept, settings[i], user->usual_list[i]);
    }
}

#include "app_list.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "columns_view.h"
#include "mem.h"
#include "milliseconds.h"
#include "nearest.h"
#include "safe_text.h"

/* Between two drawings of how far reading is. */
enum { READ_MS = 150 };

/* Those that are shown, the other ones, metrics. */
void app_offer_columns(const struct app *app, struct choices *list)
{
    const struct list_columns *shown = &app->list.columns;
    for (size_t i = 0; i < shown->count; i++)
        choices_add(list, list_column_name(&shown->items[i]));
    for (int i = 0; i < LIST_FIELDS; i++)
        choices_add(list, list_fields[i].name);
    list->ordered = list->count;
    for (uint32_t i = 0; i < report_string_count(app->report); i++)
        if (columns_view_is_metric(report_string(app->report, i)))
            choices_add(list, report_string(app->report, i));
}

void app_offer_groupings(const struct app *app, struct choices *list)
{
    (void)app;
    for (int i = 0; i < LIST_GROUPINGS; i++)
        choices_add(list, list_grouping_names[i]);
}

static void say_no_column(struct app *app, const char *name)
{
    struct error error;
    struct choices list = {0};
    struct nearest nearest = {.wanted = name};
    app_offer_columns(app, &list);
    for (size_t i = 0; i < list.count; i++)
        nearest_offer(&nearest, list.words[i]);
    if (nearest.best)
        error_set(&error, "no column or metric of this report is called \"%s\"; nearest is \"%s\"",
                  name, nearest.best);
    else
        error_set(&error,
                  "no column or metric of this report is called \"%s\"; Tab shows those there are",
                  name);
    app_safe_status(app, error.text);
    choices_free(&list);
}

/* A metric that the report lacks, of a column that is not there already. */
static bool is_known(struct app *app, const struct list_column *column)
{
    return column->field != LIST_METRIC || list_facts_named(&app->list.facts, column) ||
           list_columns_find(&app->list.columns, column) < app->list.columns.count;
}

void app_sort_by(struct app *app, const char *name)
{
    struct list_column column;
    const char *bare = name + (*name == '-');
    if (!list_column_named(bare, &column) || !is_known(app, &column))
        say_no_column(app, bare);
    else
        list_view_sort_by(&app->list, name);
}

void app_group_by(struct app *app, const char *name)
{
    struct error error;
    struct strbuf names = {0};
    if (list_view_group_by(&app->list, name))
        return;
    for (int i = 0; i < LIST_GROUPINGS; i++)
        strbuf_addf(&names, "%s%s", i ? ", " : "", list_grouping_names[i]);
    error_set(&error, "nothing is grouped by \"%s\"; there are %s", name, names.data);
    app_safe_status(app, error.text);
    strbuf_free(&names);
}

void app_set_columns(struct app *app, const char *names)
{
    struct error error;
    struct list_columns named = {0};
    struct strbuf unknown = {0};
    if (strcmp(names, "usual") == 0) {
        list_columns_usual(&app->list.columns);
        return;
    }
    list_columns_parse(&named, names + strspn(names, "+-"), &unknown);
    for (size_t i = 0; i < named.count && !unknown.length; i++)
        if (!is_known(app, &named.items[i]))
            strbuf_adds(&unknown, named.items[i].metric);
    if (unknown.length)
        say_no_column(app, unknown.data);
    else if (!list_view_set_columns(&app->list, names, &error))
        app_safe_status(app, error.text);
    list_columns_free(&named);
    strbuf_free(&unknown);
}

void app_tag(struct app *app, const char *pattern)
{
    struct error error;
    size_t count = list_view_tag(&app->list, pattern, &error);
    if (count == SIZE_MAX)
        app_safe_status(app, error.text);
    else if (!count)
        app_status(app, true, "no name that is shown has this text");
}

static void blame(struct app *app, enum setting setting, const char *what, const char *value)
{
    struct error error;
    if (*app->broken.text)
        return;
    error_set(&error, "%s \"%s\"", what, value);
    screen_settings_blame(&app->settings, setting, &error);
    app->broken = error;
}

static void use_columns(struct app *app, const char *names)
{
    struct list_columns kept = {0};
    struct strbuf unknown = {0};
    list_columns_parse(&kept, names, &unknown);
    if (unknown.length)
        blame(app, SETTING_COLUMNS, "no column is called", unknown.data);
    if (kept.count) {
        list_columns_free(&app->list.columns);
        app->list.columns = kept;
    }
    strbuf_free(&unknown);
}

/* The sort, the grouping and the columns as settings have them. */
static void describe(const struct app *app, char *words[3])
{
    struct strbuf sort = {0}, columns = {0};
    list_view_sort_name(&app->list, &sort);
    list_columns_text(&app->list.columns, &columns);
    words[0] = strbuf_detach(&sort);
    words[1] = mem_strdup(list_grouping_names[app->list.group]);
    words[2] = strbuf_detach(&columns);
}

void app_use_list_settings(struct app *app)
{
    const char *sort = screen_settings_get(&app->settings, SETTING_SORT);
    const char *group = screen_settings_get(&app->settings, SETTING_GROUP);
    const char *columns = screen_settings_get(&app->settings, SETTING_COLUMNS);
    /* What takes longest comes first; while a program runs, what was launched first. */
    if (!app->live)
        list_view_sort_by(&app->list, list_fields[LIST_DURATION].name);
    describe(app, app->usual_list);
    if (*columns)
        use_columns(app, columns);
    if (*sort && !list_view_sort_by(&app->list, sort))
        blame(app, SETTING_SORT, "no column is called", sort);
    if (*group && !list_view_group_by(&app->list, group))
        blame(app, SETTING_GROUP, "nothing is grouped by", group);
    list_view_move_to(&app->list, 0);
    describe(app, app->first_list);
}

/* What is as it would be without the setting is not written; a broken value stays for its writer to
 * mend, unless something was chosen since. */
void app_keep_list_settings(struct app *app)
{
    static const enum setting settings[] = {SETTING_SORT, SETTING_GROUP, SETTING_COLUMNS};
    char *now[3];
    describe(app, now);
    for (int i = 0; i < 3; i++) {
        const char *kept = screen_settings_get(&app->settings, settings[i]);
        if (strcmp(now[i], app->first_list[i]) != 0 &&
            strcmp(now[i], *kept ? kept : app->usual_list[i]) != 0)
            screen_settings_set(&app->settings, settings[i], now[i]);
        free(now[i]);
        free(app->first_list[i]);
        free(app->usual_list[i]);
        app->first_list[i] = app->usual_list[i] = NULL;
    }
}

bool app_read_for_list(struct app *app)
{
    int64_t start = milliseconds();
    bool pending = list_view_pending(&app->list);
    while (list_view_pending(&app->list) && milliseconds() - start < READ_MS &&
           !loop_ready(app->loop))
        list_view_step(&app->list);
    return pending;
}

static void add_complaint(const struct log_entry *entry, struct strbuf *out)
{
    char *safe = safe_text(entry->text);
    strbuf_addf(out, "%s\n", safe);
    free(safe);
}

/* Why nothing was measured, and what came of it. */
static void add_complaints(const struct message_log *log, struct strbuf *out)
{
    struct log_complaints said = message_log_complaints(log);
    if (said.cause)
        add_complaint(said.cause, out);
    if (said.last != said.cause)
        add_complaint(said.last, out);
}

/* What is wrong with files that were read up to there. false: they are whole. */
static bool add_damage(struct report *report, struct strbuf *out)
{
    size_t before = out->length;
    for (size_t i = 0; i < report_file_count(report); i++) {
        const struct report_file *file = report_file(report, i);
        char *path = safe_text(file->path), *damage = safe_text(file->damage);
        if (*damage)
            strbuf_addf(out, "%s is damaged before its first result: %s\n", path, damage);
        free(path);
        free(damage);
    }
    return out->length > before;
}

void app_list_why_empty(const struct app *app, struct strbuf *out)
{
    if (app->live) {
        strbuf_adds(out, *app->progress
                             ? "no results yet: the first kernel is being measured"
                             : "no results yet: the program has launched no kernel that is to be "
                               "profiled");
    } else if (app->run) {
        strbuf_adds(out, "no kernel was measured\n");
        add_complaints(&app->log, out);
        strbuf_adds(out, "r runs the program again with other options, o shows what it printed, E "
                         "all messages\n");
    } else if (add_damage(app->report, out)) {
        strbuf_adds(out, "Where the file came from it may be whole. r runs its program again, I "
                         "shows how it was run.\n");
    } else {
        strbuf_adds(out, "the report has no results\n"
                         "Its program launched no kernel that was to be measured, or was stopped "
                         "before one was. r runs it again, I shows how it was run.\n");
    }
}

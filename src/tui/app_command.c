/* What can be typed behind ":": the actions of the key table by name, some with a word more. */
#include <stdlib.h>
#include <string.h>

#include "app.h"
#include "app_list.h"
#include "app_metric.h"
#include "app_occupancy.h"
#include "app_rooflines.h"
#include "app_save.h"
#include "mem.h"
#include "nearest.h"
#include "safe_text.h"
#include "screen.h"

static void show_rules(struct app *app, const char *argument)
{
    struct error error;
    (void)argument;
    if (!app->options->apply_rules) {
        app_status(app, true, "rules are off: --apply-rules no");
        return;
    }
    if (!app_load_rules(app, &error))
        app_safe_status(app, error.text);
    app_go(app, VIEW_RULES);
}

static void set_theme(struct app *app, const char *name)
{
    struct error error;
    if (!screen_set_theme(name, &error))
        app_safe_status(app, error.text);
    else
        screen_settings_set(&app->settings, SETTING_THEME, name);
}

static void offer_themes(const struct app *app, struct choices *list)
{
    (void)app;
    theme_names(list);
}

static void say_not_one(struct app *app, const char *what, const char *word,
                        void (*offer)(const struct app *, struct choices *))
{
    struct error error;
    struct choices list = {0};
    struct strbuf text = {0};
    struct nearest nearest = {.wanted = word};
    offer(app, &list);
    for (size_t i = 0; i < list.count; i++)
        nearest_offer(&nearest, list.words[i]);
    strbuf_addf(&text, "no %s is called \"%s\"; ", what, word);
    if (nearest.best)
        strbuf_addf(&text, "nearest is \"%s\"; ", nearest.best);
    strbuf_adds(&text, "there are ");
    for (size_t i = 0; i < list.count; i++)
        strbuf_addf(&text, "%s%s", i ? ", " : "", list.words[i]);
    error_set(&error, "%s", text.data);
    app_safe_status(app, error.text);
    strbuf_free(&text);
    choices_free(&list);
}

static void offer_layouts(const struct app *app, struct choices *list)
{
    (void)app;
    for (int i = 0; i < LAYOUT_PRESETS; i++)
        choices_add(list, layout_names[i]);
}

static void set_layout(struct app *app, const char *name)
{
    for (int i = 0; i < LAYOUT_PRESETS; i++)
        if (strcmp(layout_names[i], name) == 0) {
            app_set_layout(app, (enum layout_preset)i);
            return;
        }
    say_not_one(app, "arrangement of panes", name, offer_layouts);
}

static void offer_glyphs(const struct app *app, struct choices *list)
{
    (void)app;
    for (int i = 0; i < GLYPH_LEVELS; i++)
        choices_add(list, glyph_names[i]);
    choices_add(list, "auto");
}

static void set_glyphs(struct app *app, const char *name)
{
    if (!screen_set_glyphs(name))
        say_not_one(app, "glyph level", name, offer_glyphs);
    else
        screen_settings_set(&app->settings, SETTING_GLYPHS, name);
}

static void offer_switch(const struct app *app, struct choices *list)
{
    (void)app;
    choices_add(list, "on");
    choices_add(list, "off");
}

static void set_mouse(struct app *app, const char *word)
{
    bool on = strcmp(word, "on") == 0;
    if (!on && strcmp(word, "off") != 0) {
        say_not_one(app, "switch", word, offer_switch);
        return;
    }
    screen_set_mouse(on);
    screen_settings_set(&app->settings, SETTING_MOUSE, word);
}

static void filter_by(struct app *app, const char *text)
{
    size_t shown, all;
    snprintf(app_filter(app, &shown, &all), sizeof app->filter, "%s", text);
    app_set_filter(app);
}

static void search_for(struct app *app, const char *text)
{
    snprintf(app->search, sizeof app->search, "%s", text);
    app_search(app, 1, true);
}

/* What more there is than the key does. argument: what to type behind it, for messages; it may be
 * left out if its action has a key. */
static const struct {
    enum action_id action;
    const char *argument;
    void (*run)(struct app *app, const char *argument);
    void (*offer)(const struct app *app, struct choices *list);
    void (*over)(struct app *app, const char *argument); /* NAME!: also over a file that is there */
} with_words[] = {
    {DO_RULES, NULL, show_rules, NULL, NULL},
    {DO_METRIC, "a metric's name", app_metric_named, app_offer_metrics, NULL},
    {DO_THEME, "a theme's name", set_theme, offer_themes, NULL},
    {DO_LAYOUT, "an arrangement's name", set_layout, offer_layouts, NULL},
    {DO_SORT_BY, "a column's name", app_sort_by, app_offer_columns, NULL},
    {DO_GROUP, "what to group by", app_group_by, app_offer_groupings, NULL},
    {DO_COLUMNS, "names of columns", app_set_columns, app_offer_columns, NULL},
    {DO_TAG, "a text", app_tag, NULL, NULL},
    {DO_GLYPHS, "a level", set_glyphs, offer_glyphs, NULL},
    {DO_MOUSE, "on or off", set_mouse, offer_switch, NULL},
    {DO_BASELINE, "a report's file, next or previous", app_baseline_by, app_offer_baselines, NULL},
    {DO_EXPORT, "a file's name", app_export, NULL, app_export_over},
    {DO_SAVE, "a file's name", app_save, NULL, app_save_over},
    {DO_FILTER, "a text", filter_by, NULL, NULL},
    {DO_SEARCH, "a text", search_for, NULL, NULL},
    {DO_COPY, "a form", app_copy_as, app_offer_copies, NULL},
    {DO_COPY_PANE, "a form", app_copy_pane_as, app_offer_copies, NULL},
    {DO_POINTS, "which results", app_points_by, app_offer_points, NULL},
    {DO_OCCUPANCY, "an input and its number", app_occupancy_set, app_occupancy_offer, NULL},
};

enum { WITH_WORDS = sizeof with_words / sizeof *with_words };

static size_t words_of(enum action_id action)
{
    size_t i = 0;
    while (i < WITH_WORDS && with_words[i].action != action)
        i++;
    return i;
}

static void offer_names(struct choices *list, int views)
{
    for (size_t i = 0; i < key_row_count; i++) {
        if (!(key_rows[i].views & views))
            continue;
        struct strbuf name = {0};
        keys_name(&name, &key_rows[i]);
        choices_add(list, name.data);
        strbuf_free(&name);
    }
}

static void say_unknown(struct app *app, const char *name)
{
    struct error error;
    struct choices list = {0};
    struct nearest nearest = {.wanted = name};
    offer_names(&list, VIEW_ANY | VIEW_BESIDE);
    for (size_t i = 0; i < list.count; i++)
        nearest_offer(&nearest, list.words[i]);
    if (nearest.best)
        error_set(&error, "no command is called \"%s\"; nearest is \"%s\"", name, nearest.best);
    else
        error_set(&error, "no command is called \"%s\"; Tab shows all of them", name);
    app_safe_status(app, error.text);
    choices_free(&list);
}

static void say_several(struct app *app, const char *name, const struct choices *list)
{
    struct error error;
    struct strbuf names = {0};
    for (size_t i = 0; i < list->count; i++)
        strbuf_addf(&names, "%s%s", i ? ", " : "", list->words[i]);
    error_set(&error, "\"%s\" begins several commands: %s", name, names.data);
    app_safe_status(app, error.text);
    strbuf_free(&names);
}

/* By its whole name or the start of just one; NULL: said what is wrong. */
static const struct key_row *find(struct app *app, const char *name)
{
    const struct key_row *row = keys_row(name, strlen(name));
    struct choices list = {0};
    if (row)
        return row;
    offer_names(&list, VIEW_ANY | VIEW_BESIDE);
    choices_narrow(&list, name);
    if (list.count == 1)
        row = keys_row(list.words[0], strlen(list.words[0]));
    else if (list.count)
        say_several(app, name, &list);
    else
        say_unknown(app, name);
    choices_free(&list);
    return row;
}

/* over: it was called as NAME!. */
static void run(struct app *app, const struct key_row *row, const char *name, const char *argument,
                bool over)
{
    struct error error;
    size_t words = words_of(row->action);
    bool keyed = *row->keys != ':' || !row->keys[1];
    if (!(row->views & app_views(app)))
        error_set(&error, "%s does nothing in this view", name);
    else if (over && (words == WITH_WORDS || !with_words[words].over))
        error_set(&error, "%s writes no file: there is no %s!", name, name);
    else if (*argument && (words == WITH_WORDS || !with_words[words].argument))
        error_set(&error, "%s takes no word behind it", name);
    else if (!*argument && !keyed && with_words[words].argument)
        error_set(&error, "%s needs %s%s", name, with_words[words].argument,
                  with_words[words].offer ? "; Tab shows them" : "");
    else {
        /* Only that is about the help, too. */
        if (row->action != DO_EXPORT)
            app->help = false;
        if (*argument || !keyed)
            (over ? with_words[words].over : with_words[words].run)(app, argument);
        else
            app_act(app, row->action, 0);
        return;
    }
    app_safe_status(app, error.text);
}

void app_command(struct app *app, const char *text)
{
    text += strspn(text, " ");
    size_t length = strlen(text), end = strcspn(text, " ");
    while (length && text[length - 1] == ' ')
        length--;
    if (!length)
        return;
    char *name = mem_strndup(text, end < length ? end : length);
    const char *rest = text + strlen(name) + strspn(text + strlen(name), " ");
    char *argument = mem_strndup(rest, rest < text + length ? (size_t)(text + length - rest) : 0);
    size_t last = strlen(name) - 1;
    const bool over = last && name[last] == '!';
    if (over)
        name[last] = '\0';
    const struct key_row *row = find(app, name);
    if (row) {
        struct strbuf whole = {0};
        keys_name(&whole, row);
        run(app, row, whole.data, argument, over);
        strbuf_free(&whole);
    }
    free(name);
    free(argument);
}

size_t app_offer(const struct app *app, const char *text, struct choices *list)
{
    size_t blanks = strspn(text, " "), end = blanks + strcspn(text + blanks, " ");
    if (!text[end]) {
        offer_names(list, app_views(app));
        choices_narrow(list, text + blanks);
        return blanks;
    }
    const struct key_row *row = keys_row(text + blanks, end - blanks);
    size_t words = row ? words_of(row->action) : WITH_WORDS;
    end += strspn(text + end, " ");
    /* Of a list the last word. */
    for (size_t i = end; row && row->action == DO_COLUMNS && text[i]; i++)
        end = strchr(",+-", text[i]) ? i + 1 : end;
    end += row && row->action == DO_SORT_BY && text[end] == '-';
    if (words < WITH_WORDS && with_words[words].offer)
        with_words[words].offer(app, list);
    choices_narrow(list, text + end);
    return end;
}

bool app_takes_word(const char *name)
{
    const struct key_row *row = keys_row(name, strlen(name));
    size_t words = row ? words_of(row->action) : WITH_WORDS;
    return words < WITH_WORDS && with_words[words].argument;
}

#include "tui/ui/ui_command.h"

#include <stdlib.h>
#include <string.h>

#include "report/base/mem.h"
#include "report/base/nearest.h"
#include "report/base/safe_text.h"
#include "tui/details/details_view.h"
#include "tui/term/screen.h"
#include "tui/ui/list_commands.h"
#include "tui/ui/list_settings.h"
#include "tui/ui/ui_act.h"
#include "tui/ui/ui_copy.h"
#include "tui/ui/ui_edit.h"
#include "tui/ui/ui_effects.h"
#include "tui/ui/ui_export.h"
#include "tui/ui/ui_filter_line.h"
#include "tui/ui/ui_metric.h"
#include "tui/ui/ui_outside.h"
#include "tui/ui/ui_prompt.h"
#include "tui/ui/ui_search.h"
#include "tui/ui/ui_view.h"

static void show_rules(struct ui *ui, const char *argument)
{
    struct error error;
    (void)argument;
    if (!ui->host.options->apply_rules) {
        messages_status(&ui->messages, true, "rules are off: --apply-rules no");
        return;
    }
    if (!ui->host.load_rules(&ui->host, &error))
        messages_fail(&ui->messages, error.text);
    panes_go(&ui->panes, VIEW_RULES);
}

static void set_theme(struct ui *ui, const char *name)
{
    struct error error;
    if (!screen_set_theme(name, &error))
        messages_fail(&ui->messages, error.text);
    else
        screen_settings_set(&ui->user.kept, SETTING_THEME, name);
}

static void offer_themes(const struct ui *ui, struct completions *list)
{
    (void)ui;
    theme_names(list);
}

static void say_not_one(struct ui *ui, const char *what, const char *word,
                        void (*offer)(const struct ui *, struct completions *))
{
    struct error error;
    struct completions list = {0};
    struct strbuf text = {0};
    struct nearest nearest = {.wanted = word};
    offer(ui, &list);
    for (size_t i = 0; i < list.count; i++)
        nearest_offer(&nearest, list.words[i]);
    strbuf_addf(&text, "no %s is called \"%s\"; ", what, word);
    if (nearest.best)
        strbuf_addf(&text, "nearest is \"%s\"; ", nearest.best);
    strbuf_adds(&text, "there are ");
    for (size_t i = 0; i < list.count; i++)
        strbuf_addf(&text, "%s%s", i ? ", " : "", list.words[i]);
    error_set(&error, "%s", text.data);
    messages_fail(&ui->messages, error.text);
    strbuf_free(&text);
    completions_free(&list);
}

static void offer_layouts(const struct ui *ui, struct completions *list)
{
    (void)ui;
    for (int i = 0; i < LAYOUT_PRESETS; i++)
        completions_add(list, layout_names[i]);
}

static void use_layout(struct ui *ui, enum layout_preset preset)
{
    struct effects effects = {0};
    panes_set_layout(&ui->panes, preset, &effects);
    ui_apply(ui, &effects);
}

static void set_layout(struct ui *ui, const char *name)
{
    for (int i = 0; i < LAYOUT_PRESETS; i++)
        if (strcmp(layout_names[i], name) == 0) {
            use_layout(ui, (enum layout_preset)i);
            return;
        }
    say_not_one(ui, "arrangement of panes", name, offer_layouts);
}

static void offer_glyphs(const struct ui *ui, struct completions *list)
{
    (void)ui;
    for (int i = 0; i < GLYPH_LEVELS; i++)
        completions_add(list, glyph_names[i]);
    completions_add(list, "auto");
}

static void set_glyphs(struct ui *ui, const char *name)
{
    if (!screen_set_glyphs(name))
        say_not_one(ui, "glyph level", name, offer_glyphs);
    else
        screen_settings_set(&ui->user.kept, SETTING_GLYPHS, name);
}

static void offer_switch(const struct ui *ui, struct completions *list)
{
    (void)ui;
    completions_add(list, "on");
    completions_add(list, "off");
}

static void set_mouse(struct ui *ui, const char *word)
{
    bool on = strcmp(word, "on") == 0;
    if (!on && strcmp(word, "off") != 0) {
        say_not_one(ui, "switch", word, offer_switch);
        return;
    }
    screen_set_mouse(on);
    screen_settings_set(&ui->user.kept, SETTING_MOUSE, word);
}

static void offer_of(const struct ui *ui, enum view_id id, struct completions *list)
{
    const struct view *view = views_at(&ui->views, id);
    view->ops->offer(view, list);
}

static void filter_by(struct ui *ui, const char *text)
{
    snprintf(ui_filter(ui), TYPED_ROOM, "%s", text);
    if (ui_set_filter(ui))
        ui_filter_hint(ui);
}

static void offer_ranges(const struct ui *ui, struct completions *list)
{
    if (ui_filter_has_ranges(ui))
        offer_of(ui, VIEW_NVTX, list);
}

static void search_for(struct ui *ui, const char *text)
{
    snprintf(ui->search.text, sizeof ui->search.text, "%s", text);
    ui_search(ui, 1, true);
}

/* --- what is done elsewhere ------------------------------------------------------------------- */

static void sort_by(struct ui *ui, const char *name)
{
    list_command_sort(&ui->host, name);
}

static void group_by(struct ui *ui, const char *name)
{
    list_command_group(&ui->host, name);
}

static void set_columns(struct ui *ui, const char *names)
{
    list_command_columns(&ui->host, names);
}

static void keep_list(struct ui *ui, const char *nothing)
{
    (void)nothing;
    list_settings_keep(&ui->user, &ui->host);
    messages_status(&ui->messages, false,
                    "all reports have this order, these groups and columns from now on");
}

static void tag(struct ui *ui, const char *pattern)
{
    list_command_tag(&ui->host, pattern);
}

static void offer_columns(const struct ui *ui, struct completions *list)
{
    list_offer_columns(&ui->host, list);
}

static void offer_groupings(const struct ui *ui, struct completions *list)
{
    (void)ui;
    list_offer_groupings(list);
}

static void baseline_by(struct ui *ui, const char *word)
{
    comparison_by(&ui->comparison, word);
}

static void offer_baselines(const struct ui *ui, struct completions *list)
{
    (void)ui;
    comparison_offer(list);
}

static void export_new(struct ui *ui, const char *file)
{
    ui_export(ui, file, false);
}

static void export_over(struct ui *ui, const char *file)
{
    ui_export(ui, file, true);
}

static void save_new(struct ui *ui, const char *file)
{
    unsaved_save(&ui->unsaved, &ui->host, file, false);
}

static void save_over(struct ui *ui, const char *file)
{
    unsaved_save(&ui->unsaved, &ui->host, file, true);
}

static void copy_row(struct ui *ui, const char *form)
{
    ui_copy_as(ui, false, form);
}

static void copy_pane(struct ui *ui, const char *form)
{
    ui_copy_as(ui, true, form);
}

static void offer_copies(const struct ui *ui, struct completions *list)
{
    (void)ui;
    ui_offer_copies(list);
}

/* Has a view do its command. */
static void type_into(struct ui *ui, enum view_id id, const char *words)
{
    struct effects effects = {0};
    struct view *view = views_of(&ui->views, id);
    view->ops->typed(view, words, &effects);
    ui_apply(ui, &effects);
}

static void points_by(struct ui *ui, const char *word)
{
    type_into(ui, VIEW_DETAILS, word);
}

static void offer_points(const struct ui *ui, struct completions *list)
{
    offer_of(ui, VIEW_DETAILS, list);
}

static void go_to_section(struct ui *ui, const char *letters)
{
    int rows = ui_enter(ui, views_of(&ui->views, VIEW_DETAILS));
    bool there = details_view_go_by(ui->host.details, letters, rows);
    struct error error;
    panes_leave();
    if (there)
        return;
    error_set(&error, "no section's name has these letters in their order: \"%s\"", letters);
    messages_fail(&ui->messages, error.text);
}

static void offer_sections(const struct ui *ui, struct completions *list)
{
    for (size_t i = 0; i < ui->host.details->total; i++)
        completions_add(list, details_view_title(ui->host.details, i));
}

static void set_occupancy(struct ui *ui, const char *text)
{
    if (ui->panes.focus != VIEW_OCCUPANCY)
        ui_act(ui, DO_OCCUPANCY, 0);
    if (ui->panes.focus == VIEW_OCCUPANCY)
        type_into(ui, VIEW_OCCUPANCY, text);
}

static void offer_inputs(const struct ui *ui, struct completions *list)
{
    offer_of(ui, VIEW_OCCUPANCY, list);
}

static void choose_source_columns(struct ui *ui, const char *words)
{
    if (ui->panes.focus != VIEW_SOURCE)
        ui_act(ui, DO_SOURCE, 0);
    if (ui->panes.focus == VIEW_SOURCE)
        type_into(ui, VIEW_SOURCE, words);
}

static void offer_source_columns(const struct ui *ui, struct completions *list)
{
    offer_of(ui, VIEW_SOURCE, list);
}

/* What it printed is to be read before the screen covers it. */
static void shell_errand(struct ui *ui)
{
    struct outside_end end;
    struct strbuf text = {0};
    bool good = ui_outside_shell(ui, ui->outside.words, &end);
    if (!good)
        outside_tell(&text, "the command", &end);
    strbuf_addf(&text, "%sa key returns to rooftop ", good ? "" : "; ");
    ui_outside_ask(ui, text.data);
    strbuf_free(&text);
}

static void run_shell(struct ui *ui, const char *command)
{
    ui_outside(ui, shell_errand, command);
}

/* --- the commands ----------------------------------------------------------------------------- */

/* What more there is than the key does. argument: what to type behind it, for messages; it may be
 * left out if its action has a key. */
static const struct {
    enum action_id action;
    const char *argument;
    void (*run)(struct ui *ui, const char *argument);
    void (*offer)(const struct ui *ui, struct completions *list);
    void (*over)(struct ui *ui, const char *argument); /* NAME!: also over a file that is there */
} with_words[] = {
    {DO_RULES, NULL, show_rules, NULL, NULL},
    {DO_METRIC, "a metric's name", ui_metric_named, ui_offer_metrics, NULL},
    {DO_EXPLAIN, "a word", ui_explain, ui_offer_metrics, NULL},
    {DO_THEME, "a theme's name", set_theme, offer_themes, NULL},
    {DO_LAYOUT, "an arrangement's name", set_layout, offer_layouts, NULL},
    {DO_SORT_BY, "a column's name", sort_by, offer_columns, NULL},
    {DO_GROUP, "what to group by", group_by, offer_groupings, NULL},
    {DO_COLUMNS, "names of columns", set_columns, offer_columns, NULL},
    {DO_SOURCE_COLUMNS, "names of columns", choose_source_columns, offer_source_columns, NULL},
    {DO_KEEP_LIST, NULL, keep_list, NULL, NULL},
    {DO_TAG, "a text", tag, NULL, NULL},
    {DO_GLYPHS, "a level", set_glyphs, offer_glyphs, NULL},
    {DO_MOUSE, "on or off", set_mouse, offer_switch, NULL},
    {DO_BASELINE, "a report's file, next or previous", baseline_by, offer_baselines, NULL},
    {DO_BUILD, "a command", ui_edit_build_by, NULL, NULL},
    {DO_SHELL, "a command", run_shell, NULL, NULL},
    {DO_EXPORT, "a file's name", export_new, NULL, export_over},
    {DO_SAVE, "a file's name", save_new, NULL, save_over},
    {DO_FILTER, "a text", filter_by, offer_ranges, NULL},
    {DO_SEARCH, "a text", search_for, NULL, NULL},
    {DO_COPY, "a form", copy_row, offer_copies, NULL},
    {DO_COPY_PANE, "a form", copy_pane, offer_copies, NULL},
    {DO_GO_TO_SECTION, "letters of a section's name", go_to_section, offer_sections, NULL},
    {DO_POINTS, "which results", points_by, offer_points, NULL},
    {DO_OCCUPANCY, "an input and its number", set_occupancy, offer_inputs, NULL},
};

enum { WITH_WORDS = sizeof with_words / sizeof *with_words };

static size_t words_of(enum action_id action)
{
    size_t i = 0;
    while (i < WITH_WORDS && with_words[i].action != action)
        i++;
    return i;
}

static void offer_names(struct completions *list, int views)
{
    for (size_t i = 0; i < key_row_count; i++) {
        if (!(key_rows[i].views & views))
            continue;
        struct strbuf name = {0};
        keys_name(&name, &key_rows[i]);
        completions_add(list, name.data);
        strbuf_free(&name);
    }
}

static void say_unknown(struct ui *ui, const char *name)
{
    struct error error;
    struct completions list = {0};
    struct nearest nearest = {.wanted = name};
    offer_names(&list, VIEW_ANY | VIEW_BESIDE);
    for (size_t i = 0; i < list.count; i++)
        nearest_offer(&nearest, list.words[i]);
    if (nearest.best)
        error_set(&error, "no command is called \"%s\"; nearest is \"%s\"", name, nearest.best);
    else
        error_set(&error, "no command is called \"%s\"; Tab shows all of them", name);
    messages_fail(&ui->messages, error.text);
    completions_free(&list);
}

static void say_several(struct ui *ui, const char *name, const struct completions *list)
{
    struct error error;
    struct strbuf names = {0};
    for (size_t i = 0; i < list->count; i++)
        strbuf_addf(&names, "%s%s", i ? ", " : "", list->words[i]);
    error_set(&error, "\"%s\" begins several commands: %s", name, names.data);
    messages_fail(&ui->messages, error.text);
    strbuf_free(&names);
}

/* By its whole name or the start of just one; NULL: said what is wrong. */
static const struct key_row *find(struct ui *ui, const char *name)
{
    const struct key_row *row = keys_row(name, strlen(name));
    struct completions list = {0};
    if (row)
        return row;
    offer_names(&list, VIEW_ANY | VIEW_BESIDE);
    completions_narrow(&list, name);
    if (list.count == 1)
        row = keys_row(list.words[0], strlen(list.words[0]));
    else if (list.count)
        say_several(ui, name, &list);
    else
        say_unknown(ui, name);
    completions_free(&list);
    return row;
}

/* over: it was called as NAME!. */
static void run(struct ui *ui, const struct key_row *row, const char *name, const char *argument,
                bool over)
{
    struct error error;
    size_t words = words_of(row->action);
    bool keyed = *row->keys != ':' || !row->keys[1];
    if (!(row->views & ui_key_views(ui)))
        error_set(&error, "%s does nothing in this view", name);
    else if (over && (words == WITH_WORDS || !with_words[words].over))
        error_set(&error, "%s writes no file: there is no %s!", name, name);
    else if (*argument && (words == WITH_WORDS || !with_words[words].argument))
        error_set(&error, "%s takes no word after it", name);
    else if (!*argument && !keyed && with_words[words].argument)
        error_set(&error, "%s needs %s%s", name, with_words[words].argument,
                  with_words[words].offer ? "; Tab shows them" : "");
    else {
        /* Only that is about the help, too. */
        if (row->action != DO_EXPORT)
            ui->help.open = false;
        if (*argument || !keyed)
            (over ? with_words[words].over : with_words[words].run)(ui, argument);
        else
            ui_act(ui, row->action, 0);
        return;
    }
    messages_fail(&ui->messages, error.text);
}

void ui_command(struct ui *ui, const char *text)
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
    const struct key_row *row = find(ui, name);
    if (row) {
        struct strbuf whole = {0};
        keys_name(&whole, row);
        run(ui, row, whole.data, argument, over);
        strbuf_free(&whole);
    }
    free(name);
    free(argument);
}

size_t ui_offer(struct ui *ui, const char *text, struct completions *list)
{
    size_t blanks = strspn(text, " "), end = blanks + strcspn(text + blanks, " ");
    if (!text[end]) {
        offer_names(list, ui_key_views(ui));
        completions_narrow(list, text + blanks);
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
        with_words[words].offer(ui, list);
    completions_narrow(list, text + end);
    return end;
}

void ui_offer_meant(const struct ui *ui, const char *text, struct completions *list)
{
    enum { MOST = 24 };
    size_t found[MOST], blanks = strspn(text, " "), end = blanks + strcspn(text + blanks, " ");
    const struct key_row *row = text[end] ? keys_row(text + blanks, end - blanks) : NULL;
    if (!row || (row->action != DO_GO_TO_SECTION && row->action != DO_EXPLAIN))
        return;
    end += strspn(text + end, " ");
    if (row->action == DO_EXPLAIN) {
        ui_offer_terms(text + end, list, MOST);
        return;
    }
    size_t count = details_view_find(ui->host.details, text + end, found, MOST);
    for (size_t i = 0; i < count; i++)
        completions_add(list, details_view_title(ui->host.details, found[i]));
}

bool ui_takes_word(const char *name)
{
    const struct key_row *row = keys_row(name, strlen(name));
    size_t words = row ? words_of(row->action) : WITH_WORDS;
    return words < WITH_WORDS && with_words[words].argument;
}

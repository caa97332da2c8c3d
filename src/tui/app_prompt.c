#include "app.h"

#include <stdio.h>
#include <string.h>

#include "line_edit.h"
#include "view_table.h"

static void say_missed(struct app *app)
{
    char text[TYPED_LONGEST + 32];
    snprintf(text, sizeof text, "not found: %s", app->search);
    app_safe_status(app, text);
}

void app_search(struct app *app, int step, bool here)
{
    app->search_due = app->missed = false;
    if (!*app->search)
        return;
    if (app->help) {
        app->missed = !help_view_search(&app->help_view, &app->keys, app_views(app), app->search,
                                        step, here, app_help_rows());
    } else {
        app_arrange(app);
        app_enter(app, app->view);
        app->missed = !view_row(app->view)->search(app, app->search, step, here);
        app_leave();
    }
    if (app->missed)
        say_missed(app);
}

/* In an empty line Backspace does what Esc does. */
static bool leaves(const char *text, int key)
{
    return key == 27 || (line_is_backspace(key) && !*text);
}

static void type_search(struct app *app, int key)
{
    app->status[0] = '\0';
    if (leaves(app->search, key)) {
        app->prompt = PROMPT_NONE;
        app->search[0] = '\0';
        app->search_due = false;
        app->help_view = app->before_help;
        if (!app->help)
            view_row(app->view)->place(app, &app->before_search, true);
    } else if (line_is_enter(key)) {
        app->prompt = PROMPT_NONE;
        app_search(app, 1, true);
    } else if (line_key(app->search, TYPED_LONGEST, &app->typed_at, key) == LINE_CHANGED) {
        app->search_due = true;
    } else if (app->missed) {
        say_missed(app);
    }
}

void app_search_typed(struct app *app)
{
    if (app->search_due)
        app_search(app, 1, true);
}

/* Typing the filter: every character chooses the rows at once. A regular expression that is not yet
 * one leaves them as they are, and is not left by Enter. */
static void type_filter(struct app *app, int key)
{
    size_t shown, all;
    char *text = app_filter(app, &shown, &all);
    bool leave = leaves(text, key), ends = leave || line_is_enter(key);
    if (leave)
        text[0] = '\0';
    else if (!ends && line_key(text, TYPED_LONGEST, &app->typed_at, key) != LINE_CHANGED)
        return;
    app->status[0] = '\0';
    if (app_set_filter(app) && ends)
        app->prompt = PROMPT_NONE;
}

char *app_filter(struct app *app, size_t *shown, size_t *all)
{
    const struct view_row *row = view_row(app->view);
    if (row->filter)
        return row->filter(app, shown, all);
    *shown = app->list.tree.count;
    *all = app->list.known;
    return app->filter;
}

bool app_set_filter(struct app *app)
{
    struct error error;
    const struct view_row *row = view_row(app->view);
    bool good = row->set_filter ? row->set_filter(app, &error)
                                : list_view_filter(&app->list, app->filter, &error);
    if (!good)
        app_safe_status(app, error.text);
    return good;
}

char *app_typed(struct app *app)
{
    size_t shown, all;
    return app->prompt == PROMPT_FILTER    ? app_filter(app, &shown, &all)
           : app->prompt == PROMPT_COMMAND ? app->command
                                           : app->search;
}

void app_prompt(struct app *app, enum app_prompt prompt)
{
    app->prompt = prompt;
    if (prompt == PROMPT_SEARCH) {
        app->search[0] = '\0';
        app->missed = app->search_due = false;
        app->before_help = app->help_view;
        if (!app->help)
            view_row(app->view)->place(app, &app->before_search, false);
    }
    if (prompt == PROMPT_COMMAND)
        app->command[0] = '\0';
    app->typed_at = strlen(app_typed(app));
}

void app_type(struct app *app, int key)
{
    if (app->prompt == PROMPT_SEARCH)
        type_search(app, key);
    else if (app->prompt == PROMPT_COMMAND)
        app_type_command(app, key);
    else
        type_filter(app, key);
}

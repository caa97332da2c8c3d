#include "app.h"

#include <stdio.h>
#include <string.h>

#include "typing.h"
#include "view_table.h"

void app_search(struct app *app, int step, bool here)
{
    if (!*app->search)
        return;
    app_arrange(app);
    app_enter(app, app->view);
    app->missed = !view_row(app->view)->search(app, app->search, step, here);
    app_leave();
    if (app->missed) {
        char text[TYPED_LONGEST + 32];
        snprintf(text, sizeof text, "not found: %s", app->search);
        app_status(app, true, text);
    }
}

/* Typing the search: every character looks at once, but behind what is nowhere: with more behind it
 * it is nowhere either, and what is pasted may be long. */
static void type_search(struct app *app, int key)
{
    app->status[0] = '\0';
    if (key == 27) {
        app->prompt = PROMPT_NONE;
        app->search[0] = '\0';
        view_row(app->view)->place(app, &app->before_search, true);
    } else if (typing_is_enter(key)) {
        app->prompt = PROMPT_NONE;
        app_search(app, 1, true);
    } else if (typing_key(app->search, TYPED_LONGEST, key)) {
        if (typing_is_backspace(key))
            app->missed = false;
        else if (!app->missed)
            app_search(app, 1, true);
    }
}

/* Typing the filter: every character chooses the rows at once. A regular expression that is not yet
 * one leaves them as they are. */
static void type_filter(struct app *app, int key)
{
    size_t shown, all;
    char *text = app_filter(app, &shown, &all);
    app->status[0] = '\0';
    if (key == 27)
        text[0] = '\0';
    if (key == 27 || typing_is_enter(key))
        app->prompt = PROMPT_NONE;
    else if (!typing_key(text, TYPED_LONGEST, key))
        return;
    app_set_filter(app);
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

void app_set_filter(struct app *app)
{
    struct error error;
    const struct view_row *row = view_row(app->view);
    bool good = row->set_filter ? row->set_filter(app, &error)
                                : list_view_filter(&app->list, app->filter, &error);
    if (!good)
        app_safe_status(app, error.text);
}

void app_prompt(struct app *app, enum app_prompt prompt)
{
    app->prompt = prompt;
    if (prompt == PROMPT_SEARCH) {
        app->search[0] = '\0';
        app->missed = false;
        view_row(app->view)->place(app, &app->before_search, false);
    }
    if (prompt == PROMPT_COMMAND)
        app->command[0] = '\0';
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

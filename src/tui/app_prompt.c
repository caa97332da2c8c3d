#include "app.h"

#include <stdio.h>
#include <string.h>

#include "typing.h"

void app_search(struct app *app, int step, bool here)
{
    bool found = false;
    if (!*app->search)
        return;
    app_arrange(app);
    app_enter(app, app->view);
    if (app->view == VIEW_LIST)
        found = list_view_search(&app->list, app->search, step, here);
    else if (app->view == VIEW_DETAILS)
        found = details_view_search(&app->details, app->search, step, here);
    else if (app->view == VIEW_SUMMARY)
        found = summary_view_search(&app->summary, &app->scan, app->search, step, here);
    else if (app->view == VIEW_RULES)
        found = rules_view_search(&app->rules_view, app->rules, app->search, step, here);
    else
        found = output_view_search(&app->output, app->search, step);
    app_leave();
    if (!found) {
        char text[TYPED_LONGEST + 32];
        snprintf(text, sizeof text, "not found: %s", app->search);
        app_status(app, true, text);
    }
}

static void remember_place(struct app *app)
{
    app->before_search.cursor = app->list.cursor;
    app->before_search.top = app->list.top;
    app->before_search.follow = app->list.follow;
    app->before_search.selected = app->details.selected;
    app->before_search.scroll = app->details.scroll;
    app->before_search.whole_tables = app->details.whole_tables;
    app->before_search.output_scroll = app->output.scroll;
    app->before_search.summary = app->summary.cursor;
    app->before_search.rule = app->rules_view.cursor;
}

static void return_to_place(struct app *app)
{
    list_view_move_to(&app->list, app->before_search.cursor);
    app->list.top = app->before_search.top;
    app->list.follow = app->before_search.follow;
    app->details.selected = app->before_search.selected;
    app->details.scroll = app->before_search.scroll;
    app->details.whole_tables = app->before_search.whole_tables;
    app->output.scroll = app->before_search.output_scroll;
    app->summary.cursor = app->before_search.summary;
    app->rules_view.cursor = app->before_search.rule;
}

/* Typing the search: every character looks at once. */
static void type_search(struct app *app, int key)
{
    app->status[0] = '\0';
    if (key == 27) {
        app->prompt = PROMPT_NONE;
        app->search[0] = '\0';
        return_to_place(app);
    } else if (typing_is_enter(key)) {
        app->prompt = PROMPT_NONE;
        app_search(app, 1, true);
    } else if (typing_key(app->search, TYPED_LONGEST, key) && !typing_is_backspace(key)) {
        app_search(app, 1, true);
    }
}

/* Typing the filter: every character chooses the rows at once. A regular expression that is not yet
 * one leaves them as they are. */
static void type_filter(struct app *app, int key)
{
    struct error error;
    app->status[0] = '\0';
    if (key == 27)
        app->filter[0] = '\0';
    if (key == 27 || typing_is_enter(key))
        app->prompt = PROMPT_NONE;
    else if (!typing_key(app->filter, TYPED_LONGEST, key))
        return;
    if (!list_view_filter(&app->list, app->filter, &error))
        app_safe_status(app, error.text);
}

void app_prompt(struct app *app, enum app_prompt prompt)
{
    app->prompt = prompt;
    if (prompt == PROMPT_SEARCH) {
        app->search[0] = '\0';
        remember_place(app);
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

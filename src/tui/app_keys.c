#include "app.h"

#include <curses.h>

#include "screen.h"

/* The neighbour in the list's order. */
static void open_neighbour(struct app *app, enum action_id step)
{
    list_view_act(&app->list, step, app_rows());
    app_open_result(app, list_view_current(&app->list));
}

static void act_help(struct app *app, enum action_id action)
{
    int page = app_rows() - 2, step = action == DO_PAGE_DOWN || action == DO_PAGE_UP ? page : 1;
    if (action == DO_DOWN || action == DO_PAGE_DOWN)
        app->help_scroll += step;
    else if (action == DO_UP || action == DO_PAGE_UP)
        app->help_scroll = app->help_scroll > step ? app->help_scroll - step : 0;
    else
        app->help = false;
}

static void act(struct app *app, enum action_id action, int digit)
{
    switch (action) {
    case DO_QUIT:
        app->quit = true;
        return;
    case DO_HELP:
        app->help = true;
        app->help_scroll = 0;
        return;
    case DO_REDRAW:
        screen_resize();
        return;
    case DO_FILTER:
        app_prompt(app, PROMPT_FILTER);
        return;
    case DO_DROP_FILTER:
        app->filter[0] = '\0';
        break;
    case DO_SEARCH:
        app_prompt(app, PROMPT_SEARCH);
        return;
    case DO_NEXT_MATCH:
        app_search(app, 1, false);
        return;
    case DO_PREVIOUS_MATCH:
        app_search(app, -1, false);
        return;
    case DO_OUTPUT:
        if (app->view != VIEW_OUTPUT) {
            app->view_before_output = app->view;
            app->view = VIEW_OUTPUT;
        } else {
            app->view = app->view_before_output;
        }
        return;
    case DO_SECTIONS:
        app_read_again(app);
        return;
    case DO_OPEN:
        app_open_result(app, list_view_current(&app->list));
        return;
    case DO_BACK:
        app->view = app->view == VIEW_OUTPUT ? app->view_before_output : VIEW_LIST;
        return;
    case DO_NEXT_RESULT:
        open_neighbour(app, DO_DOWN);
        return;
    case DO_PREVIOUS_RESULT:
        open_neighbour(app, DO_UP);
        return;
    default:
        break;
    }
    if (app->view == VIEW_LIST)
        list_view_act(&app->list, action, app_rows());
    else if (app->view == VIEW_DETAILS)
        details_view_act(&app->details, action, digit, app_rows());
    else
        output_view_act(&app->output, action, app_rows());
}

void app_key(struct app *app, int key)
{
    int digit = 0;
    if (app->prompt != PROMPT_NONE && key != KEY_RESIZE) {
        app_type(app, key);
        return;
    }
    app->status[0] = '\0';
    if (key == KEY_RESIZE)
        return;
    enum action_id action = keys_action(key, app->view, &digit);
    if (app->help)
        act_help(app, action);
    else if (action != DO_NOTHING)
        act(app, action, digit);
}

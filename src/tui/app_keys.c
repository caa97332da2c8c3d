#include "app_metric.h"

#include <curses.h>
#include <string.h>

#include "app_rerun.h"
#include "app_rooflines.h"
#include "app_save.h"
#include "demangle.h"
#include "screen.h"
#include "view_table.h"

/* The neighbour in the list's order. */
static void open_neighbour(struct app *app, int step)
{
    list_view_go_on(&app->list, step);
    app_show_result(app, list_view_current(&app->list));
}

/* What leaves a view closes the help that lies over it, and does nothing else. */
static bool closes_help(enum action_id action)
{
    static const enum action_id closing[] = {DO_HELP, DO_QUIT, DO_BACK, DO_DROP_FILTER,
                                             DO_DROP_NUMBER};
    for (size_t i = 0; i < sizeof closing / sizeof *closing; i++)
        if (closing[i] == action)
            return true;
    return false;
}

static void act_help(struct app *app, enum action_id action)
{
    if (action == DO_COMMAND || action == DO_SEARCH)
        app_prompt(app, action == DO_COMMAND ? PROMPT_COMMAND : PROMPT_SEARCH);
    else if (action == DO_NEXT_MATCH || action == DO_PREVIOUS_MATCH)
        app_search(app, action == DO_NEXT_MATCH ? 1 : -1, false);
    else if (action == DO_REDRAW)
        screen_resize();
    else if (closes_help(action))
        app->help = false;
    else
        help_view_act(&app->help_view, action, app_help_rows());
}

/* Where there are several, to the one that would gain most; of a rule over several results to the
 * first one of its kernel. */
static size_t result_of(const struct app *app, const struct opportunity *o, const char *kernel)
{
    if (o && o->result != SIZE_MAX)
        return o->result;
    size_t i = 0, count = report_count(app->report);
    while (kernel && i < count && strcmp(report_summary(app->report, i)->name, kernel) != 0)
        i++;
    return kernel && i < count ? i : SIZE_MAX;
}

static void open_opportunity(struct app *app)
{
    const struct opportunity *o = summary_view_opportunity(&app->summary, &app->scan);
    const struct scan_note *note = summary_view_note(&app->summary, &app->scan);
    const char *section = o ? o->section : note ? note->section : "";
    size_t index = result_of(app, o,
                             o && o->kernel ? demangle_brief(o->kernel)
                             : note         ? note->kernel
                                            : NULL);
    if (index == SIZE_MAX) {
        if (o || note)
            app_status(app, false, "this is about all results");
        return;
    }
    if (!app_open_result(app, index))
        return;
    list_view_go(&app->list, index);
    app_arrange(app);
    details_view_go(&app->details, section, app_enter(app, VIEW_DETAILS));
    app_leave();
}

/* To the view that an action opens, or back from it. false: it opens none. */
static bool open_view(struct app *app, enum action_id action)
{
    for (const struct view_row *row = view_rows; row < view_rows + view_row_count; row++) {
        if (row->open == DO_NOTHING || row->open != action)
            continue;
        if (app->view == row->view)
            app_back(app);
        else if (!row->of_result || app->view != VIEW_LIST ||
                 app_show_result(app, list_view_current(&app->list)))
            app_go(app, row->view);
        return true;
    }
    return false;
}

static void act_in_view(struct app *app, enum action_id action, int digit)
{
    int rows = app_enter(app, app->view);
    view_row(app->view)->act(app, action, digit, rows);
    app_leave();
}

void app_act(struct app *app, enum action_id action, int digit)
{
    switch (action) {
    case DO_QUIT:
        app->quit = app_may_quit(app);
        return;
    case DO_RERUN:
        app_rerun_open(app);
        return;
    case DO_HELP:
        app->help = true;
        app->help_view = (struct help_view){0};
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
    case DO_COPY:
        app_copy(app, false);
        return;
    case DO_COPY_PANE:
        app_copy(app, true);
        return;
    case DO_COMMAND:
        app_prompt(app, PROMPT_COMMAND);
        return;
    case DO_GO:
        open_opportunity(app);
        return;
    case DO_SWITCH:
        app_switch_rule(app, app->rules_view.cursor);
        return;
    case DO_SECTIONS:
        app_read_again(app);
        return;
    case DO_OPEN:
        if (!list_view_fold(&app->list))
            app_open_result(app, list_view_current(&app->list));
        return;
    case DO_BACK:
        if (app->view != VIEW_METRIC || !app_metric_back(app))
            app_back(app);
        return;
    case DO_METRIC:
    case DO_NUMBER_METRIC:
        app_act_metric(app);
        return;
    case DO_FOLLOW:
        app_follow_metric(app);
        return;
    case DO_POINTS:
        app_next_points(app);
        return;
    case DO_NEXT_RESULT:
        open_neighbour(app, 1);
        return;
    case DO_PREVIOUS_RESULT:
        open_neighbour(app, -1);
        return;
    default:
        break;
    }
    if (!open_view(app, action) && !app_act_panes(app, action) && !app_act_baselines(app, action))
        act_in_view(app, action, digit);
}

void app_key(struct app *app, int key)
{
    int digit = 0;
    if (key == KEY_MOUSE) {
        app_search_typed(app);
        app_mouse(app);
        return;
    }
    if (app_rerun_is_open(app)) {
        app_rerun_key(app, key);
        return;
    }
    if (app->prompt != PROMPT_NONE && key != KEY_RESIZE) {
        app_type(app, key);
        return;
    }
    app->status[0] = '\0';
    if (key == KEY_RESIZE)
        return;
    app_arrange(app);
    const struct key_binding *bound = key_file_find(&app->keys, key, app_views(app));
    enum action_id action = !bound       ? keys_action(key, app_views(app), &digit)
                            : bound->row ? bound->row->action
                                         : DO_NOTHING;
    if (app->help)
        act_help(app, action);
    else if (bound && bound->row)
        app_command(app, bound->command);
    else if (action != DO_NOTHING)
        app_act(app, action, digit);
}

#include "tui/ui/ui_act.h"

#include "tui/details/details_view.h"
#include "tui/list/list_view.h"
#include "tui/rerun/rerun.h"
#include "tui/term/screen.h"
#include "tui/ui/ui_copy.h"
#include "tui/ui/ui_edit.h"
#include "tui/ui/ui_effects.h"
#include "tui/ui/ui_help.h"
#include "tui/ui/ui_menu.h"
#include "tui/ui/ui_metric.h"
#include "tui/ui/ui_prompt.h"
#include "tui/ui/ui_rerun.h"
#include "tui/ui/ui_search.h"
#include "tui/ui/ui_view.h"

/* --- the focused view ------------------------------------------------------------------------- */

static void act_in_view(struct ui *ui, enum action_id action, int digit)
{
    struct effects effects = {0};
    struct view *view = ui_focused(ui);
    int rows = ui_enter(ui, view);
    view->ops->act(view, (struct view_action){action, digit, rows}, &effects);
    panes_leave();
    ui_apply(ui, &effects);
}

/* To a view, or back from it. What shows one result is opened for the one under the list's cursor.
 */
static void open_view(struct ui *ui, const struct view_ops *ops)
{
    if (ui->panes.focus == ops->id)
        panes_back(&ui->panes);
    else if (!ops->of_result || ui->panes.focus != VIEW_LIST ||
             shown_show(&ui->shown, list_view_current(ui->host.list)))
        panes_go(&ui->panes, ops->id);
}

/* --- what the ui does itself ------------------------------------------------------------------ */

static void quit(struct ui *ui)
{
    ui->quit = unsaved_may_quit(&ui->unsaved, &ui->host);
}

static void redraw(struct ui *ui)
{
    (void)ui;
    screen_resize();
}

static void type_filter(struct ui *ui)
{
    ui_prompt(ui, PROMPT_FILTER);
}

static void type_search(struct ui *ui)
{
    ui_prompt(ui, PROMPT_SEARCH);
}

static void type_command(struct ui *ui)
{
    ui_prompt(ui, PROMPT_COMMAND);
}

static void type_section(struct ui *ui)
{
    ui_prompt_with(ui, "go-to-section ");
}

static void type_word(struct ui *ui)
{
    ui_prompt_with(ui, "explain ");
}

static void drop_filter(struct ui *ui)
{
    ui->typing.filter[0] = '\0';
    ui->search.view = NULL;
    act_in_view(ui, DO_DROP_FILTER, 0);
}

static void next_match(struct ui *ui)
{
    ui_search(ui, 1, false);
}

static void previous_match(struct ui *ui)
{
    ui_search(ui, -1, false);
}

static void copy_row(struct ui *ui)
{
    ui_copy(ui, false);
}

static void copy_pane(struct ui *ui)
{
    ui_copy(ui, true);
}

/* Sections stand in place of a report's own in the details, rules look at its results anew; what is
 * broken is said, and of it stays what was there before. */
static void read_again(struct ui *ui)
{
    struct error error;
    struct definitions again;
    if (!definitions_read_again(&again, ui->host.options, &error)) {
        messages_fail(&ui->messages, error.text);
        return;
    }
    ui->host.drop_results(&ui->host);
    roofline_points_clear(&ui->host.details->points);
    definitions_replace(&ui->definitions, &again, ui->host.report);
    ui->host.show_again(&ui->host);
    definitions_say(&ui->definitions, &ui->messages);
}

static void go_back(struct ui *ui)
{
    struct view *view = ui_focused(ui);
    ui->search.view = NULL;
    if (!view->ops->back || !view->ops->back(view))
        panes_back(&ui->panes);
}

/* The neighbour in the list's order. */
static void show_neighbour(struct ui *ui, int step)
{
    list_view_go_on(ui->host.list, step);
    shown_show(&ui->shown, list_view_current(ui->host.list));
}

static void next_result(struct ui *ui)
{
    show_neighbour(ui, 1);
}

static void previous_result(struct ui *ui)
{
    show_neighbour(ui, -1);
}

static void toggle_baseline(struct ui *ui)
{
    const struct result *shown = ui->host.details->result;
    comparison_toggle(&ui->comparison, ui->panes.focus == VIEW_DETAILS && shown
                                           ? shown->index
                                           : list_view_current(ui->host.list));
}

static void drop_baselines(struct ui *ui)
{
    comparison_drop_all(&ui->comparison);
}

static void switch_changes(struct ui *ui)
{
    comparison_switch(&ui->comparison);
}

static void next_pane(struct ui *ui)
{
    panes_focus(&ui->panes, 1);
}

static void previous_pane(struct ui *ui)
{
    panes_focus(&ui->panes, -1);
}

static void zoom(struct ui *ui)
{
    struct effects effects = {0};
    panes_zoom(&ui->panes, &effects);
    ui_apply(ui, &effects);
}

static void change_layout(struct ui *ui, int step)
{
    struct effects effects = {0};
    panes_next_layout(&ui->panes, step, &effects);
    ui_apply(ui, &effects);
}

static void next_layout(struct ui *ui)
{
    change_layout(ui, 1);
}

static void previous_layout(struct ui *ui)
{
    change_layout(ui, -1);
}

static void move_split(struct ui *ui, int split, int step)
{
    struct effects effects = {0};
    panes_move_split(&ui->panes, split, step, &effects);
    ui_apply(ui, &effects);
}

static void split_left(struct ui *ui)
{
    move_split(ui, 0, -1);
}

static void split_right(struct ui *ui)
{
    move_split(ui, 0, 1);
}

static void second_left(struct ui *ui)
{
    move_split(ui, 1, -1);
}

static void second_right(struct ui *ui)
{
    move_split(ui, 1, 1);
}

static const struct {
    enum action_id action;
    void (*run)(struct ui *ui);
} own_actions[] = {
    {DO_QUIT, quit},
    {DO_RERUN, ui_rerun_open},
    {DO_BUILD, ui_edit_build},
    {DO_HELP, ui_help_open},
    {DO_MENU, ui_menu_open},
    {DO_REDRAW, redraw},
    {DO_FILTER, type_filter},
    {DO_DROP_FILTER, drop_filter},
    {DO_SEARCH, type_search},
    {DO_GO_TO_SECTION, type_section},
    {DO_EXPLAIN, type_word},
    {DO_NEXT_MATCH, next_match},
    {DO_PREVIOUS_MATCH, previous_match},
    {DO_COPY, copy_row},
    {DO_COPY_PANE, copy_pane},
    {DO_COMMAND, type_command},
    {DO_SECTIONS, read_again},
    {DO_BACK, go_back},
    {DO_METRIC, ui_metric_act},
    {DO_NUMBER_METRIC, ui_metric_act},
    {DO_NEXT_RESULT, next_result},
    {DO_PREVIOUS_RESULT, previous_result},
    {DO_BASELINE, toggle_baseline},
    {DO_DROP_BASELINES, drop_baselines},
    {DO_CHANGES, switch_changes},
    {DO_NEXT_VIEW, next_pane},
    {DO_PREVIOUS_VIEW, previous_pane},
    {DO_ZOOM, zoom},
    {DO_NEXT_LAYOUT, next_layout},
    {DO_PREVIOUS_LAYOUT, previous_layout},
    {DO_SPLIT_LEFT, split_left},
    {DO_SPLIT_RIGHT, split_right},
    {DO_SECOND_LEFT, second_left},
    {DO_SECOND_RIGHT, second_right},
};

enum { OWN_ACTIONS = sizeof own_actions / sizeof *own_actions };

void ui_act(struct ui *ui, enum action_id action, int digit)
{
    const struct view *opened = views_opened_by(&ui->views, action);
    size_t own = 0;
    while (own < OWN_ACTIONS && own_actions[own].action != action)
        own++;
    if (own < OWN_ACTIONS)
        own_actions[own].run(ui);
    else if (opened)
        open_view(ui, opened->ops);
    else
        act_in_view(ui, action, digit);
}

#include "tui/ui/ui_mouse.h"

#include <stdint.h>

#include "report/base/clock.h"
#include "tui/rerun/rerun.h"
#include "tui/term/screen.h"
#include "tui/ui/ui_act.h"
#include "tui/ui/ui_menu.h"
#include "tui/ui/ui_view.h"

enum { DOUBLE_MS = 400, WHEEL_LINES = 3, KEY_OF_ENTER = '\r' };

/* The view that was hit; where in it. 0: none. */
static enum view_id find_view(const struct ui *ui, const struct screen_click *click, int *row,
                              int *column)
{
    for (int i = 0; i < ui->panes.layout.count; i++) {
        enum view_id view = panes_view(&ui->panes, i);
        struct rect place = panes_place(&ui->panes, view);
        *row = click->row - place.row;
        *column = click->column - place.column;
        /* The title counts: there the pane gets the focus. */
        if (*row >= -1 && *row < place.rows && *column >= 0 && *column < place.columns &&
            click->row > 0)
            return view;
    }
    return (enum view_id)0;
}

/* true: something is under the mouse. */
static bool point(struct ui *ui, enum view_id id, int row, int column)
{
    struct view *view = views_of(&ui->views, id);
    int rows = ui_enter(ui, view);
    bool hit = view->ops->click && view->ops->click(view, row, column, rows);
    panes_leave();
    return hit;
}

static void wheel(struct ui *ui, enum view_id view, int direction)
{
    enum view_id focus = ui->panes.focus;
    enum action_id action = direction > 0 ? DO_DOWN : DO_UP;
    /* Without going there: views behind it stay as they are. */
    ui->panes.focus = view;
    for (int i = 0; i < WHEEL_LINES; i++)
        ui_act(ui, action, 0);
    ui->panes.focus = focus;
}

static bool is_second(struct ui *ui, const struct screen_click *click)
{
    int64_t now = milliseconds();
    bool second = ui->clicks.row == click->row && now - ui->clicks.at < DOUBLE_MS;
    ui->clicks.row = click->row;
    /* A third one is not the second of another pair. */
    ui->clicks.at = second ? 0 : now;
    return second;
}

static void serve(struct ui *ui, const struct screen_click *click)
{
    int row, column, digit;
    if (ui->typing.prompt != PROMPT_NONE)
        return;
    if (rerun_is_open(ui->rerun)) {
        if (!click->wheel)
            rerun_click(ui->rerun, click->row, click->column);
        return;
    }
    if (ui->menu.open) {
        ui_menu_click(ui, click);
        return;
    }
    if (ui->help.open) {
        for (int i = 0; click->wheel && i < WHEEL_LINES; i++)
            help_view_act(&ui->help.view, click->wheel < 0 ? DO_UP : DO_DOWN, 0);
        return;
    }
    if (click->row == screen_rows() - 1 && !click->wheel) {
        ui_arrange(ui);
        enum action_id action = help_view_bar_at(&ui->user.keys, ui_key_views(ui), click->column);
        if (action != DO_NOTHING)
            ui_act(ui, action, 1);
        return;
    }
    enum view_id view = find_view(ui, click, &row, &column);
    if (!view)
        return;
    if (click->wheel) {
        wheel(ui, view, click->wheel);
        return;
    }
    bool second = is_second(ui, click);
    panes_go(&ui->panes, view);
    ui_arrange(ui);
    if (point(ui, view, row, column) && second)
        ui_act(ui, keys_action(KEY_OF_ENTER, ui_key_views(ui), &digit), 0);
}

void ui_mouse(struct ui *ui)
{
    struct screen_click click;
    while (screen_get_click(&click))
        serve(ui, &click);
}

/* The mouse: a click goes to a pane and a row, a second one opens it, the wheel scrolls what is
 * under it. Where the terminal tells of no mouse, none of this happens. */
#include <stdint.h>

#include "app.h"
#include "app_rerun.h"
#include "milliseconds.h"
#include "screen.h"
#include "view_table.h"

enum { DOUBLE_MS = 400, WHEEL_LINES = 3, KEY_OF_ENTER = '\r' };

/* The view that was hit; where in it. 0: none. */
static enum view find_view(const struct app *app, const struct screen_click *click, int *row,
                           int *column)
{
    for (int i = 0; i < app->layout.count; i++) {
        enum view view = app_pane_view(app, i);
        struct rect place = app_place(app, view);
        *row = click->row - place.row;
        *column = click->column - place.column;
        /* The title counts: there the pane gets the focus. */
        if (*row >= -1 && *row < place.rows && *column >= 0 && *column < place.columns &&
            click->row > 0)
            return view;
    }
    return (enum view)0;
}

/* true: something is under the mouse. */
static bool point(struct app *app, enum view view, int row, int column)
{
    int rows = app_enter(app, view);
    const struct view_row *ops = view_row(view);
    bool hit = ops->click && ops->click(app, row, column, rows);
    app_leave();
    return hit;
}

static void wheel(struct app *app, enum view view, int direction)
{
    enum view focus = app->view;
    enum action_id action = direction > 0 ? DO_DOWN : DO_UP;
    /* Without going there: views behind it stay as they are. */
    app->view = view;
    for (int i = 0; i < WHEEL_LINES; i++)
        app_act(app, action, 0);
    app->view = focus;
}

static bool is_second(struct app *app, const struct screen_click *click)
{
    int64_t now = milliseconds();
    bool second = app->clicked_row == click->row && now - app->clicked_at < DOUBLE_MS;
    app->clicked_row = click->row;
    /* A third one is not the second of another pair. */
    app->clicked_at = second ? 0 : now;
    return second;
}

static void serve(struct app *app, const struct screen_click *click)
{
    int row, column, digit;
    if (app->prompt != PROMPT_NONE)
        return;
    if (app_rerun_is_open(app)) {
        if (!click->wheel)
            app_rerun_click(app, click->row, click->column);
        return;
    }
    if (app->help) {
        for (int i = 0; click->wheel && i < WHEEL_LINES; i++)
            help_view_act(&app->help_view, click->wheel < 0 ? DO_UP : DO_DOWN, 0);
        return;
    }
    enum view view = find_view(app, click, &row, &column);
    if (!view)
        return;
    if (click->wheel) {
        wheel(app, view, click->wheel);
        return;
    }
    bool second = is_second(app, click);
    app_go(app, view);
    app_arrange(app);
    if (point(app, view, row, column) && second)
        app_act(app, keys_action(KEY_OF_ENTER, app_views(app), &digit), 0);
}

void app_mouse(struct app *app)
{
    struct screen_click click;
    while (screen_get_click(&click))
        serve(app, &click);
}

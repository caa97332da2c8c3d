/* The panes between header and messages: which view stands where, and what moves them. */
#include "app_rooflines.h"
#include "mem.h"
#include "number_line.h"
#include "screen.h"
#include "strip.h"
#include "view_table.h"

enum { HEADER = 1, MESSAGES = 2, STEP = 2 };

static int body_rows(void)
{
    return screen_rows() - HEADER - MESSAGES;
}

enum view app_pane_view(const struct app *app, int pane)
{
    if (app->layout.count == 1)
        return app->view;
    return pane == 0                ? VIEW_LIST
           : app->layout.count == 2 ? app->second
           : pane == 1              ? VIEW_DETAILS
                                    : app->third;
}

bool app_is_paned(const struct app *app)
{
    return app->layout.count > 1;
}

const struct number *app_number(const struct app *app)
{
    return app->view == VIEW_DETAILS  ? details_view_number(&app->details)
           : app->view == VIEW_SOURCE ? code_view_number(&app->code)
                                      : NULL;
}

bool app_number_line(const struct app *app, struct strbuf *out)
{
    struct number number;
    struct strbuf label = {0};
    bool any = app->view == VIEW_RAW && raw_view_number(&app->raw, &number, &label);
    if (app_number(app)) {
        number = *app_number(app);
        any = true;
    }
    if (any)
        number_line(out, &number, app->details.result);
    strbuf_free(&label);
    return any;
}

int app_views(const struct app *app)
{
    bool ran = app->live || *output_view_last(&app->output);
    return (int)app->view | (app_is_paned(app) ? VIEW_PANED : 0) |
           (app_number(app) ? VIEW_NUMBER : 0) |
           (app->view == VIEW_DETAILS ? app_roofline_views(app) : 0) |
           (app->view == VIEW_LIST && ran ? VIEW_RUN : 0);
}

static bool is_shown(const struct app *app, enum view view)
{
    for (int i = 0; i < app->layout.count; i++)
        if (app_pane_view(app, i) == view)
            return true;
    return false;
}

static bool shows_a_result(const struct app *app)
{
    for (int i = 0; i < app->layout.count; i++)
        if (view_row(app_pane_view(app, i))->of_result)
            return true;
    return false;
}

/* Once for each result that the list comes to: the details may be sent elsewhere. */
static void follow_list(struct app *app)
{
    size_t current = list_view_current(&app->list);
    const struct result *shown = app->details.result;
    if (!app_is_paned(app) || !shows_a_result(app) || current == app->beside)
        return;
    app->beside = current;
    if (!shown || shown->index != current)
        app_show_result(app, current);
}

void app_arrange(struct app *app)
{
    struct layout_wish wish = app->wish;
    if (app->zoomed)
        wish.preset = LAYOUT_ONE;
    app->layout = layout_panes(&wish, body_rows(), screen_columns());
    follow_list(app);
}

/* Where several are, each has a title. */
static struct rect below_title(const struct app *app, int pane)
{
    struct rect place = app->layout.panes[pane];
    int title = app_is_paned(app);
    place.row += HEADER + title;
    place.rows -= title;
    return place;
}

struct rect app_place(const struct app *app, enum view view)
{
    for (int i = 1; i < app->layout.count; i++)
        if (app_pane_view(app, i) == view)
            return below_title(app, i);
    return below_title(app, 0);
}

int app_enter(const struct app *app, enum view view)
{
    struct rect place = app_place(app, view);
    screen_area(&place);
    return place.rows;
}

void app_leave(void)
{
    screen_area(NULL);
}

int app_strip_rows(const struct app *app)
{
    /* The summary says it too. */
    if (app_is_paned(app) && is_shown(app, VIEW_SUMMARY))
        return 0;
    return strip_rows(screen_rows(), strip_state(&app->scan), app->scan.count);
}

void app_measure_details(struct app *app)
{
    if (!is_shown(app, VIEW_DETAILS))
        return;
    app_enter(app, VIEW_DETAILS);
    while (!loop_ready(app->loop) && details_view_measure(&app->details))
        continue;
    app_leave();
}

static void draw_view(struct app *app, enum view view)
{
    view_row(view)->draw(app, app_enter(app, view));
    app_leave();
}

void app_draw_copy(struct app *app, int columns, struct strbuf *out)
{
    struct rect place = app_place(app, app->view);
    screen_copy_begin(place.rows, columns ? columns : place.columns);
    view_row(app->view)->draw(app, place.rows);
    screen_copy_end(out);
}

/* "▸ Results ─────": the mark says that keys go there. */
static void draw_title(const struct app *app, int pane)
{
    const struct glyphs *g = screen_glyphs();
    const struct rect *place = &app->layout.panes[pane];
    enum view view = app_pane_view(app, pane);
    bool focused = view == app->view;
    struct strbuf text = {0};
    strbuf_addf(&text, "%s %s ", focused ? g->cursor : g->rule, view_row(view)->title);
    int row = place->row + HEADER;
    int used = screen_text(row, place->column, place->columns, focused ? ROLE_TITLE : ROLE_RULE,
                           text.data);
    strbuf_clear(&text);
    strbuf_adds(&text, "");
    for (int i = used; i < place->columns; i++)
        strbuf_adds(&text, g->rule);
    screen_text(row, place->column + used, place->columns - used, ROLE_RULE, text.data);
    strbuf_free(&text);
}

void app_draw_panes(struct app *app)
{
    const struct layout *layout = &app->layout;
    for (int i = 0; i < layout->count; i++) {
        if (app_is_paned(app))
            draw_title(app, i);
        draw_view(app, app_pane_view(app, i));
    }
    for (int i = 0; i < layout->border_count; i++)
        for (int j = 0; j < layout->borders[i].rows; j++)
            screen_text(layout->borders[i].row + j + HEADER, layout->borders[i].column, 1,
                        ROLE_RULE, screen_glyphs()->wall);
}

static void focus(struct app *app, int step)
{
    int count = app->layout.count, at = 0;
    for (int i = 0; i < count; i++)
        if (app_pane_view(app, i) == app->view)
            at = i;
    app_go(app, app_pane_view(app, (at + step + count) % count));
}

static struct layout layout_of(enum layout_preset preset)
{
    struct layout_wish wish = {.preset = preset};
    return layout_panes(&wish, body_rows(), screen_columns());
}

void app_set_layout(struct app *app, enum layout_preset preset)
{
    struct error line;
    app->zoomed = false;
    app->wish = (struct layout_wish){.preset = preset};
    int count = layout_of(preset).count;
    error_set(&line, "layout %s: %d pane%s%s", layout_names[preset], count, count > 1 ? "s" : "",
              count == 1 && preset > LAYOUT_ONE ? ", there is no room for more" : "");
    app_status(app, false, line.text);
}

static void next_layout(struct app *app, int step)
{
    int to = ((int)app->wish.preset + step + LAYOUT_PRESETS) % LAYOUT_PRESETS;
    /* One pane again, since there is no room, is not what is meant. */
    while (to > LAYOUT_ONE && layout_of((enum layout_preset)to).count == 1)
        to = (to + step + LAYOUT_PRESETS) % LAYOUT_PRESETS;
    app_set_layout(app, (enum layout_preset)to);
}

static void zoom(struct app *app)
{
    if (!app->zoomed && !app_is_paned(app))
        app_status(app, false, "there is just one pane; w arranges several");
    else
        app->zoomed = !app->zoomed;
}

static void move_split(struct app *app, int split, int step)
{
    if (!layout_move(&app->wish, split, step, body_rows(), screen_columns()))
        app_status(app, false, "the border does not go further");
}

bool app_act_panes(struct app *app, enum action_id action)
{
    switch (action) {
    case DO_NEXT_VIEW:
        focus(app, 1);
        return true;
    case DO_PREVIOUS_VIEW:
        focus(app, -1);
        return true;
    case DO_ZOOM:
        zoom(app);
        return true;
    case DO_NEXT_LAYOUT:
        next_layout(app, 1);
        return true;
    case DO_PREVIOUS_LAYOUT:
        next_layout(app, -1);
        return true;
    case DO_SPLIT_LEFT:
        move_split(app, 0, -STEP);
        return true;
    case DO_SPLIT_RIGHT:
        move_split(app, 0, STEP);
        return true;
    case DO_SECOND_LEFT:
        move_split(app, 1, -STEP);
        return true;
    case DO_SECOND_RIGHT:
        move_split(app, 1, STEP);
        return true;
    default:
        return false;
    }
}

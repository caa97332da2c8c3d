#include "tui/views/launch_view.h"

#include "report/content/launch_facts.h"
#include "tui/term/screen.h"
#include "tui/views/view_export.h"
#include "tui/widgets/empty_view.h"
#include "tui/widgets/fact_view.h"
#include "tui/widgets/result_title.h"
#include "tui/widgets/view_host.h"

struct launch_view {
    struct fact_view facts;
    struct result *result; /* NULL: none is open */
};

/* Rows of the result's name above its facts. */
static int title_rows(int rows)
{
    return rows >= 4;
}

static void release(struct view *view)
{
    struct launch_view *launch = view->state;
    fact_view_free(&launch->facts);
}

/* The facts of the result, if they are not there yet. */
static void settle(struct view *view, int rows)
{
    struct launch_view *launch = view->state;
    (void)rows;
    if (!launch->facts.list.count && launch->result)
        fact_view_set(&launch->facts, launch_facts(view->host->report, launch->result));
}

static void fit(struct view *view, int rows)
{
    struct launch_view *launch = view->state;
    fact_view_fit(&launch->facts, rows - title_rows(rows));
}

static void draw(const struct view *view, int rows, const char *search)
{
    const struct launch_view *launch = view->state;
    if (!launch->result) {
        empty_view_draw(rows, "No result is open: choose one in the list of results.\n");
        return;
    }
    if (title_rows(rows))
        result_title_draw(launch->result, "", 0);
    fact_view_draw(&launch->facts, title_rows(rows), rows - title_rows(rows), search);
}

static void act(struct view *view, struct view_action action, struct effects *effects)
{
    struct launch_view *launch = view->state;
    (void)effects;
    fact_view_act(&launch->facts, action.id, screen_columns(),
                  action.rows - title_rows(action.rows));
}

static bool search(struct view *view, const char *text, int step, bool here,
                   struct effects *effects)
{
    struct launch_view *launch = view->state;
    (void)effects;
    return fact_view_search(&launch->facts, text, screen_columns(), step, here);
}

static bool click(struct view *view, int row, int column, int rows)
{
    struct launch_view *launch = view->state;
    (void)column;
    return fact_view_click(&launch->facts, row - title_rows(rows), rows - title_rows(rows));
}

static void place(struct view *view, struct view_place *place, bool back)
{
    struct launch_view *launch = view->state;
    row_cursor_place(&launch->facts.cursor, place, back);
}

static bool print(struct view *view, enum page_format format, FILE *out, struct error *error)
{
    const struct launch_view *launch = view->state;
    const struct fact_list *facts = &launch->facts.list;
    if (!launch->result)
        return error_set(error, "no result is open");
    if (format == FORMAT_TEXT || format == FORMAT_CSV)
        fact_list_print(facts, format == FORMAT_CSV, out);
    else
        view_export_facts(facts, format, out);
    return true;
}

static void copy(struct view *view, struct strbuf *out)
{
    const struct launch_view *launch = view->state;
    fact_view_copy(&launch->facts, out);
}

static void show(struct view *view, struct result *result)
{
    struct launch_view *launch = view->state;
    launch->result = result;
    fact_view_set(&launch->facts, (struct fact_list){0});
}

static struct view_metric metric(struct view *view)
{
    const struct launch_view *launch = view->state;
    return view_metric_of(fact_view_source(&launch->facts),
                          "this value is not a metric; :metric takes any metric's name");
}

const struct view_ops launch_view_ops = {
    .id = VIEW_LAUNCH,
    .title = "Launch",
    .called = "the launch",
    .open = DO_LAUNCH,
    .size = sizeof(struct launch_view),
    .of_result = true,
    .free = release,
    .settle = settle,
    .fit = fit,
    .draw = draw,
    .act = act,
    .search = search,
    .click = click,
    .place = place,
    .print = print,
    .copy = copy,
    .show = show,
    .metric = metric,
};

#include "tui/views/session_view.h"

#include "report/content/session_facts.h"
#include "tui/details/details_print.h"
#include "tui/term/screen.h"
#include "tui/widgets/fact_view.h"
#include "tui/widgets/view_host.h"

struct session_view {
    struct fact_view facts;
    size_t results; /* when it was last looked at */
};

static void release(struct view *view)
{
    struct session_view *session = view->state;
    fact_view_free(&session->facts);
}

/* While a program is profiled the session grows. */
static void settle(struct view *view, int rows)
{
    struct session_view *session = view->state;
    size_t results = report_count(view->host->report);
    (void)rows;
    if (session->facts.list.count && session->results == results)
        return;
    fact_view_set(&session->facts, session_facts(view->host->report));
    session->results = results;
}

static void fit(struct view *view, int rows)
{
    struct session_view *session = view->state;
    fact_view_fit(&session->facts, rows);
}

static void draw(const struct view *view, int rows, const char *search)
{
    const struct session_view *session = view->state;
    fact_view_draw(&session->facts, 0, rows, search);
}

static void act(struct view *view, struct view_action action, struct effects *effects)
{
    struct session_view *session = view->state;
    (void)effects;
    fact_view_act(&session->facts, action.id, screen_columns(), action.rows);
}

static bool search(struct view *view, const char *text, int step, bool here,
                   struct effects *effects)
{
    struct session_view *session = view->state;
    (void)effects;
    return fact_view_search(&session->facts, text, screen_columns(), step, here);
}

static bool click(struct view *view, int row, int column, int rows)
{
    struct session_view *session = view->state;
    (void)column;
    return fact_view_click(&session->facts, row, rows);
}

static void place(struct view *view, struct view_place *place, bool back)
{
    struct session_view *session = view->state;
    row_cursor_place(&session->facts.cursor, place, back);
}

static bool print(struct view *view, enum page_format format, FILE *out, struct error *error)
{
    return details_print_page(view->host, PAGE_SESSION, NULL, format, out, error);
}

static void copy(struct view *view, struct strbuf *out)
{
    const struct session_view *session = view->state;
    fact_view_copy(&session->facts, out);
}

static struct view_metric metric(struct view *view)
{
    const struct session_view *session = view->state;
    return view_metric_of(fact_view_source(&session->facts),
                          "this value is not a metric; :metric takes any metric's name");
}

const struct view_ops session_view_ops = {
    .id = VIEW_SESSION,
    .title = "Session",
    .called = "the session",
    .open = DO_SESSION,
    .size = sizeof(struct session_view),
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
    .metric = metric,
};

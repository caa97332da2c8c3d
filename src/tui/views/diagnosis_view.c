#include "tui/views/diagnosis_view.h"

#include "report/content/diagnosis.h"
#include "report/rules/rule_choice.h"
#include "tui/details/definitions.h"
#include "tui/details/details_print.h"
#include "tui/term/screen.h"
#include "tui/widgets/empty_view.h"
#include "tui/widgets/fact_view.h"
#include "tui/widgets/result_title.h"
#include "tui/widgets/view_host.h"

struct diagnosis_view {
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
    struct diagnosis_view *diagnosis = view->state;
    fact_view_free(&diagnosis->facts);
}

/* The facts of the result, if they are not there yet. Rules may have been off, or not loaded. */
static void settle(struct view *view, int rows)
{
    struct diagnosis_view *diagnosis = view->state;
    (void)rows;
    if (diagnosis->facts.list.count || !diagnosis->result)
        return;
    const struct rule_choice *rules = &view->host->definitions->rule_choice;
    rule_choice_apply(rules, diagnosis->result);
    fact_view_set(&diagnosis->facts, diagnosis_facts(view->host->report, diagnosis->result, rules));
}

static void fit(struct view *view, int rows)
{
    struct diagnosis_view *diagnosis = view->state;
    fact_view_fit(&diagnosis->facts, rows - title_rows(rows));
}

static void draw(const struct view *view, int rows, const char *search)
{
    const struct diagnosis_view *diagnosis = view->state;
    if (!diagnosis->result) {
        empty_view_draw(rows, "No result is open: choose one in the list of results.\n");
        return;
    }
    if (title_rows(rows))
        result_title_draw(diagnosis->result, "", 0);
    fact_view_draw(&diagnosis->facts, title_rows(rows), rows - title_rows(rows), search);
}

static void act(struct view *view, struct view_action action, struct effects *effects)
{
    struct diagnosis_view *diagnosis = view->state;
    (void)effects;
    fact_view_act(&diagnosis->facts, action.id, screen_columns(),
                  action.rows - title_rows(action.rows));
}

static bool search(struct view *view, const char *text, int step, bool here,
                   struct effects *effects)
{
    struct diagnosis_view *diagnosis = view->state;
    (void)effects;
    return fact_view_search(&diagnosis->facts, text, screen_columns(), step, here);
}

static bool click(struct view *view, int row, int column, int rows)
{
    struct diagnosis_view *diagnosis = view->state;
    (void)column;
    return fact_view_click(&diagnosis->facts, row - title_rows(rows), rows - title_rows(rows));
}

static void place(struct view *view, struct view_place *place, bool back)
{
    struct diagnosis_view *diagnosis = view->state;
    row_cursor_place(&diagnosis->facts.cursor, place, back);
}

static bool print(struct view *view, enum page_format format, FILE *out, struct error *error)
{
    return details_print_compared(view->host, PAGE_DIAGNOSIS, format, out, error);
}

static void copy(struct view *view, struct strbuf *out)
{
    const struct diagnosis_view *diagnosis = view->state;
    fact_view_copy(&diagnosis->facts, out);
}

static void show(struct view *view, struct result *result)
{
    struct diagnosis_view *diagnosis = view->state;
    diagnosis->result = result;
    fact_view_set(&diagnosis->facts, (struct fact_list){0});
}

static struct view_metric metric(struct view *view)
{
    const struct diagnosis_view *diagnosis = view->state;
    return view_metric_of(fact_view_source(&diagnosis->facts),
                          "this value is not a metric; :metric takes any metric's name");
}

const struct view_ops diagnosis_view_ops = {
    .id = VIEW_DIAGNOSIS,
    .title = "Diagnosis",
    .called = "the diagnosis",
    .open = DO_DIAGNOSIS,
    .size = sizeof(struct diagnosis_view),
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

#include "tui/views/results_view.h"

#include <stdint.h>
#include <stdlib.h>

#include "tui/list/list_draw.h"
#include "tui/list/list_export.h"
#include "tui/list/list_metric.h"
#include "tui/list/list_view.h"
#include "tui/term/screen.h"
#include "tui/views/output_view.h"
#include "tui/views/top_opportunities.h"
#include "tui/views/why_empty.h"
#include "tui/widgets/view_host.h"

/* Rows that the opportunities above the list take. Where the summary is seen it says them too. */
static int top_rows(const struct view *view)
{
    const struct scan *scan = view->host->scan;
    if (view->host->summary_shown)
        return 0;
    return top_opportunities_rows(screen_rows(), top_opportunities_state(scan), scan->whole);
}

static void init(struct view *view)
{
    struct list_view *list = view->state;
    list_view_init(list, view->host->report, view->host->launches);
    list->baselines = view->host->baselines;
}

static void release(struct view *view)
{
    list_view_free(view->state);
}

static void fit(struct view *view, int rows)
{
    list_view_fit(view->state, rows - top_rows(view));
}

static void draw(const struct view *view, int rows, const char *search)
{
    int top = top_rows(view);
    struct strbuf empty = {0};
    if (top)
        top_opportunities_draw(view->host->scan, 0, top);
    why_empty(view->host, &empty);
    list_view_draw(view->state, top, rows - top, search, empty.data);
    strbuf_free(&empty);
}

static void act(struct view *view, struct view_action action, struct effects *effects)
{
    if (action.id != DO_OPEN) {
        list_view_act(view->state, action.id, action.rows - top_rows(view));
    } else if (!list_view_fold(view->state)) {
        effects->what |= EFFECT_OPEN_RESULT;
        effects->result = list_view_current(view->state);
    }
}

static bool search(struct view *view, const char *text, int step, bool here,
                   struct effects *effects)
{
    const struct list_view *list = view->state;
    bool found = list_view_search(view->state, text, step, here);
    if (found && !here && list->wrapped)
        effects_say(effects, "search wrapped");
    return found;
}

static bool click(struct view *view, int row, int column, int rows)
{
    (void)rows;
    int top = top_rows(view);
    const struct cause *cause = top_opportunities_at(view->host->scan, row, top);
    if (cause && cause->result != SIZE_MAX)
        list_view_go(view->state, cause->result);
    return cause ? cause->result != SIZE_MAX : list_view_click(view->state, row - top, column);
}

static void place(struct view *view, struct view_place *place, bool back)
{
    if (back) {
        const struct list_place to = {place->cursor, place->top, place->scroll, place->flag};
        list_view_return(view->state, &to);
    } else {
        const struct list_place at = list_view_place(view->state);
        *place = (struct view_place){at.wanted, at.top, at.at_group, at.follow};
    }
}

static bool print(struct view *view, enum page_format format, FILE *out, struct error *error)
{
    (void)error;
    list_export(view->state, format, out);
    return true;
}

static void add_rows(struct view *view, enum page_format format, struct strbuf *out)
{
    size_t length = 0;
    char *bytes = NULL;
    FILE *file = open_memstream(&bytes, &length);
    if (!file)
        return;
    list_export_row(view->state, format, file);
    fclose(file);
    strbuf_add(out, bytes, length);
    free(bytes);
}

static void copy(struct view *view, struct strbuf *out)
{
    add_rows(view, FORMAT_TEXT, out);
}

static void table(struct view *view, struct strbuf *out)
{
    add_rows(view, FORMAT_MARKDOWN, out);
}

/* Of the column that the list is sorted by. */
static struct view_metric metric(struct view *view)
{
    const struct list_view *list = view->state;
    struct view_metric found =
        view_metric_of(list_metric_of(&list->sort),
                       "the list is not sorted by a metric; :metric takes any metric's name");
    found.result = list_view_current(list);
    return found;
}

static void says(const struct view *view, struct strbuf *out)
{
    list_view_says(view->state, out);
}

static int beside(const struct view *view)
{
    const struct view_host *host = view->host;
    return host->live || *output_view_last(host->output) ? VIEW_RUN : 0;
}

const struct view_ops results_view_ops = {
    .id = VIEW_LIST,
    .title = "Results",
    .called = "the results list",
    .size = sizeof(struct list_view),
    .init = init,
    .free = release,
    .fit = fit,
    .draw = draw,
    .act = act,
    .search = search,
    .click = click,
    .place = place,
    .print = print,
    .copy = copy,
    .table = table,
    .metric = metric,
    .says = says,
    .beside = beside,
};

/* The columns as a view of the screen, and as a table that is written. */
#include "report/pages/page.h"
#include "tui/list/columns_view.h"
#include "tui/list/list_metric.h"
#include "tui/widgets/export_table.h"
#include "tui/widgets/number_line.h"
#include "tui/widgets/view_host.h"

static void release(struct view *view)
{
    columns_view_free(view->state);
}

static void settle(struct view *view, int rows)
{
    (void)rows;
    columns_view_refresh(view->state, view->host->list);
}

static void fit(struct view *view, int rows)
{
    columns_view_fit(view->state, view->host->list, rows);
}

static void draw(const struct view *view, int rows, const char *search)
{
    columns_view_draw(view->state, view->host->list, rows, search);
}

static void act(struct view *view, struct view_action action, struct effects *effects)
{
    (void)effects;
    columns_view_act(view->state, view->host->list, action.id, action.rows);
}

static bool search(struct view *view, const char *text, int step, bool here,
                   struct effects *effects)
{
    (void)effects;
    return columns_view_search(view->state, view->host->list, text, step, here);
}

static bool click(struct view *view, int row, int column, int rows)
{
    (void)column;
    return columns_view_click(view->state, row, rows);
}

static void place(struct view *view, struct view_place *place, bool back)
{
    struct columns_view *columns = view->state;
    row_cursor_place(&columns->cursor, place, back);
}

static void add_row(struct export_table *table, const struct view *view, size_t at)
{
    const struct columns_view *columns = view->state;
    const struct list_column *column = &columns->rows.items[at];
    struct strbuf place = {0}, about = {0};
    size_t number;
    strbuf_adds(&place, "");
    bool shown = columns_view_shows(columns, view->host->list, at, &number);
    if (shown)
        number_add_exact(&place, (double)number);
    columns_view_about(view->host->list, column, shown, &about);
    export_table_add(table, place.data);
    export_table_add(table, list_column_name(column));
    export_table_add(table, about.data);
    strbuf_free(&place);
    strbuf_free(&about);
}

/* Prints a row for each column; a column that is shown has its place. */
static bool print(struct view *view, enum page_format format, FILE *out, struct error *error)
{
    static const char *const names[] = {"place", "column", "about"};
    static const bool numbers[] = {true, false, false};
    const struct columns_view *columns = view->state;
    struct export_table table = {
        .columns = sizeof names / sizeof *names, .names = names, .numbers = numbers};
    (void)error;
    for (size_t i = 0; i < columns->rows.count; i++)
        add_row(&table, view, i);
    export_table_print(&table, format, out);
    export_table_free(&table);
    return true;
}

static struct view_metric metric(struct view *view)
{
    const struct columns_view *columns = view->state;
    return view_metric_of(columns->cursor.at < columns->rows.count
                              ? list_metric_of(&columns->rows.items[columns->cursor.at])
                              : NULL,
                          "this column shows no metric; :metric takes any metric's name");
}

const struct view_ops columns_view_ops = {
    .id = VIEW_COLUMNS,
    .title = "Columns",
    .called = "the columns",
    .open = DO_COLUMNS,
    .size = sizeof(struct columns_view),
    .free = release,
    .settle = settle,
    .fit = fit,
    .draw = draw,
    .act = act,
    .search = search,
    .click = click,
    .place = place,
    .print = print,
    .metric = metric,
};

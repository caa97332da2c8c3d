#include "tui/list/columns_view.h"

#include <stdlib.h>
#include <string.h>

#include "report/base/safe_text.h"
#include "report/metric/metric_name.h"
#include "report/metric/metric_unit.h"
#include "report/metric/unit_spelling.h"
#include "tui/list/list_cell.h"
#include "tui/term/match.h"
#include "tui/term/screen.h"

enum { HEAD = 1, MARK_AT = 2, NAME_AT = 6, NAME_LEAST = 20, NAME_MOST = 72, ABOUT_MOST = 54 };

void columns_view_free(struct columns_view *view)
{
    list_columns_free(&view->rows);
}

bool columns_view_is_metric(const char *name)
{
    return strstr(name, "__") && !metric_name_is_list(name);
}

static int compare_names(const void *a, const void *b)
{
    const struct list_column *x = a, *y = b;
    return strcmp(x->metric, y->metric);
}

static void add_metrics(struct columns_view *view, const struct report *report)
{
    struct list_columns metrics = {0};
    view->names = report_string_count(report);
    for (size_t i = 0; i < view->names; i++) {
        const char *name = report_string(report, (uint32_t)i);
        struct list_column column = {.field = LIST_METRIC, .metric = (char *)name};
        if (columns_view_is_metric(name) &&
            list_columns_find(&view->rows, &column) == view->rows.count)
            list_columns_append(&metrics, &column);
    }
    if (metrics.count)
        qsort(metrics.items, metrics.count, sizeof *metrics.items, compare_names);
    for (size_t i = 0; i < metrics.count; i++)
        if (!i || strcmp(metrics.items[i].metric, metrics.items[i - 1].metric) != 0)
            list_columns_append(&view->rows, &metrics.items[i]);
    list_columns_free(&metrics);
}

static void list_rows(struct columns_view *view, const struct list_view *list)
{
    list_columns_free(&view->rows);
    for (size_t i = 0; i < list->columns.count; i++)
        list_columns_add(&view->rows, &list->columns.items[i]);
    view->first = view->rows.count;
    for (int i = 0; i < LIST_FIELDS; i++)
        list_columns_add(&view->rows, &(struct list_column){.field = (enum list_field)i});
    add_metrics(view, list->report);
}

bool columns_view_shows(const struct columns_view *view, const struct list_view *list, size_t row,
                        size_t *place)
{
    size_t at = row < view->first ? list_columns_find(&list->columns, &view->rows.items[row])
                                  : list->columns.count;
    if (place)
        *place = at + 1;
    return at < list->columns.count;
}

void columns_view_refresh(struct columns_view *view, const struct list_view *list)
{
    size_t place, seen = 0;
    bool same = view->rows.count && view->names == report_string_count(list->report);
    for (size_t i = 0; same && i < view->first; i++)
        if (columns_view_shows(view, list, i, &place))
            same = place == ++seen;
    if (!same || seen != list->columns.count)
        list_rows(view, list);
    if (view->cursor.at >= view->rows.count)
        view->cursor.at = view->rows.count - 1;
}

/* Puts back a column that was switched off, between those beside its row. */
static void put_back(const struct columns_view *view, struct list_view *list, size_t row)
{
    size_t before = 0;
    for (size_t i = 0; i < row; i++)
        before += columns_view_shows(view, list, i, NULL);
    list_columns_add(&list->columns, &view->rows.items[row]);
    for (size_t at = list->columns.count - 1; at > before;)
        at = list_columns_move(&list->columns, at, -1);
}

/* Shows or hides the column under the cursor. The last shown column stays. A column that is
 * switched off keeps its row, and one from below goes to the end of those that are shown, where
 * the cursor follows it, so that it can be moved. */
static void choose(struct columns_view *view, struct list_view *list)
{
    size_t at = view->cursor.at, place;
    if (columns_view_shows(view, list, at, &place)) {
        if (list->columns.count > 1)
            list_columns_remove(&list->columns, place - 1);
    } else if (at < view->first) {
        put_back(view, list, at);
    } else {
        list_columns_add(&list->columns, &view->rows.items[at]);
        list_rows(view, list);
        view->cursor.at = view->first - 1;
    }
}

static void reorder(struct columns_view *view, struct list_view *list, int step)
{
    size_t place;
    if (!columns_view_shows(view, list, view->cursor.at, &place))
        return;
    view->cursor.at = list_columns_move(&list->columns, place - 1, step);
    list_rows(view, list);
}

static int seen_rows(int rows)
{
    return rows - HEAD;
}

bool columns_view_act(struct columns_view *view, struct list_view *list, enum action_id action,
                      int rows)
{
    columns_view_refresh(view, list);
    switch (action) {
    case DO_CHOOSE_COLUMN:
        choose(view, list);
        return true;
    case DO_COLUMN_LEFT:
        reorder(view, list, -1);
        return true;
    case DO_COLUMN_RIGHT:
        reorder(view, list, 1);
        return true;
    default:
        return row_cursor_act(&view->cursor, view->rows.count, action, seen_rows(rows));
    }
}

bool columns_view_click(struct columns_view *view, int row, int rows)
{
    return row_cursor_click(&view->cursor, view->rows.count, row - HEAD, seen_rows(rows));
}

void columns_view_about(const struct list_view *list, const struct list_column *column, bool shown,
                        struct strbuf *out)
{
    char unit[48];
    if (column->metric) {
        metric_unit(column->metric, unit, sizeof unit);
        unit_spell(unit, sizeof unit);
    }
    strbuf_adds(out, column->metric ? unit : list_fields[column->field].about);
    if (shown && !list_view_shows(list, column))
        strbuf_addf(out, "%s%s", out->length ? "; " : "",
                    column->metric ? "not in this report" : "nothing to show now");
}

static bool has_text(const struct list_column *column, const char *text)
{
    return match_text(list_column_name(column), text) ||
           match_text(list_fields[column->field].title, text) ||
           match_text(list_fields[column->field].about, text);
}

static bool row_has(const void *context, size_t row, const char *text)
{
    const struct columns_view *view = context;
    return has_text(&view->rows.items[row], text);
}

bool columns_view_search(struct columns_view *view, struct list_view *list, const char *text,
                         int step, bool here)
{
    columns_view_refresh(view, list);
    return row_cursor_search(&view->cursor, view->rows.count, row_has, view, text, step, here);
}

static int name_width(const struct columns_view *view)
{
    int width = NAME_LEAST, most = screen_columns() - NAME_AT - 3 - ABOUT_MOST;
    for (size_t i = 0; i < view->rows.count; i++) {
        int one = (int)strlen(list_column_name(&view->rows.items[i]));
        width = one > width ? one : width;
    }
    most = most < NAME_MOST ? most : NAME_MOST;
    return width > most ? most > NAME_LEAST ? most : NAME_LEAST : width;
}

static void draw_row(const struct columns_view *view, const struct list_view *list, size_t at,
                     int row, int width, const char *search)
{
    const struct list_column *column = &view->rows.items[at];
    bool shown = columns_view_shows(view, list, at, NULL), selected = at == view->cursor.at;
    enum role usual = row_cursor_draw(row, selected, shown ? ROLE_NORMAL : ROLE_DIM);
    struct strbuf text = {0}, fitted = {0};
    char *name = safe_text(list_column_name(column));
    bool found = !selected && search && *search && has_text(column, search);
    screen_text(row, MARK_AT, NAME_AT - MARK_AT - 1, usual, shown ? "[x]" : "[ ]");
    columns_view_about(list, column, shown, &text);
    /* A long name may use the columns that its unit leaves. */
    int room = screen_columns() - NAME_AT - 3 - (int)text.length;
    safe_text_fit_middle(&fitted, name, (size_t)(room > width ? room : width));
    int used = (int)safe_text_width(fitted.data);
    screen_text(row, NAME_AT, used, found ? ROLE_MATCH : usual, fitted.data);
    used = used > width ? used : width;
    screen_text(row, NAME_AT + used + 2, screen_columns() - NAME_AT - used - 3, usual, text.data);
    strbuf_free(&text);
    strbuf_free(&fitted);
    free(name);
}

void columns_view_fit(struct columns_view *view, const struct list_view *list, int rows)
{
    columns_view_refresh(view, list);
    row_cursor_fit(&view->cursor, view->rows.count, seen_rows(rows));
}

void columns_view_draw(const struct columns_view *view, const struct list_view *list, int rows,
                       const char *search)
{
    int width = name_width(view);
    screen_text(0, NAME_AT, width, ROLE_HEADING, "Column");
    screen_text(0, NAME_AT + width + 2, screen_columns() - NAME_AT - width - 3, ROLE_HEADING,
                "What it shows, or its unit");
    for (int i = 0; i < seen_rows(rows) && view->cursor.top + (size_t)i < view->rows.count; i++)
        draw_row(view, list, view->cursor.top + (size_t)i, HEAD + i, width, search);
    row_cursor_more(&view->cursor, view->rows.count, HEAD, seen_rows(rows));
}

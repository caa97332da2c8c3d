#include "columns_view.h"

#include <stdlib.h>
#include <string.h>

#include "list_cell.h"
#include "match.h"
#include "metric_name.h"
#include "metric_unit.h"
#include "safe_text.h"
#include "screen.h"

enum { MARK_AT = 2, NAME_AT = 6, NAME_LEAST = 20, NAME_MOST = 72, ABOUT_MOST = 54 };

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
    view->shown = view->rows.count;
    for (int i = 0; i < LIST_FIELDS; i++)
        list_columns_add(&view->rows, &(struct list_column){.field = (enum list_field)i});
    add_metrics(view, list->report);
}

void columns_view_refresh(struct columns_view *view, const struct list_view *list)
{
    bool same = view->shown == list->columns.count && view->rows.count &&
                view->names == report_string_count(list->report);
    for (size_t i = 0; same && i < view->shown; i++)
        same = list_column_same(&view->rows.items[i], &list->columns.items[i]);
    if (!same)
        list_rows(view, list);
    if (view->cursor >= view->rows.count)
        view->cursor = view->rows.count - 1;
}

static void move_to(struct columns_view *view, long to)
{
    long last = (long)view->rows.count - 1;
    to = to > last ? last : to;
    view->cursor = to < 0 ? 0 : (size_t)to;
}

/* The last one stays. What is shown from now on keeps the cursor, to be put in its place; where one
 * is left out the cursor stays where it is. */
static void choose(struct columns_view *view, struct list_view *list)
{
    const struct list_column *column = &view->rows.items[view->cursor];
    size_t at = list_columns_find(&list->columns, column);
    if (at == list->columns.count) {
        list_columns_add(&list->columns, column);
        view->cursor = at;
    } else if (list->columns.count > 1) {
        list_columns_remove(&list->columns, at);
    }
    list_rows(view, list);
}

static void reorder(struct columns_view *view, struct list_view *list, int step)
{
    if (view->cursor >= view->shown)
        return;
    view->cursor = list_columns_move(&list->columns, view->cursor, step);
    list_rows(view, list);
}

bool columns_view_act(struct columns_view *view, struct list_view *list, enum action_id action,
                      int rows)
{
    long page = rows > 3 ? rows - 2 : 1;
    columns_view_refresh(view, list);
    long at = (long)view->cursor;
    switch (action) {
    case DO_DOWN:
        move_to(view, at + 1);
        return true;
    case DO_UP:
        move_to(view, at - 1);
        return true;
    case DO_PAGE_DOWN_RULES:
        move_to(view, at + page);
        return true;
    case DO_PAGE_UP:
        move_to(view, at - page);
        return true;
    case DO_FIRST:
        move_to(view, 0);
        return true;
    case DO_LAST:
        move_to(view, (long)view->rows.count);
        return true;
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
        return false;
    }
}

bool columns_view_click(struct columns_view *view, int row, int rows)
{
    size_t at = view->top + (size_t)(row > 0 ? row - 1 : 0);
    if (row < 1 || row >= rows || at >= view->rows.count)
        return false;
    view->cursor = at;
    return true;
}

void columns_view_about(struct list_view *list, const struct list_column *column, bool shown,
                        struct strbuf *out)
{
    char unit[48];
    strbuf_adds(out, column->metric ? metric_unit(column->metric, unit, sizeof unit)
                                    : list_fields[column->field].about);
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

bool columns_view_search(struct columns_view *view, struct list_view *list, const char *text,
                         int step, bool here)
{
    columns_view_refresh(view, list);
    long count = (long)view->rows.count;
    for (long i = here ? 0 : 1; i <= count; i++) {
        long at = (((long)view->cursor + step * i) % count + count) % count;
        if (has_text(&view->rows.items[at], text)) {
            view->cursor = (size_t)at;
            return true;
        }
    }
    return false;
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

static void draw_row(const struct columns_view *view, struct list_view *list, size_t at, int row,
                     int width, const char *search)
{
    const struct list_column *column = &view->rows.items[at];
    bool shown = at < view->shown, selected = at == view->cursor;
    enum role usual = selected ? ROLE_SELECTION : shown ? ROLE_NORMAL : ROLE_DIM;
    struct strbuf text = {0}, fitted = {0};
    if (selected) {
        /* The whole row, so that it shows without colours too. */
        strbuf_pad(&text, ' ', (size_t)screen_columns());
        screen_text(row, 0, screen_columns(), usual, text.data);
        screen_text(row, 0, 1, usual, screen_glyphs()->cursor);
        strbuf_clear(&text);
    }
    char *name = safe_text(list_column_name(column));
    bool found = !selected && search && *search && has_text(column, search);
    if (shown) {
        strbuf_addf(&text, "%zu", at + 1);
        screen_text(row, MARK_AT, NAME_AT - MARK_AT - 1, usual, text.data);
    }
    strbuf_clear(&text);
    columns_view_about(list, column, shown, &text);
    /* A long name takes what room its unit leaves. */
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

void columns_view_draw(struct columns_view *view, struct list_view *list, int rows,
                       const char *search)
{
    columns_view_refresh(view, list);
    size_t visible = rows > 1 ? (size_t)rows - 1 : 0;
    if (view->cursor < view->top)
        view->top = view->cursor;
    if (visible && view->cursor >= view->top + visible)
        view->top = view->cursor - visible + 1;
    int width = name_width(view);
    screen_text(0, MARK_AT, 3, ROLE_HEADING, "#");
    screen_text(0, NAME_AT, width, ROLE_HEADING, "Column");
    screen_text(0, NAME_AT + width + 2, screen_columns() - NAME_AT - width - 3, ROLE_HEADING,
                "What it shows, or its unit");
    for (size_t i = 0; i < visible && view->top + i < view->rows.count; i++)
        draw_row(view, list, view->top + i, 1 + (int)i, width, search);
}

#include "raw_view.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "fit_apart.h"
#include "match.h"
#include "mem.h"
#include "safe_text.h"
#include "screen.h"

enum { HEAD = 2, MARKS = 4, GAP = 1, NEAR = 16 };

/* Columns of value and unit; the name has the rest, and of the value's what that leaves. */
struct layout {
    int name, value, unit;
};

static struct layout layout_for(int columns)
{
    static const struct {
        int from, value, unit;
    } steps[] = {{110, 26, 16}, {80, 20, 14}, {60, 16, 10}, {0, 11, 7}};
    size_t i = 0;
    while (columns < steps[i].from)
        i++;
    int name = columns - MARKS - steps[i].value - steps[i].unit - 3 * GAP;
    return (struct layout){name > 1 ? name : 1, steps[i].value, steps[i].unit};
}

void raw_view_free(struct raw_view *view)
{
    raw_rows_free(&view->rows);
    free(view->again);
}

const char *raw_view_metric(const struct raw_view *view)
{
    if (view->cursor >= raw_rows_count(&view->rows))
        return NULL;
    return result_metric_name(view->rows.result, raw_rows_at(&view->rows, view->cursor).metric);
}

static void move_to(struct raw_view *view, size_t to)
{
    size_t count = raw_rows_count(&view->rows);
    view->cursor = to < count ? to : count ? count - 1 : 0;
}

void raw_view_show(struct raw_view *view, struct result *result)
{
    const char *name = raw_view_metric(view);
    if (name) {
        free(view->again);
        view->again = mem_strdup(name);
    }
    raw_rows_show(&view->rows, NULL);
    view->result = result;
}

void raw_view_make(struct raw_view *view)
{
    if (view->rows.result == view->result)
        return;
    raw_rows_show(&view->rows, view->result);
    if (view->again)
        move_to(view, raw_rows_find(&view->rows, view->again));
}

static int list_rows(int rows)
{
    return rows > HEAD ? rows - HEAD : 0;
}

static void toggle(struct raw_view *view)
{
    size_t count = raw_rows_count(&view->rows);
    if (view->cursor >= count)
        return;
    /* From an instance to its metric, whose row stays. */
    view->cursor -= raw_rows_at(&view->rows, view->cursor).instance;
    raw_rows_toggle(&view->rows, view->cursor);
}

static size_t back(size_t at, size_t steps)
{
    return at > steps ? at - steps : 0;
}

bool raw_view_act(struct raw_view *view, enum action_id action, int rows)
{
    size_t page = list_rows(rows) > 2 ? (size_t)list_rows(rows) - 1 : 1;
    switch (action) {
    case DO_DOWN:
        move_to(view, view->cursor + 1);
        return true;
    case DO_UP:
        move_to(view, back(view->cursor, 1));
        return true;
    case DO_PAGE_DOWN:
        move_to(view, view->cursor + page);
        return true;
    case DO_PAGE_UP:
        move_to(view, back(view->cursor, page));
        return true;
    case DO_FIRST:
        move_to(view, 0);
        return true;
    case DO_LAST:
        move_to(view, raw_rows_count(&view->rows));
        return true;
    case DO_INSTANCES:
        toggle(view);
        return true;
    case DO_UNITS:
        view->base = !view->base;
        return true;
    default:
        return false;
    }
}

bool raw_view_click(struct raw_view *view, int row, int rows)
{
    size_t at = view->top + (size_t)(row >= HEAD ? row - HEAD : 0);
    if (row < HEAD || row >= rows || at >= raw_rows_count(&view->rows))
        return false;
    view->cursor = at;
    return true;
}

bool raw_view_filter(struct raw_view *view, struct error *error)
{
    const char *name = raw_view_metric(view);
    char *here = mem_strdup(name ? name : "");
    bool good = raw_rows_filter(&view->rows, view->typed, error);
    if (good)
        move_to(view, raw_rows_find(&view->rows, here));
    free(here);
    return good;
}

static bool has_text(const struct raw_view *view, size_t row, const char *text)
{
    struct raw_text cells = {0};
    raw_rows_text(&view->rows, raw_rows_at(&view->rows, row), view->base, &cells);
    bool found = match_text(cells.name.data, text) || match_text(cells.value.data, text);
    raw_text_free(&cells);
    return found;
}

bool raw_view_search(struct raw_view *view, const char *text, int step, bool here)
{
    size_t count = raw_rows_count(&view->rows);
    for (size_t i = here ? 0 : 1; i <= count && count; i++) {
        size_t row = (view->cursor + (step > 0 ? i : count * 2 - i)) % count;
        if (has_text(view, row, text)) {
            view->cursor = row;
            return true;
        }
    }
    return false;
}

bool raw_view_number(const struct raw_view *view, struct number *number, struct strbuf *label)
{
    const char *name = raw_view_metric(view);
    if (!name)
        return false;
    struct raw_row row = raw_rows_at(&view->rows, view->cursor);
    const struct result *result = view->rows.result;
    const Rep__ProfileMetricValue *value = result->metrics[row.metric]->metricvalue;
    *number = (struct number){.source = name, .value = NAN};
    if (row.instance) {
        struct raw_text cells = {0};
        value =
            result_instances(result, row.metric)->metricvaluelist[row.instance - 1]->elementvalue;
        raw_rows_text(&view->rows, row, view->base, &cells);
        strbuf_addf(label, "instance %s", cells.name.data);
        number->label = label->data;
        number->peak = NAN;
        raw_text_free(&cells);
    } else {
        number->note = raw_rows_absence(result, row.metric);
    }
    number->text = value ? value->stringvalue : NULL;
    value_number(value, &number->value);
    return true;
}

static void draw_right(int row, int column, int width, enum role role, const char *text)
{
    struct strbuf fitted = {0};
    strbuf_adds(&fitted, "");
    safe_text_fit(&fitted, text, (size_t)width);
    int used = (int)safe_text_width(fitted.data);
    screen_text(row, column + width - used, used, role, fitted.data);
    strbuf_free(&fitted);
}

static const char *fold_mark(const struct raw_view *view, struct raw_row row)
{
    const struct raw_rows *rows = &view->rows;
    if (row.instance || !result_has_instances(rows->result, row.metric))
        return "";
    return raw_rows_is_open(rows, result_metric_name(rows->result, row.metric))
               ? screen_glyphs()->open
               : screen_glyphs()->closed;
}

/* A name that is too long, told apart from those around it. */
static void fit_name(const struct raw_view *view, size_t at, int room, const char *name,
                     struct strbuf *out)
{
    const char *others[2 * NEAR + 1];
    size_t count = 0, rows = raw_rows_count(&view->rows);
    for (size_t i = back(at, NEAR); i < rows && i <= at + NEAR; i++) {
        struct raw_row row = raw_rows_at(&view->rows, i);
        if (!row.instance)
            others[count++] = result_metric_name(view->rows.result, row.metric);
    }
    fit_apart(out, name, (size_t)(room > 1 ? room : 1), others, count);
}

/* What has no value is marked by a sign too, which monochrome terminals show. */
static void draw_row(const struct raw_view *view, size_t at, int row, const char *search)
{
    struct raw_row what = raw_rows_at(&view->rows, at);
    struct layout l = layout_for(screen_columns());
    struct raw_text cells = {0};
    struct strbuf name = {0};
    raw_rows_text(&view->rows, what, view->base, &cells);
    char *safe = safe_text(cells.name.data), *value = safe_text(cells.value.data);
    bool found = search && *search && (match_text(safe, search) || match_text(value, search));
    enum role role = at == view->cursor ? ROLE_SELECTION
                     : found            ? ROLE_MATCH
                     : cells.missing    ? ROLE_DIM
                                        : ROLE_NORMAL;
    int indent = MARKS + (what.instance ? 2 : 0), used = (int)safe_text_width(value);
    int room = MARKS + l.name + l.value - indent - (used < l.value ? used : l.value);
    if (at == view->cursor)
        screen_text(row, 0, 1, role, screen_glyphs()->cursor);
    screen_text(row, 1, 1, ROLE_KEY, fold_mark(view, what));
    screen_text(row, 2, 1, ROLE_BUSY, cells.missing ? "!" : "");
    fit_name(view, at, room, safe, &name);
    screen_text(row, indent, room, role, name.data);
    draw_right(row, MARKS + l.name + GAP, l.value, role, value);
    screen_text(row, MARKS + l.name + l.value + 2 * GAP, l.unit, ROLE_DIM, cells.unit.data);
    free(safe);
    free(value);
    strbuf_free(&name);
    raw_text_free(&cells);
}

static void draw_head(const struct raw_view *view)
{
    struct layout l = layout_for(screen_columns());
    const struct raw_rows *rows = &view->rows;
    struct strbuf text = {0}, title = {0};
    char *name = safe_text(rows->result->name), *filter = safe_text(view->typed);
    strbuf_addf(&title, "%s %zu %s", screen_glyphs()->back, rows->result->id, name);
    if (rows->filter.text)
        strbuf_addf(&text, "filter %s: %zu of %zu", filter, rows->count, rows->metric_count);
    else
        strbuf_addf(&text, "%zu metrics", rows->metric_count);
    int width = (int)safe_text_width(text.data), most = screen_columns() * 2 / 3;
    width = width < most ? width : most;
    screen_text(0, 1, screen_columns() - width - 4, ROLE_TITLE, title.data);
    draw_right(0, screen_columns() - width - 1, width, rows->filter.text ? ROLE_TITLE : ROLE_NORMAL,
               text.data);
    screen_text(1, MARKS, l.name, ROLE_HEADING, "Metric");
    if (l.name >= 38)
        screen_text(1, MARKS + 8, l.name - 8, ROLE_DIM, "! no value of its own");
    draw_right(1, MARKS + l.name + GAP, l.value, ROLE_HEADING, "Value");
    screen_text(1, MARKS + l.name + l.value + 2 * GAP, l.unit, ROLE_HEADING,
                view->base && l.unit > 9 ? "Base unit" : "Unit");
    free(name);
    free(filter);
    strbuf_free(&text);
    strbuf_free(&title);
}

void raw_view_draw(struct raw_view *view, int rows, const char *search)
{
    size_t count = raw_rows_count(&view->rows), shown = (size_t)list_rows(rows);
    if (!view->rows.result) {
        screen_text(HEAD, MARKS, screen_columns() - MARKS, ROLE_DIM, "no result is open");
        return;
    }
    move_to(view, view->cursor);
    if (view->cursor < view->top)
        view->top = view->cursor;
    if (shown && view->cursor >= view->top + shown)
        view->top = view->cursor - shown + 1;
    if (view->top + shown > count)
        view->top = count > shown ? count - shown : 0;
    draw_head(view);
    for (size_t i = 0; i < shown && view->top + i < count; i++)
        draw_row(view, view->top + i, HEAD + (int)i, search);
    if (!count)
        screen_text(HEAD, MARKS, screen_columns() - MARKS, ROLE_DIM,
                    view->rows.metric_count ? "no metric passes the filter"
                                            : "this result has no metrics");
}

void raw_view_copy(const struct raw_view *view, struct strbuf *out)
{
    struct raw_text cells = {0};
    if (view->cursor >= raw_rows_count(&view->rows))
        return;
    struct raw_row row = raw_rows_at(&view->rows, view->cursor);
    raw_rows_text(&view->rows, row, view->base, &cells);
    if (row.instance)
        strbuf_addf(out, "%s ", raw_view_metric(view));
    strbuf_addf(out, "%s %s%s%s\n", cells.name.data, cells.value.data, cells.unit.length ? " " : "",
                cells.unit.data);
    raw_text_free(&cells);
}

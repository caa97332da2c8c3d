#include "tui/views/raw_view.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report/base/fit_apart.h"
#include "report/base/mem.h"
#include "report/base/safe_text.h"
#include "report/metric/metric_value.h"
#include "tui/details/details_print.h"
#include "tui/term/match.h"
#include "tui/term/screen.h"
#include "tui/widgets/view_host.h"

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
    if (view->cursor.at >= raw_rows_count(&view->rows))
        return NULL;
    return result_metric_name(view->rows.result, raw_rows_at(&view->rows, view->cursor.at).metric);
}

static void move_to(struct raw_view *view, size_t to)
{
    size_t count = raw_rows_count(&view->rows);
    view->cursor.at = to < count ? to : count ? count - 1 : 0;
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
    if (view->cursor.at >= count)
        return;
    /* From an instance to its metric, whose row stays. */
    view->cursor.at -= raw_rows_at(&view->rows, view->cursor.at).instance;
    raw_rows_toggle(&view->rows, view->cursor.at);
}

bool raw_view_act(struct raw_view *view, enum action_id action, int rows)
{
    switch (action) {
    case DO_INSTANCES:
        toggle(view);
        return true;
    case DO_UNITS:
        view->base = !view->base;
        return true;
    default:
        return row_cursor_act(&view->cursor, raw_rows_count(&view->rows), action, list_rows(rows));
    }
}

bool raw_view_click(struct raw_view *view, int row, int rows)
{
    return row_cursor_click(&view->cursor, raw_rows_count(&view->rows), row - HEAD,
                            list_rows(rows));
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

static bool has_text(const void *context, size_t row, const char *text)
{
    const struct raw_view *view = context;
    struct raw_text cells = {0};
    raw_rows_text(&view->rows, raw_rows_at(&view->rows, row), view->base, &cells);
    bool found = match_text(cells.name.data, text) || match_text(cells.value.data, text);
    raw_text_free(&cells);
    return found;
}

bool raw_view_search(struct raw_view *view, const char *text, int step, bool here)
{
    return row_cursor_search(&view->cursor, raw_rows_count(&view->rows), has_text, view, text, step,
                             here);
}

bool raw_view_number(const struct raw_view *view, struct number *number, struct strbuf *label)
{
    const char *name = raw_view_metric(view);
    if (!name)
        return false;
    struct raw_row row = raw_rows_at(&view->rows, view->cursor.at);
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
    metric_value_number(value, &number->value);
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
    for (size_t i = at > NEAR ? at - NEAR : 0; i < rows && i <= at + NEAR; i++) {
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
    enum role role = at == view->cursor.at ? ROLE_SELECTION
                     : found               ? ROLE_MATCH
                     : cells.missing       ? ROLE_DIM
                                           : ROLE_NORMAL;
    int indent = MARKS + (what.instance ? 2 : 0), used = (int)safe_text_width(value);
    int room = MARKS + l.name + l.value - indent - (used < l.value ? used : l.value);
    if (at == view->cursor.at)
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

void raw_view_fit(struct raw_view *view, int rows)
{
    row_cursor_fit(&view->cursor, raw_rows_count(&view->rows), list_rows(rows));
}

void raw_view_draw(const struct raw_view *view, int rows, const char *search)
{
    size_t count = raw_rows_count(&view->rows), shown = (size_t)list_rows(rows);
    if (!view->rows.result) {
        screen_text(HEAD, MARKS, screen_columns() - MARKS, ROLE_DIM, "no result is open");
        return;
    }
    draw_head(view);
    for (size_t i = 0; i < shown && view->cursor.top + i < count; i++)
        draw_row(view, view->cursor.top + i, HEAD + (int)i, search);
    row_cursor_more(&view->cursor, count, HEAD, (int)shown);
    if (!count)
        screen_text(HEAD, MARKS, screen_columns() - MARKS, ROLE_DIM,
                    view->rows.metric_count ? "no metric passes the filter"
                                            : "this result has no metrics");
}

void raw_view_copy(const struct raw_view *view, struct strbuf *out)
{
    struct raw_text cells = {0};
    if (view->cursor.at >= raw_rows_count(&view->rows))
        return;
    struct raw_row row = raw_rows_at(&view->rows, view->cursor.at);
    raw_rows_text(&view->rows, row, view->base, &cells);
    if (row.instance)
        strbuf_addf(out, "%s ", raw_view_metric(view));
    strbuf_addf(out, "%s %s%s%s\n", cells.name.data, cells.value.data, cells.unit.length ? " " : "",
                cells.unit.data);
    raw_text_free(&cells);
}

/* --- as a view of the screen ------------------------------------------------------------------ */

static void release(struct view *view)
{
    raw_view_free(view->state);
}

static void settle(struct view *view, int rows)
{
    (void)rows;
    raw_view_make(view->state);
}

static void fit(struct view *view, int rows)
{
    raw_view_fit(view->state, rows);
}

static void draw(const struct view *view, int rows, const char *search)
{
    raw_view_draw(view->state, rows, search);
}

static void act(struct view *view, struct view_action action, struct effects *effects)
{
    (void)effects;
    raw_view_act(view->state, action.id, action.rows);
}

static bool search(struct view *view, const char *text, int step, bool here,
                   struct effects *effects)
{
    (void)effects;
    return raw_view_search(view->state, text, step, here);
}

static bool click(struct view *view, int row, int column, int rows)
{
    (void)column;
    return raw_view_click(view->state, row, rows);
}

static void place(struct view *view, struct view_place *place, bool back)
{
    struct raw_view *raw = view->state;
    row_cursor_place(&raw->cursor, place, back);
}

/* The names of the metrics that the filter takes. */
static void add_names(const struct raw_rows *rows, struct strbuf *out)
{
    for (size_t i = 0; i < rows->count; i++)
        strbuf_addf(out, "%s%s", i ? "," : "", result_metric_name(rows->result, rows->order[i]));
}

/* What the filter takes, in the units that are shown. */
static bool print(struct view *view, enum page_format format, FILE *out, struct error *error)
{
    const struct raw_view *raw = view->state;
    const struct raw_rows *rows = &raw->rows;
    if (!raw->result)
        return error_set(error, "no result is open");
    const struct launch_filter one = {.skip_before = raw->result->index, .count = 1};
    struct page_options options = {
        .page = PAGE_RAW, .format = format, .filter = &one, .base_units = raw->base};
    struct strbuf names = {0};
    strbuf_adds(&names, "");
    if (rows->count < rows->metric_count) {
        add_names(rows, &names);
        options.metrics = names.data;
    }
    bool good = details_print_options(view->host, &options, out, error);
    strbuf_free(&names);
    return good;
}

static void copy(struct view *view, struct strbuf *out)
{
    raw_view_copy(view->state, out);
}

static void show(struct view *view, struct result *result)
{
    raw_view_show(view->state, result);
}

static char *filter(const struct view *view, size_t *shown, size_t *all)
{
    struct raw_view *raw = view->state;
    *shown = raw->rows.count;
    *all = raw->rows.metric_count;
    return raw->typed;
}

static bool set_filter(struct view *view, struct error *error)
{
    return raw_view_filter(view->state, error);
}

static struct view_metric metric(struct view *view)
{
    return view_metric_of(raw_view_metric(view->state), NULL);
}

static bool number(const struct view *view, struct number *number, struct strbuf *label)
{
    return raw_view_number(view->state, number, label);
}

const struct view_ops raw_view_ops = {
    .id = VIEW_RAW,
    .title = "Raw",
    .called = "the raw view",
    .open = DO_RAW,
    .size = sizeof(struct raw_view),
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
    .filter = filter,
    .set_filter = set_filter,
    .metric = metric,
    .number = number,
};

#include "list_view.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "list_change.h"
#include "match.h"
#include "mem.h"
#include "metric_format.h"
#include "result_filter.h"
#include "safe_text.h"
#include "screen.h"
#include "strbuf.h"
#include "verdict.h"

static const struct {
    const char *title;
    bool right, descending;
} columns[LIST_COLUMNS] = {
    [LIST_NUMBER] = {"#", true, false},          [LIST_REPORT] = {"Report", false, false},
    [LIST_NAME] = {"Kernel", false, false},      [LIST_LAUNCH] = {"Launch", false, true},
    [LIST_DURATION] = {"Duration", true, true},  [LIST_COMPUTE] = {"Compute", false, true},
    [LIST_MEMORY] = {"Memory", false, true},     [LIST_OCCUPANCY] = {"Occ", true, true},
    [LIST_LIMIT] = {"Limited by", false, false}, [LIST_SERIES] = {"Series", false, false},
};

/* Reports are files: their suffix says nothing. */
static size_t name_length(const char *name)
{
    static const char suffix[] = ".ncu-rep";
    size_t length = strlen(name), end = sizeof suffix - 1;
    return length > end && strcmp(name + length - end, suffix) == 0 ? length - end : length;
}

static char *report_name(struct report *report, size_t file)
{
    struct strbuf name = {0};
    const char *label = report_file(report, file)->label;
    strbuf_adds(&name, "");
    safe_text_add(&name, label, name_length(label), false);
    return strbuf_detach(&name);
}

/* Columns for the longest name. */
static int report_width(struct report *report)
{
    size_t files = report_file_count(report), width = strlen(columns[LIST_REPORT].title) + 1;
    for (size_t i = 0; i < files; i++) {
        char *name = report_name(report, i);
        size_t one = safe_text_width(name);
        width = one > width ? one : width;
        free(name);
    }
    return files > 1 ? (int)width : 0;
}

void list_view_init(struct list_view *view, struct report *report,
                    const struct launch_filter *launches)
{
    *view = (struct list_view){.report = report,
                               .sort = LIST_NUMBER,
                               .launches = launches && !launch_filter_takes_all(launches) ? launches
                                                                                          : NULL};
    view->report_width = report_width(report);
    list_view_update(view);
}

void list_view_free(struct list_view *view)
{
    list_filter_free(&view->filter);
    launch_counts_free(&view->counts);
    free(view->sorted);
    free(view->order);
    free(view->launched);
}

static double product(const uint64_t d[3])
{
    return (double)d[0] * (double)d[1] * (double)d[2];
}

static double number_of(const struct result_summary *s, enum list_column column)
{
    switch (column) {
    case LIST_LAUNCH:
        return product(s->grid) * product(s->block);
    case LIST_DURATION:
        return s->duration;
    case LIST_COMPUTE:
        return s->compute;
    case LIST_MEMORY:
        return s->memory;
    case LIST_OCCUPANCY:
        return s->occupancy;
    case LIST_REPORT:
        return (double)s->file;
    default:
        return 0; /* their order in the report */
    }
}

static int compare(const struct list_view *view, size_t a, size_t b)
{
    const struct result_summary *x = report_summary(view->report, a);
    const struct result_summary *y = report_summary(view->report, b);
    int order = 0;
    if (view->sort == LIST_NAME) {
        order = strcmp(x->name, y->name);
    } else if (view->sort == LIST_LIMIT) {
        order = strcmp(verdict_text(x), verdict_text(y));
    } else if (view->sort == LIST_SERIES) {
        order = strcmp(x->parameters ? x->parameters : "", y->parameters ? y->parameters : "");
    } else {
        double p = number_of(x, view->sort), q = number_of(y, view->sort);
        /* What was not measured stands last in either direction. */
        if (isnan(p) || isnan(q))
            return isnan(p) != isnan(q) ? isnan(p) - isnan(q) : (a > b) - (a < b);
        order = (p > q) - (p < q);
    }
    if (view->sort == LIST_NUMBER)
        order = (a > b) - (a < b);
    if (columns[view->sort].descending != view->reverse)
        order = -order;
    return order ? order : (a > b) - (a < b);
}

static int compare_rows(const void *a, const void *b, void *view)
{
    return compare(view, *(const size_t *)a, *(const size_t *)b);
}

static bool shows(const struct list_view *view, size_t result)
{
    return (!list_view_by_launches(view) || view->launched[result]) &&
           list_filter_takes(&view->filter, report_summary(view->report, result)->name);
}

/* The rows to show, from all, and the cursor on the wanted one or where that would stand. */
static void choose_rows(struct list_view *view)
{
    bool all = !list_view_filtered(view);
    view->count = view->cursor = 0;
    for (size_t i = 0; i < view->known; i++) {
        if (view->sorted[i] == view->wanted)
            view->cursor = view->count;
        if (!all && !shows(view, view->sorted[i]))
            continue;
        mem_grow(&view->order, view->count, &view->order_capacity, sizeof *view->order);
        view->order[view->count++] = view->sorted[i];
    }
    if (view->cursor >= view->count)
        view->cursor = view->count ? view->count - 1 : 0;
}

static void sort(struct list_view *view)
{
    if (view->known)
        qsort_r(view->sorted, view->known, sizeof *view->sorted, compare_rows, view);
    choose_rows(view);
}

void list_view_move_to(struct list_view *view, size_t row)
{
    if (!view->count)
        return;
    view->cursor = row < view->count ? row : view->count - 1;
    view->wanted = view->order[view->cursor];
}

void list_view_go(struct list_view *view, size_t result)
{
    for (size_t i = 0; i < view->count; i++)
        if (view->order[i] == result)
            list_view_move_to(view, i);
}

static void add_result(struct list_view *view, size_t result)
{
    mem_grow(&view->sorted, view->known, &view->sorted_capacity, sizeof *view->sorted);
    if (view->launches) {
        mem_grow(&view->launched, view->known, &view->launched_capacity, sizeof *view->launched);
        view->launched[result] =
            result_passes_at(view->report, view->launches, &view->counts, result);
    }
    view->sorted[view->known++] = result;
}

void list_view_update(struct list_view *view)
{
    size_t count = report_count(view->report);
    if (count == view->known)
        return;
    for (size_t i = view->known; i < count; i++)
        add_result(view, i);
    sort(view);
    if (view->follow && view->sort == LIST_NUMBER && !view->reverse)
        list_view_move_to(view, view->count);
}

bool list_view_filter(struct list_view *view, const char *text, struct error *error)
{
    if (!list_filter_set(&view->filter, text, error))
        return false;
    choose_rows(view);
    return true;
}

bool list_view_by_launches(const struct list_view *view)
{
    return view->launches && !view->all_launches;
}

bool list_view_filtered(const struct list_view *view)
{
    return list_view_by_launches(view) || view->filter.text;
}

size_t list_view_current(const struct list_view *view)
{
    return view->cursor < view->count ? view->order[view->cursor] : report_count(view->report);
}

const char *const list_column_names[LIST_COLUMNS] = {
    [LIST_NUMBER] = "number",   [LIST_REPORT] = "report", [LIST_NAME] = "kernel",
    [LIST_LAUNCH] = "launch",   [LIST_SERIES] = "series", [LIST_DURATION] = "duration",
    [LIST_COMPUTE] = "compute", [LIST_MEMORY] = "memory", [LIST_OCCUPANCY] = "occupancy",
    [LIST_LIMIT] = "limit",
};

bool list_view_sort_by(struct list_view *view, const char *name)
{
    bool reverse = *name == '-';
    for (int i = 0; i < LIST_COLUMNS; i++)
        if (strcmp(list_column_names[i], name + reverse) == 0) {
            view->sort = (enum list_column)i;
            view->reverse = reverse;
            sort(view);
            return true;
        }
    return false;
}

void list_view_sort_name(const struct list_view *view, struct strbuf *out)
{
    strbuf_addf(out, "%s%s", view->reverse ? "-" : "", list_column_names[view->sort]);
}

static void move(struct list_view *view, long step)
{
    long to = (long)view->cursor + step;
    list_view_move_to(view, to < 0 ? 0 : (size_t)to);
}

bool list_view_act(struct list_view *view, enum action_id action, int rows)
{
    view->follow = view->follow && action == DO_NOTHING;
    switch (action) {
    case DO_DOWN:
        move(view, 1);
        return true;
    case DO_UP:
        move(view, -1);
        return true;
    case DO_PAGE_DOWN:
        move(view, rows - 1);
        return true;
    case DO_PAGE_UP:
        move(view, 1 - rows);
        return true;
    case DO_FIRST:
        list_view_move_to(view, 0);
        return true;
    case DO_LAST:
        move(view, (long)view->count);
        return true;
    case DO_SORT:
        view->sort = (view->sort + 1) % LIST_COLUMNS;
        while ((view->sort == LIST_REPORT && !view->report_width) ||
               (view->sort == LIST_SERIES && !view->series_width))
            view->sort++;
        view->reverse = false;
        sort(view);
        return true;
    case DO_REVERSE:
        view->reverse = !view->reverse;
        sort(view);
        return true;
    case DO_DROP_FILTER:
        return list_view_filter(view, "", NULL);
    case DO_LAUNCHES:
        view->all_launches = !view->all_launches;
        choose_rows(view);
        return true;
    default:
        return false;
    }
}

bool list_view_click(struct list_view *view, int row)
{
    size_t at = view->top + (size_t)(row > 0 ? row - 1 : 0);
    if (row < 1 || at >= view->count)
        return false;
    view->follow = false;
    list_view_move_to(view, at);
    return true;
}

bool list_view_search(struct list_view *view, const char *text, int step, bool here)
{
    for (size_t i = here ? 0 : 1; i <= view->count && view->count; i++) {
        long at = ((long)view->cursor + step * (long)i) % (long)view->count;
        if (at < 0)
            at += (long)view->count;
        if (match_text(report_summary(view->report, view->order[at])->name, text)) {
            list_view_move_to(view, (size_t)at);
            return true;
        }
    }
    return false;
}

static void put(int row, const struct list_layout *layout, enum list_column column, enum role role,
                const char *text)
{
    int width = layout->width[column], start = layout->start[column];
    if (!width)
        return;
    int used = (int)safe_text_width(text);
    if (columns[column].right && used < width)
        start += width - used;
    screen_text(row, start, width, role, text);
}

static enum role share_role(double percent)
{
    return percent >= 80 ? ROLE_HOT : percent >= 60 ? ROLE_BUSY : ROLE_GOOD;
}

/* "██▏ 62.1", or only the number where the column is narrow. */
static void put_share(int row, const struct list_layout *layout, enum list_column column,
                      double percent, bool selected)
{
    enum { NUMBER = 6 };
    int width = layout->width[column];
    if (!width)
        return;
    if (isnan(percent)) {
        put(row, layout, column, ROLE_DIM, "-");
        return;
    }
    struct strbuf text = {0};
    if (width > NUMBER + 2) {
        glyphs_bar(screen_glyphs(), &text, percent / 100, (size_t)(width - NUMBER));
        screen_text(row, layout->start[column], width - NUMBER,
                    selected ? ROLE_SELECTION : share_role(percent), text.data);
        strbuf_clear(&text);
    }
    strbuf_addf(&text, "%6.1f", percent);
    screen_text(row, layout->start[column] + width - NUMBER, NUMBER,
                selected ? ROLE_SELECTION : ROLE_NORMAL, text.data);
    strbuf_free(&text);
}

static void add_dimensions(struct strbuf *out, const uint64_t d[3])
{
    strbuf_addf(out, "%" PRIu64, d[0]);
    for (int i = 1; i < 3 && (d[i] > 1 || (i == 1 && d[2] > 1)); i++)
        strbuf_addf(out, "%s%" PRIu64, screen_glyphs()->times, d[i]);
}

/* Where there is no room for all of it, a rank is told by the start of its name, a file by the end.
 */
static void put_report(const struct list_view *view, size_t file, int row,
                       const struct list_layout *layout, enum role role)
{
    int width = layout->width[LIST_REPORT];
    if (!width)
        return;
    struct strbuf text = {0};
    char *name = report_name(view->report, file);
    const struct report_file *of = report_file(view->report, file);
    const char *end = name;
    if (strcmp(of->label, of->name) == 0 && (int)safe_text_width(name) > width) {
        while ((int)safe_text_width(end) >= width)
            end += safe_text_cut(end, 1);
        strbuf_adds(&text, safe_text_utf8() ? "…" : "~");
    }
    strbuf_adds(&text, end);
    put(row, layout, LIST_REPORT, role, text.data);
    strbuf_free(&text);
    free(name);
}

static void draw_row(const struct list_view *view, size_t index, int row,
                     const struct list_layout *layout, const char *search)
{
    const struct result_summary *s = report_summary(view->report, view->order[index]);
    bool selected = index == view->cursor;
    enum role role = selected ? ROLE_SELECTION : ROLE_NORMAL;
    char *name = safe_text(s->name);
    struct strbuf text = {0};
    if (selected) {
        /* The whole row, so that it shows without colours too. */
        strbuf_pad(&text, ' ', (size_t)screen_columns());
        screen_text(row, 0, screen_columns(), role, text.data);
        screen_text(row, 0, 1, role, screen_glyphs()->cursor);
        strbuf_clear(&text);
    }
    strbuf_addf(&text, "%zu", s->id);
    put(row, layout, LIST_NUMBER, selected ? role : ROLE_DIM, text.data);
    put_report(view, s->file, row, layout, selected ? role : ROLE_DIM);
    put(row, layout, LIST_NAME,
        !selected && search && *search && match_text(name, search) ? ROLE_MATCH : role, name);
    strbuf_clear(&text);
    if (s->grid[0]) {
        add_dimensions(&text, s->grid);
        strbuf_addf(&text, " %s ", screen_glyphs()->times);
        add_dimensions(&text, s->block);
    }
    put(row, layout, LIST_LAUNCH, role, text.data);
    strbuf_clear(&text);
    if (s->parameters)
        safe_text_add(&text, s->parameters, strlen(s->parameters), false);
    put(row, layout, LIST_SERIES, role, text.data ? text.data : "");
    strbuf_clear(&text);
    if (isnan(s->duration)) {
        strbuf_adds(&text, "-");
    } else {
        struct unit_scale scale = unit_scale_for("ns", s->duration);
        strbuf_addf(&text, "%.2f %s", s->duration / scale.factor, scale.unit);
    }
    put(row, layout, LIST_DURATION, role, text.data);
    put_share(row, layout, LIST_COMPUTE, s->compute, selected);
    put_share(row, layout, LIST_MEMORY, s->memory, selected);
    strbuf_clear(&text);
    if (isnan(s->occupancy))
        strbuf_adds(&text, "-");
    else
        strbuf_addf(&text, "%.0f%%", s->occupancy);
    put(row, layout, LIST_OCCUPANCY, role, text.data);
    put(row, layout, LIST_LIMIT, role, verdict_text(s));
    list_change_draw(view->baselines, view->order[index], screen_columns(), row, selected);
    list_change_mark(view->baselines, view->order[index], row, 1, selected);
    strbuf_free(&text);
    free(name);
}

/* Rows that were never shown are not asked for their parameters. */
static void note_series(struct list_view *view, int visible)
{
    for (int i = 0; i < visible && view->top + (size_t)i < view->count; i++) {
        const char *parameters =
            report_summary(view->report, view->order[view->top + (size_t)i])->parameters;
        const int width = parameters ? (int)safe_text_width(parameters) : 0;
        view->series_width = width > view->series_width ? width : view->series_width;
    }
}

void list_view_draw(struct list_view *view, int top_row, int rows, const char *search)
{
    int visible = rows - 1;
    if (view->cursor < view->top)
        view->top = view->cursor;
    if (visible > 0 && view->cursor >= view->top + (size_t)visible)
        view->top = view->cursor - (size_t)visible + 1;
    note_series(view, visible);
    struct list_layout layout =
        list_layout(screen_columns() - list_change_width(view->baselines, screen_columns()),
                    view->report_width, view->series_width);
    list_change_titles(view->baselines, screen_columns(), top_row);
    for (int i = 0; i < LIST_COLUMNS; i++) {
        struct strbuf title = {0};
        strbuf_adds(&title, columns[i].title);
        if ((enum list_column)i == view->sort)
            strbuf_addf(&title, "%s",
                        columns[i].descending != view->reverse ? screen_glyphs()->down
                                                               : screen_glyphs()->up);
        put(top_row, &layout, (enum list_column)i,
            (enum list_column)i == view->sort ? ROLE_TITLE : ROLE_HEADING, title.data);
        strbuf_free(&title);
    }
    for (int i = 0; i < visible && view->top + (size_t)i < view->count; i++)
        draw_row(view, view->top + (size_t)i, top_row + 1 + i, &layout, search);
    if (!view->count)
        screen_text(top_row + 2, 2, screen_columns() - 4, ROLE_DIM,
                    view->known ? "no result passes the filter" : "no results yet");
}

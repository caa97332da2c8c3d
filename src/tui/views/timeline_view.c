#include "tui/views/timeline_view.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report/base/mem.h"
#include "report/compare/value_change.h"
#include "report/metric/metric_format.h"
#include "tui/details/definitions.h"
#include "tui/term/match.h"
#include "tui/views/timeline_draw.h"
#include "tui/views/timeline_export.h"
#include "tui/widgets/view_host.h"

enum { FAR = 10, LEAST_SAMPLES = 4 };

static void add_line(struct timeline_view *view, struct timeline_line line)
{
    mem_grow(&view->lines, view->line_count, &view->line_capacity, sizeof *view->lines);
    view->lines[view->line_count++] = line;
}

/* The name by which a fold is known in the next result, too; free() it. */
static char *fold_name(const struct timeline_view *view, const struct timeline_line *line)
{
    const struct timeline *t = view->timeline;
    if (line->kind == LINE_GROUP)
        return mem_strdup(t->groups[line->index].label);
    const struct timeline_row *row = &t->rows[line->row];
    return mem_printf("%s\n%s", t->groups[row->group].label, row->label);
}

static size_t find_turned(const struct timeline_view *view, const char *name)
{
    size_t i = 0;
    while (i < view->turned_count && strcmp(view->turned[i], name) != 0)
        i++;
    return i;
}

bool timeline_view_is_open(const struct timeline_view *view, const struct timeline_line *line)
{
    char *name = fold_name(view, line);
    bool turned = find_turned(view, name) < view->turned_count;
    free(name);
    return turned != (line->kind != LINE_GROUP || view->timeline->groups[line->index].open);
}

static void turn(struct timeline_view *view, const struct timeline_line *line)
{
    char *name = fold_name(view, line);
    size_t at = find_turned(view, name);
    if (at < view->turned_count) {
        free(view->turned[at]);
        view->turned[at] = view->turned[--view->turned_count];
        free(name);
        return;
    }
    mem_grow(&view->turned, view->turned_count, &view->turned_capacity, sizeof *view->turned);
    view->turned[view->turned_count++] = name;
}

static void add_row(struct timeline_view *view, size_t at)
{
    const struct timeline_row *row = &view->timeline->rows[at];
    struct timeline_line line = {LINE_ROW, at, at};
    add_line(view, line);
    if (row->count > 1 && timeline_view_is_open(view, &line))
        for (size_t i = 0; i < row->count; i++)
            add_line(view, (struct timeline_line){LINE_COURSE, row->first + i, at});
}

/* Whether the group has a line of its own. */
static bool has_heading(const struct timeline *t, size_t group)
{
    return *t->groups[group].label || t->group_count > 1;
}

static void list_lines(struct timeline_view *view)
{
    const struct timeline *t = view->timeline;
    size_t group = SIZE_MAX;
    bool open = true;
    view->line_count = 0;
    for (size_t i = 0; i < t->row_count; i++) {
        if (t->rows[i].group != group) {
            group = t->rows[i].group;
            struct timeline_line heading = {LINE_GROUP, group, i};
            if (has_heading(t, group))
                add_line(view, heading);
            open = !has_heading(t, group) || timeline_view_is_open(view, &heading);
        }
        if (open)
            add_row(view, i);
    }
    if (view->cursor.at >= view->line_count)
        view->cursor.at = view->line_count ? view->line_count - 1 : 0;
}

void timeline_view_show(struct timeline_view *view, const struct result *result)
{
    timeline_free(view->timeline);
    view->timeline = NULL;
    view->line_count = 0;
    view->result = result;
}

void timeline_view_compare(struct timeline_view *view, const struct result *baseline)
{
    timeline_free(view->before);
    view->before = NULL;
    view->baseline = baseline;
}

void timeline_view_free(struct timeline_view *view)
{
    timeline_view_compare(view, NULL);
    timeline_view_show(view, NULL);
    for (size_t i = 0; i < view->turned_count; i++)
        free(view->turned[i]);
    free(view->turned);
    free(view->lines);
}

static void show_whole(struct timeline_view *view)
{
    view->from = view->timeline->start;
    view->to = view->timeline->end;
}

/* With a tenth of it, and a sample, on either side, since the sampler runs long before and after.
 */
static void show_work(struct timeline_view *view)
{
    const struct timeline *t = view->timeline;
    show_whole(view);
    if (isnan(t->work_end))
        return;
    const double margin = fmax(t->work_end / 10, timeline_step(t) * LEAST_SAMPLES / 2);
    const double from = fmax(t->start, -margin), to = fmin(t->end, t->work_end + margin);
    if (to > from) {
        view->from = from;
        view->to = to;
        view->at = fmin(fmax(view->at, from), to);
    }
}

static struct timeline *make(struct section_choice *choice, const struct result *result)
{
    size_t count;
    const Rep__ProfilerSection **sections = section_choice_of(choice, result, &count);
    struct timeline *timeline = timeline_new(result, sections, count);
    free(sections);
    return timeline;
}

void timeline_view_make(struct timeline_view *view, struct section_choice *choice)
{
    if (view->baseline && !view->before)
        view->before = make(choice, view->baseline);
    if (view->timeline || !view->result)
        return;
    view->timeline = make(choice, view->result);
    show_work(view);
    view->at = fmax(view->timeline->start, 0);
    list_lines(view);
    /* The first row that can be drawn. */
    if (view->cursor.at == 0 && view->line_count > 1 && view->lines[0].kind == LINE_GROUP)
        view->cursor.at = 1;
}

static void show_time_cursor(struct timeline_view *view)
{
    const struct timeline *t = view->timeline;
    double span = fmin(view->to - view->from, t->end - t->start);
    view->at = fmin(fmax(view->at, t->start), t->end);
    if (view->at < view->from)
        view->from = view->at;
    if (view->at > view->from + span)
        view->from = view->at - span;
    view->from = fmin(fmax(view->from, t->start), t->end - span);
    view->to = view->from + span;
}

/* By columns, but at least to the next sample. */
static void move_time(struct timeline_view *view, double columns, int rows)
{
    double step = fmax((view->to - view->from) / timeline_draw_columns(view, rows),
                       timeline_step(view->timeline));
    view->at += step * columns;
    show_time_cursor(view);
}

/* The cursor stays where it is on the screen. */
static void zoom(struct timeline_view *view, double factor)
{
    const struct timeline *t = view->timeline;
    double span = view->to - view->from, whole = t->end - t->start;
    double least = fmin(fmax(timeline_step(t) * LEAST_SAMPLES, whole / 1e6), whole);
    double share = span > 0 ? (view->at - view->from) / span : 0;
    double wanted = fmin(fmax(span * factor, least), whole);
    view->from = view->at - wanted * share;
    view->to = view->from + wanted;
    show_time_cursor(view);
}

/* The line that folds: a heading, a stack, or the one that a line is in. */
static bool fold_line(const struct timeline_view *view, struct timeline_line *line)
{
    const struct timeline *t = view->timeline;
    *line = view->lines[view->cursor.at];
    if (line->kind == LINE_COURSE || (line->kind == LINE_ROW && t->rows[line->index].count > 1)) {
        line->kind = LINE_ROW;
        line->index = line->row;
        return true;
    }
    if (line->kind == LINE_ROW)
        *line = (struct timeline_line){LINE_GROUP, t->rows[line->row].group, line->row};
    return has_heading(t, line->index);
}

/* To a line, or to its group if that is folded. */
static void go_to(struct timeline_view *view, const struct timeline_line *to)
{
    size_t group = view->timeline->rows[to->row].group;
    for (size_t i = 0; i < view->line_count; i++) {
        const struct timeline_line *line = &view->lines[i];
        if ((line->kind == LINE_GROUP && line->index == group) ||
            (line->kind == LINE_ROW && line->row == to->row && to->kind != LINE_GROUP) ||
            (line->kind == to->kind && line->index == to->index))
            view->cursor.at = i;
    }
}

static void fold(struct timeline_view *view)
{
    struct timeline_line line;
    if (!view->line_count || !fold_line(view, &line))
        return;
    turn(view, &line);
    list_lines(view);
    go_to(view, &line);
}

/* All groups open, or if they are all closed. */
static void fold_all(struct timeline_view *view)
{
    bool open = false;
    struct timeline_line at = view->lines[view->cursor.at];
    for (size_t i = 0; i < view->timeline->group_count; i++) {
        struct timeline_line line = {LINE_GROUP, i, 0};
        open = open || !timeline_view_is_open(view, &line);
    }
    for (size_t i = 0; i < view->timeline->group_count; i++) {
        struct timeline_line line = {LINE_GROUP, i, 0};
        if (timeline_view_is_open(view, &line) != open)
            turn(view, &line);
    }
    list_lines(view);
    go_to(view, &at);
}

bool timeline_view_act(struct timeline_view *view, enum action_id action, int rows)
{
    if (!view->timeline || !view->line_count)
        return false;
    switch (action) {
    case DO_EARLIER:
        move_time(view, -1, rows);
        return true;
    case DO_LATER:
        move_time(view, 1, rows);
        return true;
    case DO_MUCH_EARLIER:
        move_time(view, -FAR, rows);
        return true;
    case DO_MUCH_LATER:
        move_time(view, FAR, rows);
        return true;
    case DO_CLOSER:
        zoom(view, 0.5);
        return true;
    case DO_WIDER:
        zoom(view, 2);
        return true;
    case DO_WHOLE:
        if (view->from == view->timeline->start && view->to == view->timeline->end)
            show_work(view);
        else
            show_whole(view);
        return true;
    case DO_UNFOLD:
        fold(view);
        return true;
    case DO_UNFOLD_ALL:
        fold_all(view);
        return true;
    default:
        return row_cursor_act(&view->cursor, view->line_count, action,
                              timeline_draw_lines(view, rows));
    }
}

bool timeline_view_click(struct timeline_view *view, int row, int column, int rows)
{
    double at;
    if (!view->timeline || !view->line_count)
        return false;
    if (timeline_draw_time_at(view, row, column, rows, &at)) {
        view->at = at;
        show_time_cursor(view);
    }
    return row_cursor_click(&view->cursor, view->line_count, row - timeline_draw_first(view, rows),
                            timeline_draw_lines(view, rows));
}

/* A row that is folded away is found, too. */
static bool line_has(const struct timeline *t, const struct timeline_line *line, const char *text)
{
    if (line->kind == LINE_GROUP)
        return match_text(t->groups[line->index].label, text);
    if (line->kind == LINE_COURSE)
        return match_text(t->courses[line->index].label, text) ||
               match_text(t->courses[line->index].metric, text);
    const struct timeline_row *row = &t->rows[line->index];
    return match_text(row->label, text) ||
           (row->count == 1 && match_text(t->courses[row->first].metric, text));
}

struct looked {
    const struct timeline *timeline;
    const struct timeline_line *lines;
};

static bool has_text(const void *context, size_t row, const char *text)
{
    const struct looked *looked = context;
    return line_has(looked->timeline, &looked->lines[row], text);
}

bool timeline_view_search(struct timeline_view *view, const char *text, int step, bool here)
{
    struct timeline_view whole = {.timeline = view->timeline};
    if (!view->timeline || !view->line_count)
        return false;
    /* All lines, as if everything were open. */
    for (size_t i = 0; i < view->timeline->row_count; i++) {
        const struct timeline_row *row = &view->timeline->rows[i];
        if (!i || row->group != row[-1].group)
            add_line(&whole, (struct timeline_line){LINE_GROUP, row->group, i});
        add_line(&whole, (struct timeline_line){LINE_ROW, i, i});
        for (size_t j = 0; row->count > 1 && j < row->count; j++)
            add_line(&whole, (struct timeline_line){LINE_COURSE, row->first + j, i});
    }
    const struct timeline_line *at = &view->lines[view->cursor.at];
    for (size_t i = 0; i < whole.line_count; i++)
        if (whole.lines[i].kind == at->kind && whole.lines[i].index == at->index)
            whole.cursor.at = i;
    const struct looked looked = {view->timeline, whole.lines};
    bool found =
        row_cursor_search(&whole.cursor, whole.line_count, has_text, &looked, text, step, here);
    struct timeline_line to = found ? whole.lines[whole.cursor.at] : *at;
    free(whole.lines);
    if (!found)
        return false;
    struct timeline_line group = {LINE_GROUP, view->timeline->rows[to.row].group, to.row};
    struct timeline_line row = {LINE_ROW, to.row, to.row};
    if (to.kind != LINE_GROUP && !timeline_view_is_open(view, &group))
        turn(view, &group);
    if (to.kind == LINE_COURSE && !timeline_view_is_open(view, &row))
        turn(view, &row);
    list_lines(view);
    go_to(view, &to);
    return true;
}

static void add_value(struct strbuf *out, const char *what, double value)
{
    strbuf_addf(out, "%s ", what);
    if (isnan(value))
        strbuf_adds(out, "n/a");
    else
        format_number(out, value);
}

static void add_change(const struct timeline_view *view, const struct timeline_row *row,
                       const struct timeline_course *course, struct strbuf *out)
{
    const double before = timeline_mean_before(view->before, view->timeline, row, course);
    const struct timeline_numbers *numbers = course ? &course->numbers : &row->numbers;
    const struct value_change change = value_change_judge("", before, numbers->mean, NAN);
    add_value(out, "; baseline's mean", before);
    if (*change.text && !isnan(before))
        strbuf_addf(out, " (%s)", change.text);
}

const char *timeline_view_metric(const struct timeline_view *view)
{
    const struct timeline *t = view->timeline;
    if (!t || !view->line_count)
        return NULL;
    const struct timeline_line *line = &view->lines[view->cursor.at];
    if (line->kind == LINE_GROUP)
        return NULL;
    return t->courses[line->kind == LINE_COURSE ? line->index : t->rows[line->row].first].metric;
}

void timeline_view_copy(const struct timeline_view *view, struct strbuf *out)
{
    const struct timeline *t = view->timeline;
    if (!t || !view->line_count)
        return;
    const struct timeline_line *line = &view->lines[view->cursor.at];
    if (line->kind == LINE_GROUP) {
        strbuf_addf(out, "%s\n", t->groups[line->index].label);
        return;
    }
    const struct timeline_row *row = &t->rows[line->row];
    bool single = line->kind == LINE_COURSE;
    const struct timeline_course *course = &t->courses[single ? line->index : row->first];
    strbuf_addf(out, "%s", single ? course->label : row->label);
    if (single || row->count == 1)
        strbuf_addf(out, " (%s)", course->metric);
    strbuf_addf(out, "%s%s: ", *course->unit ? ", " : "", course->unit);
    add_value(out, "at", view->at);
    add_value(out, " ns:",
              single ? timeline_mean(course, view->at, view->at)
                     : timeline_row_mean(t, row, view->at, view->at));
    const struct timeline_numbers *numbers = single ? &course->numbers : &row->numbers;
    add_value(out, isnan(t->work_end) ? "; least" : "; while the work ran: least",
              numbers->minimum);
    add_value(out, ", mean", numbers->mean);
    add_value(out, ", greatest", numbers->maximum);
    if (view->before && !view->changes_off)
        add_change(view, row, single ? course : NULL, out);
    strbuf_addc(out, '\n');
}

/* --- as a view of the screen ------------------------------------------------------------------ */

static void release(struct view *view)
{
    timeline_view_free(view->state);
}

static void settle(struct view *view, int rows)
{
    (void)rows;
    timeline_view_make(view->state, &view->host->definitions->choice);
}

static void fit(struct view *view, int rows)
{
    timeline_view_fit(view->state, rows);
}

static void draw(const struct view *view, int rows, const char *search)
{
    timeline_view_draw(view->state, rows, search);
}

static void act(struct view *view, struct view_action action, struct effects *effects)
{
    (void)effects;
    timeline_view_act(view->state, action.id, action.rows);
}

static bool search(struct view *view, const char *text, int step, bool here,
                   struct effects *effects)
{
    (void)effects;
    return timeline_view_search(view->state, text, step, here);
}

static bool click(struct view *view, int row, int column, int rows)
{
    return timeline_view_click(view->state, row, column, rows);
}

static void place(struct view *view, struct view_place *place, bool back)
{
    struct timeline_view *timeline = view->state;
    row_cursor_place(&timeline->cursor, place, back);
}

static bool print(struct view *view, enum page_format format, FILE *out, struct error *error)
{
    return timeline_export(view->state, format, out, error);
}

static void copy(struct view *view, struct strbuf *out)
{
    timeline_view_copy(view->state, out);
}

static void show(struct view *view, struct result *result)
{
    timeline_view_show(view->state, result);
}

static void compare(struct view *view, const struct result *baseline, const char *name)
{
    (void)name;
    timeline_view_compare(view->state, baseline);
}

static void hide_changes(struct view *view, bool hidden)
{
    struct timeline_view *timeline = view->state;
    timeline->changes_off = hidden;
}

static struct view_metric metric(struct view *view)
{
    return view_metric_of(timeline_view_metric(view->state),
                          "this row is not a time series; :metric takes any metric's name");
}

const struct view_ops timeline_view_ops = {
    .id = VIEW_TIMELINE,
    .title = "Timeline",
    .called = "the timeline",
    .open = DO_TIMELINE,
    .size = sizeof(struct timeline_view),
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
    .compare = compare,
    .hide_changes = hide_changes,
    .metric = metric,
};

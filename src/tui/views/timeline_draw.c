#include "tui/views/timeline_draw.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report/base/mem.h"
#include "report/base/safe_text.h"
#include "report/metric/metric_format.h"
#include "report/metric/unit_spelling.h"
#include "tui/figures/chart_axes.h"
#include "tui/term/canvas.h"
#include "tui/term/change_mark.h"
#include "tui/term/match.h"
#include "tui/term/screen.h"
#include "tui/term/short_number.h"
#include "tui/views/timeline_layout.h"
#include "tui/widgets/empty_view.h"
#include "tui/widgets/result_title.h"

enum { MOST_STATES = 26 };

static const enum role line_roles[] = {ROLE_GOOD, ROLE_BUSY, ROLE_HOT, ROLE_TITLE, ROLE_HEADING};

static enum role role_of(size_t state)
{
    return line_roles[state % (sizeof line_roles / sizeof *line_roles)];
}

/* The letter of a stacked metric, in the chart and before its name. */
static char letter_of(size_t state)
{
    return (char)(state < MOST_STATES ? 'a' + (int)state : '+');
}

/* ---- what a line says ---- */

struct line_facts {
    const char *label, *unit;
    int indent;
    struct timeline_numbers numbers;
    double least, most;                   /* of all samples */
    const struct timeline_course *course; /* NULL: of the whole row */
    const struct timeline_row *row;
};

static struct line_facts facts_of(const struct timeline_view *view,
                                  const struct timeline_line *line)
{
    const struct timeline *t = view->timeline;
    if (line->kind == LINE_GROUP)
        return (struct line_facts){.label = t->groups[line->index].label, .unit = ""};
    const struct timeline_row *row = &t->rows[line->row];
    if (line->kind == LINE_ROW)
        return (struct line_facts){.label = row->label,
                                   .unit = t->courses[row->first].unit,
                                   .indent = 2,
                                   .numbers = row->numbers,
                                   .least = row->least,
                                   .most = row->most,
                                   .row = row};
    const struct timeline_course *course = &t->courses[line->index];
    return (struct line_facts){.label = course->label,
                               .unit = course->unit,
                               .indent = 4,
                               .numbers = course->numbers,
                               .least = course->points.minimum,
                               .most = course->points.maximum,
                               .course = course,
                               .row = row};
}

static void draw_change(const struct timeline_view *view, const struct line_facts *facts,
                        const struct timeline_layout *l, int row, enum role role)
{
    const double before =
        timeline_mean_before(view->before, view->timeline, facts->row, facts->course);
    /* Busier is neither better nor worse. */
    const struct value_change change = value_change_judge("", before, facts->numbers.mean, NAN);
    char *text = change_mark_text(&change, screen_glyphs());
    int width = (int)safe_text_width(text);
    width = width < l->change ? width : l->change;
    screen_text(row, l->change_at + l->change - width, width,
                role == ROLE_NORMAL ? change_mark_role(change.verdict) : role, text);
    free(text);
}

static double value_between(const struct timeline *t, const struct line_facts *facts, double from,
                            double to)
{
    return facts->course ? timeline_mean(facts->course, from, to)
                         : timeline_row_mean(t, facts->row, from, to);
}

/* Letters and fold marks stand before the label; free() it. */
static char *label_of(const struct timeline_view *view, const struct timeline_line *line)
{
    const struct line_facts facts = facts_of(view, line);
    const struct glyphs *g = screen_glyphs();
    char *safe = safe_text(facts.label), *text;
    bool folds = line->kind == LINE_GROUP || (line->kind == LINE_ROW && facts.row->count > 1);
    if (folds)
        text = mem_printf("%s %s", timeline_view_is_open(view, line) ? g->open : g->closed,
                          *safe ? safe : "others");
    else if (line->kind == LINE_COURSE)
        text = mem_printf("%c %s", letter_of(line->index - facts.row->first), safe);
    else
        text = mem_strdup(safe);
    free(safe);
    return text;
}

/* A fold mark or a letter takes two columns. */
static int label_width(const struct timeline_view *view, const struct timeline_line *line)
{
    const struct line_facts facts = facts_of(view, line);
    char *safe = safe_text(facts.label);
    int width = 1 + facts.indent + (int)safe_text_width(safe);
    free(safe);
    return width + (facts.course || facts.row->count > 1 ? 2 : 0);
}

static struct timeline_layout layout_of(const struct timeline_view *view, int rows)
{
    int widest = 0;
    for (size_t i = 0; i < view->line_count; i++) {
        if (view->lines[i].kind == LINE_GROUP)
            continue;
        int width = label_width(view, &view->lines[i]);
        widest = width > widest ? width : widest;
    }
    const bool compared = view->before && !view->changes_off;
    return timeline_layout(rows, screen_columns(), widest,
                           compared ? change_mark_width(screen_glyphs()) : 0);
}

/* ---- time and columns ---- */

static double time_of_column(const struct timeline_view *view, int column, int columns)
{
    return view->from + (view->to - view->from) * column / columns;
}

/* The column of the cursor; -1: it is not seen. */
static int cursor_column(const struct timeline_view *view, int columns)
{
    double share = (view->at - view->from) / (view->to - view->from);
    int at = share >= 0 && share <= 1 ? (int)(share * columns) : -1;
    return at < columns ? at : columns - 1;
}

static struct unit_scale time_scale(const struct timeline *t)
{
    return unit_scale_for("ns", fmax(fabs(t->start), fabs(t->end)));
}

static void add_scaled(struct strbuf *out, struct unit_scale scale, double time)
{
    short_number(out, time / scale.factor);
    strbuf_addf(out, " %s", scale.unit);
}

/* All times have the same unit. */
static void add_time(struct strbuf *out, const struct timeline *t, double time)
{
    add_scaled(out, time_scale(t), time);
}

/* ---- lines ---- */

/* Each cell shows the mean over its span of time, from 0 (or the least, if negative) to the
 * greatest.
 */
static void add_course(struct strbuf *out, const struct timeline_view *view,
                       const struct line_facts *facts, int columns)
{
    const struct glyphs *g = screen_glyphs();
    double low = fmin(facts->least, 0), span = facts->most - low;
    for (int i = 0; i < columns; i++) {
        double mean = value_between(view->timeline, facts, time_of_column(view, i, columns),
                                    time_of_column(view, i + 1, columns));
        double share = span > 0 ? (mean - low) / span : 0;
        size_t level = share > 0 ? (size_t)ceil(fmin(share, 1) * (double)g->level_count) : 0;
        strbuf_adds(out, level ? g->levels[level - 1] : " ");
    }
}

static void draw_number(int row, int column, enum role role, double number, const char *unit)
{
    struct strbuf text = {0};
    short_number(&text, number);
    strbuf_adds(&text, unit);
    int width = (int)safe_text_width(text.data);
    screen_text(row, column + TIMELINE_NUMBER_WIDTH - width, width, role, text.data);
    strbuf_free(&text);
}

static void draw_values(const struct timeline_view *view, const struct line_facts *facts,
                        const struct timeline_layout *l, int row, enum role role)
{
    const double numbers[TIMELINE_NUMBERS] = {
        [TIMELINE_HERE] = value_between(view->timeline, facts, view->at, view->at),
        [TIMELINE_LEAST] = facts->numbers.minimum,
        [TIMELINE_MEAN] = facts->numbers.mean,
        [TIMELINE_MOST] = facts->numbers.maximum};
    const char *behind = !l->unit && strcmp(facts->unit, "%") == 0 ? "%" : "";
    for (int i = 0; i < TIMELINE_NUMBERS; i++)
        if (l->number_at[i] >= 0)
            draw_number(row, l->number_at[i], role, numbers[i], behind);
    char *spelled = unit_spelled(facts->unit), *unit = safe_text(spelled);
    if (l->unit)
        screen_text(row, l->unit_at, l->unit, role == ROLE_NORMAL ? ROLE_DIM : role, unit);
    if (l->change)
        draw_change(view, facts, l, row, role);
    free(spelled);
    free(unit);
}

static void draw_line(const struct timeline_view *view, const struct timeline_line *line,
                      const struct timeline_layout *l, int row, bool selected, const char *search)
{
    const struct line_facts facts = facts_of(view, line);
    bool heading = line->kind == LINE_GROUP;
    enum role role = row_cursor_draw(row, selected, heading ? ROLE_HEADING : ROLE_NORMAL);
    char *label = label_of(view, line);
    struct strbuf name = {0}, course = {0};
    int room = heading ? screen_columns() - 3 : l->label - facts.indent - 1;
    safe_text_fit_middle(&name, label, (size_t)(room > 0 ? room : 0));
    bool found = !selected && search && *search && match_text(label, search);
    if (name.data)
        screen_text(row, 2 + facts.indent, room, found ? ROLE_MATCH : role, name.data);
    if (!heading) {
        add_course(&course, view, &facts, l->course);
        if (course.data)
            screen_text(
                row, l->course_at, l->course,
                selected ? role
                : facts.course
                    ? role_of((size_t)(facts.course - &view->timeline->courses[facts.row->first]))
                    : ROLE_GOOD,
                course.data);
        draw_values(view, &facts, l, row, role);
    }
    strbuf_free(&course);
    strbuf_free(&name);
    free(label);
}

static void draw_heading(const struct timeline_view *view, const struct timeline_layout *l, int row)
{
    static const char *const names[] = {"here", "least", "mean", "most"};
    struct strbuf left = {0}, right = {0};
    for (int i = 0; i < TIMELINE_NUMBERS; i++)
        if (l->number_at[i] >= 0) {
            int width = (int)strlen(names[i]);
            screen_text(row, l->number_at[i] + TIMELINE_NUMBER_WIDTH - width, width, ROLE_DIM,
                        names[i]);
        }
    if (l->change)
        screen_text(row, l->change_at + l->change - 7, 7, ROLE_DIM, "of mean");
    if (!l->course)
        return;
    add_time(&left, view->timeline, view->from);
    add_time(&right, view->timeline, view->to);
    int at = cursor_column(view, l->course), from = (int)safe_text_width(left.data);
    int until = l->course - (int)safe_text_width(right.data);
    /* Not where the cursor's mark stands. */
    if (from + 2 < until && at > from)
        screen_text(row, l->course_at, from, ROLE_DIM, left.data);
    if (from + 2 < until && at < until - 1)
        screen_text(row, l->course_at + until, l->course - until, ROLE_DIM, right.data);
    if (at >= 0)
        screen_text(row, l->course_at + at, 1, ROLE_FINDING, screen_glyphs()->down);
    strbuf_free(&left);
    strbuf_free(&right);
}

/* ---- the chart ---- */

/* The greatest value that is seen. */
static double greatest(const struct timeline_view *view, const struct line_facts *facts,
                       int columns)
{
    double most = NAN;
    for (int i = 0; i < columns; i++)
        most = fmax(most, value_between(view->timeline, facts, time_of_column(view, i, columns),
                                        time_of_column(view, i + 1, columns)));
    return most;
}

static void draw_points(const struct timeline_view *view, const struct timeline_course *course,
                        const struct chart_axes *axes, double factor, struct canvas *canvas)
{
    const struct metric_points *points = &course->points;
    for (size_t i = 0; i < points->count; i++) {
        const struct metric_point *to = &points->items[i];
        const struct metric_point *from = i ? &points->items[i - 1] : to;
        if (to->x >= view->from && from->x <= view->to && isfinite(from->y) && isfinite(to->y))
            chart_axes_line(axes, canvas, from->x / factor, from->y, to->x / factor, to->y,
                            ROLE_GOOD);
    }
}

/* One column of a stack: each cell is of the state that is in its middle. */
static void draw_stack(const struct timeline_view *view, const struct timeline_row *row,
                       const struct chart_axes *axes, int column, double from, double to,
                       struct canvas *canvas)
{
    int top = chart_axes_top(axes), bottom = chart_axes_bottom(axes);
    double sum = 0, each = (axes->y.most - axes->y.least) / (bottom - top + 0.98);
    int cell = bottom;
    for (size_t i = 0; i < row->count; i++) {
        const char glyph[] = {letter_of(i), '\0'};
        double one = timeline_mean(&view->timeline->courses[row->first + i], from, to);
        sum += one > 0 ? one : 0;
        for (; cell >= top && axes->y.least + (bottom - cell + 0.5) * each < sum; cell--)
            canvas_label(canvas, column, cell, role_of(i), glyph);
    }
}

static void draw_stacks(const struct timeline_view *view, const struct timeline_row *row,
                        const struct chart_axes *axes, struct canvas *canvas)
{
    int left = chart_axes_left(axes), columns = chart_axes_right(axes) - left + 1;
    for (int i = 0; i < columns; i++)
        draw_stack(view, row, axes, left + i, time_of_column(view, i, columns),
                   time_of_column(view, i + 1, columns), canvas);
}

static void draw_mark(const struct chart_axes *axes, struct canvas *canvas, double time,
                      enum role role, const char *glyph)
{
    int column = chart_axes_cell(chart_axes_x(axes, time));
    if (time < axes->x.least || time > axes->x.most || column > chart_axes_right(axes))
        return;
    for (int row = chart_axes_top(axes); row <= chart_axes_bottom(axes); row++)
        if ((row - chart_axes_top(axes)) % 2 == 0)
            canvas_glyph(canvas, column, row, role, glyph);
}

static char *chart_title(const struct line_facts *facts)
{
    char *spelled = unit_spelled(facts->unit);
    char *label = safe_text(facts->label), *unit = safe_text(spelled);
    free(spelled);
    char *title = *unit ? mem_printf("%s [%s]", label, unit) : mem_strdup(label);
    free(label);
    free(unit);
    return title;
}

static void draw_chart(const struct timeline_view *view, const struct timeline_line *line, int top,
                       int rows)
{
    const struct timeline *t = view->timeline;
    const struct line_facts facts = facts_of(view, line);
    struct unit_scale scale = time_scale(t);
    int columns = screen_columns() - 2;
    struct canvas *canvas = canvas_new(screen_glyphs(), columns, rows);
    char *title = chart_title(&facts);
    double most = greatest(view, &facts, columns);
    struct chart_axes axes = {0, 0, columns, rows, {.label = scale.unit}, {.label = title}};
    bool stacked = !facts.course && facts.row->count > 1;
    axes.x.least = view->from / scale.factor;
    axes.x.most = view->to / scale.factor;
    axes.y.least = facts.least < 0 ? -short_number_round(-facts.least) : 0;
    axes.y.most = most > 0 ? most * 1.05 : 1;
    chart_axes_draw(&axes, canvas);
    if (stacked)
        draw_stacks(view, facts.row, &axes, canvas);
    else
        draw_points(view, facts.course ? facts.course : &t->courses[facts.row->first], &axes,
                    scale.factor, canvas);
    if (!isnan(t->work_end)) {
        draw_mark(&axes, canvas, 0, ROLE_DIM, screen_glyphs()->dot);
        draw_mark(&axes, canvas, t->work_end / scale.factor, ROLE_DIM, screen_glyphs()->dot);
    }
    draw_mark(&axes, canvas, view->at / scale.factor, ROLE_FINDING, screen_glyphs()->wall);
    struct painter p = {.x = 1, .width = columns, .y = top, .first = top, .last = top + rows};
    canvas_draw(canvas, 0, &p);
    canvas_free(canvas);
    free(title);
}

/* ---- the view ---- */

static void draw_title(const struct timeline_view *view)
{
    const struct timeline *t = view->timeline;
    const struct timeline_course *first = t->courses;
    struct strbuf facts = {0};
    const char *dot = screen_glyphs()->dot;
    strbuf_addf(&facts, "%zu metric%s %s ", t->course_count, t->course_count == 1 ? "" : "s", dot);
    if (t->passes > 1)
        strbuf_addf(&facts, "%zu passes", t->passes);
    else
        strbuf_addf(&facts, "%zu sample%s", first->points.count,
                    first->points.count == 1 ? "" : "s");
    if (timeline_step(t) > 0) {
        strbuf_addf(&facts, "%s every ", t->passes > 1 ? ", samples" : "");
        add_scaled(&facts, unit_scale_for("ns", timeline_step(t)), timeline_step(t));
    }
    if (t->left_out)
        strbuf_addf(&facts, " %s %zu left out: too many samples", dot, t->left_out);
    result_title_draw(view->result, facts.data, 0);
    strbuf_free(&facts);
}

static void draw_readout(const struct timeline_view *view, int row)
{
    const struct timeline *t = view->timeline;
    const char *dot = screen_glyphs()->dot;
    struct strbuf text = {0};
    strbuf_adds(&text, "at ");
    add_time(&text, t, view->at);
    if (!isnan(t->work_end)) {
        strbuf_addf(&text, " %s the work ran from 0 to ", dot);
        add_time(&text, t, t->work_end);
        strbuf_adds(&text, ": numbers are for this time");
    }
    double zoom = (t->end - t->start) / (view->to - view->from);
    if (zoom > 1.001)
        strbuf_addf(&text, " %s zoom %.3g", dot, zoom);
    screen_text(row, 1, screen_columns() - 2, ROLE_NORMAL, text.data);
    strbuf_free(&text);
}

/* The selected line, or of a group its first row. */
static struct timeline_line charted(const struct timeline_view *view)
{
    struct timeline_line line = view->lines[view->cursor.at];
    if (line.kind == LINE_GROUP)
        line = (struct timeline_line){LINE_ROW, line.row, line.row};
    return line;
}

static void draw_nothing(const struct timeline_view *view, int rows)
{
    if (!view->result)
        empty_view_draw(rows, "No result is open: choose one in the list of results.\n");
    else if (view->timeline && view->timeline->has_sections)
        empty_view_draw(
            rows,
            "This result has sections with time series, but no samples in them.\n"
            "Either the profiler could not take any and said why, or the kernel was too short for "
            "the sampling interval (--pm-sampling-interval).\n");
    else
        empty_view_draw(rows,
                        "This result has no time series.\n"
                        "They come from sections that sample counters while a kernel runs: "
                        "--section PmSampling, or --set full. PmSampling_WarpStates is shown in "
                        "reports that ncu wrote.\n");
}

void timeline_view_fit(struct timeline_view *view, int rows)
{
    if (view->timeline && view->line_count)
        row_cursor_fit(&view->cursor, view->line_count, layout_of(view, rows).lines);
}

void timeline_view_draw(const struct timeline_view *view, int rows, const char *search)
{
    if (!view->timeline || !view->line_count) {
        draw_nothing(view, rows);
        return;
    }
    struct timeline_layout l = layout_of(view, rows);
    const struct timeline_line chart = charted(view);
    if (l.title)
        draw_title(view);
    if (l.readout)
        draw_readout(view, l.title);
    if (l.chart)
        draw_chart(view, &chart, l.title + l.readout, l.chart);
    if (l.heading)
        draw_heading(view, &l, l.first - 1);
    for (int i = 0; i < l.lines && view->cursor.top + (size_t)i < view->line_count; i++) {
        size_t at = view->cursor.top + (size_t)i;
        draw_line(view, &view->lines[at], &l, l.first + i, at == view->cursor.at, search);
    }
    row_cursor_more(&view->cursor, view->line_count, l.first, l.lines);
}

int timeline_draw_columns(const struct timeline_view *view, int rows)
{
    struct timeline_layout l = layout_of(view, rows);
    int chart = screen_columns() - 2 - CHART_LEFT, most = l.chart ? chart : l.course;
    return most > 1 ? most : screen_columns() > 1 ? screen_columns() : 1;
}

int timeline_draw_first(const struct timeline_view *view, int rows)
{
    return layout_of(view, rows).first;
}

int timeline_draw_lines(const struct timeline_view *view, int rows)
{
    return layout_of(view, rows).lines;
}

bool timeline_draw_time_at(const struct timeline_view *view, int row, int column, int rows,
                           double *at)
{
    struct timeline_layout l = layout_of(view, rows);
    int left = l.course_at, columns = l.course;
    if (row < l.title + l.readout || row >= l.first + l.lines)
        return false;
    if (row < l.title + l.readout + l.chart) {
        left = 1 + CHART_LEFT;
        columns = screen_columns() - 2 - CHART_LEFT;
    }
    if (column < left || column >= left + columns)
        return false;
    *at = time_of_column(view, 2 * (column - left) + 1, 2 * columns);
    return true;
}

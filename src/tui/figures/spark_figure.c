#include "tui/figures/spark_figure.h"

#include <math.h>
#include <stdlib.h>

#include "report/base/mem.h"
#include "report/base/safe_text.h"
#include "report/compare/body_change.h"
#include "report/metric/metric_format.h"
#include "tui/term/change_mark.h"
#include "tui/term/short_number.h"

enum { NUMBER = 8, UNIT = 12, COURSE_LEAST = 10 };

struct layout {
    int indent, label, course, unit, change; /* columns; 0: not shown */
};

static struct layout plan(const struct body_table *table, const struct body_table *before,
                          int indent, const struct painter *p)
{
    struct layout l = {.indent = indent};
    int room = p->width - indent - 1;
    for (size_t i = 0; i < table->line_count; i++) {
        char *label = safe_text(table->lines[i].label);
        int width = (int)safe_text_width(label);
        l.label = width > l.label ? width : l.label;
        free(label);
    }
    if (l.label > room * 2 / 5)
        l.label = room * 2 / 5;
    l.unit = room >= 76 ? UNIT : 0;
    l.change = before ? change_mark_width(painter_glyphs(p)) + 1 : 0;
    l.course = room - l.label - 2 * (NUMBER + 1) - l.unit - l.change - 2;
    if (l.course < COURSE_LEAST)
        l.course = 0;
    return l;
}

static double mean_of(const struct metric_points *points, size_t from, size_t to)
{
    double sum = 0;
    for (size_t i = from; i < to; i++)
        sum += points->items[i].y;
    return sum / (double)(to - from);
}

/* Appends the course. Each cell is the mean of its samples, from 0 (or the least, if negative) to
 * the greatest. A value above 0 shows at least the lowest level. Few samples take several cells
 * each. */
static void add_course(struct strbuf *out, const struct metric_points *points,
                       const struct glyphs *g, size_t columns)
{
    double low = fmin(points->minimum, 0), span = points->maximum - low;
    for (size_t i = 0; i < columns && points->count; i++) {
        size_t from = i * points->count / columns, to = (i + 1) * points->count / columns;
        double mean = mean_of(points, from, to > from ? to : from + 1);
        double share = span > 0 ? (mean - low) / span : 0;
        size_t level = share > 0 && share <= 1 ? (size_t)ceil(share * (double)g->level_count) : 0;
        strbuf_adds(out, level ? g->levels[level - 1] : " ");
    }
}

static void draw_number(struct painter *p, int column, double value, const char *what,
                        const struct body_line *line)
{
    struct strbuf text = {0};
    struct number number = {.source = line->metric, .value = value, .unit = line->unit};
    char *label = mem_printf("%s, %s of all samples", line->label, what);
    number.label = label;
    short_number(&text, value);
    int width = (int)safe_text_width(text.data);
    painter_number(p, column + NUMBER - width, width, ROLE_NORMAL, text.data, &number);
    strbuf_free(&text);
    free(label);
}

static int mean_column(const struct layout *l)
{
    return l->indent + l->label + 1 + (l->course ? l->course + 1 : 0);
}

/* Draws the change at the right end. */
static void draw_change(const struct body_table *before, const struct body_line *line,
                        const struct layout *l, struct painter *p)
{
    const struct value_change change = body_line_change(before, line);
    char *text = change_mark_text(&change, painter_glyphs(p));
    int width = (int)safe_text_width(text);
    width = width < l->change ? width : l->change;
    painter_text(p, p->width - 1 - width, width, change_mark_role(change.verdict), text);
    free(text);
}

static void draw_line(const struct body_line *line, const struct body_table *before,
                      const struct layout *l, struct painter *p)
{
    struct strbuf course = {0}, name = {0};
    char *label = safe_text(line->label), *unit = safe_text(line->unit);
    safe_text_fit_middle(&name, label, (size_t)l->label);
    if (name.length)
        painter_text(p, l->indent, l->label, ROLE_NORMAL, name.data);
    add_course(&course, &line->points, painter_glyphs(p), (size_t)l->course);
    if (course.length)
        painter_text(p, l->indent + l->label + 1, l->course, ROLE_GOOD, course.data);
    draw_number(p, mean_column(l), line->points.mean, "mean", line);
    draw_number(p, mean_column(l) + NUMBER + 1, line->points.maximum, "greatest", line);
    painter_text(p, mean_column(l) + 2 * NUMBER + 2, l->unit, ROLE_DIM, unit);
    if (l->change)
        draw_change(before, line, l, p);
    strbuf_free(&course);
    strbuf_free(&name);
    free(label);
    free(unit);
    painter_next(p);
}

/* Draws the heading with the time span. All series practically share the times of their samples. */
static void draw_heading(const struct body_table *table, const struct layout *l, struct painter *p)
{
    const struct metric_points *first = &table->lines[0].points;
    double span = first->count ? first->items[first->count - 1].x - first->items[0].x : 0;
    struct unit_scale scale = unit_scale_for("ns", span);
    struct strbuf text = {0};
    short_number(&text, span / scale.factor);
    strbuf_addf(&text, " %s", scale.unit);
    if (l->course && span > 0)
        painter_text(p, l->indent + l->label + 1, l->course, ROLE_DIM, text.data);
    painter_text(p, mean_column(l) + NUMBER - 4, 4, ROLE_DIM, "mean");
    painter_text(p, mean_column(l) + 2 * NUMBER + 1 - 4, 4, ROLE_DIM, "most");
    if (l->change)
        painter_text(p, p->width - 1 - 7, 7, ROLE_DIM, "of mean");
    painter_next(p);
    strbuf_free(&text);
}

void spark_figure_draw(const struct body_table *table, const struct body_table *before, int indent,
                       struct painter *p)
{
    if (!table->line_count)
        return;
    struct layout l = plan(table, before, indent, p);
    draw_heading(table, &l, p);
    for (size_t i = 0; i < table->line_count; i++)
        draw_line(&table->lines[i], before, &l, p);
}

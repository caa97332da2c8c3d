#include "tui/views/timeline_export.h"

#include <math.h>
#include <stdlib.h>

#include "report/base/markdown.h"
#include "report/base/mem.h"
#include "report/compare/value_change.h"
#include "report/metric/metric_format.h"
#include "tui/widgets/export_table.h"
#include "tui/widgets/number_line.h"

/* The baseline's; NULL: nothing is compared. */
static const struct timeline *before_of(const struct timeline_view *view)
{
    return view->changes_off ? NULL : view->before;
}

/* ---- what series sum up to ---- */

enum { GROUP, LABEL, METRIC, UNIT, SAMPLES, INTERVAL, LEAST, MEAN, MOST, BEFORE, CHANGE, COLUMNS };

static const char *const headings[COLUMNS] = {"Group",    "Label",         "Metric", "Unit",
                                              "Samples",  "Interval",      "Least",  "Mean",
                                              "Greatest", "Baseline Mean", "Change"};
static const bool right[COLUMNS] = {
    [SAMPLES] = true, [INTERVAL] = true, [LEAST] = true, [MEAN] = true,
    [MOST] = true,    [BEFORE] = true,   [CHANGE] = true};

static char *number_text(double number, const char *unit)
{
    struct strbuf text = {0};
    strbuf_adds(&text, "");
    if (!isnan(number)) {
        format_number(&text, number);
        strbuf_adds(&text, unit);
    }
    return strbuf_detach(&text);
}

/* course: NULL is the whole row, of which the first one has the samples. */
static void add_line(struct text_table *table, const struct timeline_view *view,
                     const struct timeline_row *row, const struct timeline_course *course)
{
    const struct timeline *t = view->timeline;
    const struct timeline_course *sampled = course ? course : &t->courses[row->first];
    const struct timeline_numbers *numbers = course ? &course->numbers : &row->numbers;
    const double before =
        before_of(view) ? timeline_mean_before(before_of(view), t, row, course) : NAN;
    const struct value_change change = value_change_judge("", before, numbers->mean, NAN);
    char *cells[COLUMNS] = {[GROUP] = mem_strdup(t->groups[row->group].label),
                            [LABEL] = mem_strdup(course ? course->label : row->label),
                            [METRIC] = course ? mem_strdup(course->metric)
                                              : mem_printf("sum of %zu", row->count),
                            [UNIT] = mem_strdup(sampled->unit),
                            [SAMPLES] = number_text((double)sampled->points.count, ""),
                            [INTERVAL] = number_text(sampled->interval, " ns"),
                            [LEAST] = number_text(numbers->minimum, ""),
                            [MEAN] = number_text(numbers->mean, ""),
                            [MOST] = number_text(numbers->maximum, ""),
                            [BEFORE] = number_text(before, ""),
                            [CHANGE] = mem_strdup(change.text)};
    text_table_add(table, (const char *const *)cells);
    for (size_t i = 0; i < COLUMNS; i++)
        free(cells[i]);
}

static void put_lines(const struct timeline_view *view, enum page_format format, FILE *out)
{
    const struct timeline *t = view->timeline;
    struct text_table table = {
        .columns = before_of(view) ? COLUMNS : BEFORE, .names = headings, .right = right};
    for (size_t i = 0; t->courses && i < t->row_count; i++) {
        const struct timeline_row *row = &t->rows[i];
        if (row->count > 1)
            add_line(&table, view, row, NULL);
        for (size_t j = 0; j < row->count; j++)
            add_line(&table, view, row, &t->courses[row->first + j]);
    }
    (format == FORMAT_MARKDOWN ? markdown_table : text_table_print)(&table, out);
    text_table_free(&table);
}

/* ---- samples ---- */

enum { PLAIN = 6, COMPARED = 9 };

static void add_number(struct export_table *table, double number)
{
    struct strbuf text = {0};
    strbuf_adds(&text, "");
    if (isfinite(number))
        number_add_exact(&text, number);
    export_table_add(table, text.data);
    strbuf_free(&text);
}

static void add_samples(struct export_table *table, const struct timeline_course *course,
                        double before)
{
    for (size_t i = 0; i < course->points.count; i++) {
        export_table_add(table, course->metric);
        export_table_add(table, course->label);
        export_table_add(table, course->unit);
        add_number(table, (double)course->pass);
        add_number(table, course->points.items[i].x);
        add_number(table, course->points.items[i].y);
        if (table->columns == PLAIN)
            continue;
        add_number(table, course->numbers.mean);
        add_number(table, before);
        add_number(table, change_percent(before, course->numbers.mean));
    }
}

static void put_samples(const struct timeline_view *view, enum page_format format, FILE *out)
{
    static const char *const keys[COMPARED] = {"metric", "label",         "unit",
                                               "pass",   "time_ns",       "value",
                                               "mean",   "baseline_mean", "mean_change_pct"};
    static const char *const titles[COMPARED] = {
        "Metric Name",       "Label", "Unit", "Pass", "Time (ns)", "Value", "Mean", "Baseline Mean",
        "Change of Mean (%)"};
    static const bool numbers[COMPARED] = {false, false, false, true, true, true, true, true, true};
    const struct timeline *t = view->timeline, *before = before_of(view);
    struct export_table table = {.columns = before ? COMPARED : PLAIN,
                                 .names = format == FORMAT_CSV ? titles : keys,
                                 .numbers = numbers};
    for (size_t i = 0; i < t->row_count; i++) {
        const struct timeline_row *row = &t->rows[i];
        for (size_t j = 0; j < row->count; j++) {
            const struct timeline_course *course = &t->courses[row->first + j];
            add_samples(&table, course,
                        before ? timeline_mean_before(before, t, row, course) : NAN);
        }
    }
    export_table_print(&table, format, out);
    export_table_free(&table);
}

bool timeline_export(const struct timeline_view *view, enum page_format format, FILE *out,
                     struct error *error)
{
    if (!view->timeline || !view->timeline->course_count)
        return error_set(error, "there are no time series");
    (format == FORMAT_CSV || format == FORMAT_JSON ? put_samples : put_lines)(view, format, out);
    return true;
}

#include "tui/list/list_cell.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report/base/safe_text.h"
#include "report/metric/metric_format.h"
#include "report/metric/metric_unit.h"
#include "report/metric/unit_spelling.h"
#include "report/names/report_suffix.h"
#include "tui/list/list_value.h"
#include "tui/term/screen.h"
#include "tui/term/short_number.h"

enum { RANGE_FROM = 20 }; /* columns for a spread with the least and the most value */

static const char *still_reading(void)
{
    return safe_text_utf8() ? "\u2026" : "...";
}

static void add_safe(struct strbuf *out, const char *text)
{
    safe_text_add(out, text, strlen(text), false);
}

void list_cell_report(struct report *report, size_t file, struct strbuf *out)
{
    const char *label = report_file(report, file)->label;
    safe_text_add(out, label, strlen(label) - report_suffix(label), false);
}

void list_cell_title(const struct list_column *column, struct strbuf *out)
{
    static const char peak[] = ".pct_of_peak_sustained_";
    if (!column->metric) {
        strbuf_adds(out, list_fields[column->field].title);
        return;
    }
    const char *share = strstr(column->metric, peak);
    safe_text_add(out, column->metric,
                  share ? (size_t)(share - column->metric) : strlen(column->metric), false);
    strbuf_adds(out, share ? " %" : "");
}

static void add_time(struct strbuf *out, double ns)
{
    struct unit_scale scale = unit_scale_for("ns", ns);
    strbuf_addf(out, "%.2f %s", unit_scale_apply(&scale, ns), scale.unit);
}

static void add_metric(struct strbuf *out, const char *metric, double number)
{
    char unit[48];
    struct unit_scale scale = unit_scale_for(metric_unit(metric, unit, sizeof unit), number);
    format_number(out, unit_scale_apply(&scale, number));
    unit_spell(scale.unit, sizeof scale.unit);
    unit_count(scale.unit, sizeof scale.unit, unit_scale_apply(&scale, number));
    if (*scale.unit)
        strbuf_addf(out, " %s", scale.unit);
}

static void add_number(struct strbuf *out, const struct list_column *column, double number)
{
    if (isnan(number)) {
        strbuf_adds(out, "-");
        return;
    }
    switch (list_fields[column->field].kind) {
    case LIST_AS_TIME:
        add_time(out, number);
        break;
    case LIST_AS_SHARE:
        strbuf_addf(out, "%.1f", number);
        break;
    case LIST_AS_PERCENT:
        strbuf_addf(out, "%.0f%%", number);
        break;
    case LIST_AS_METRIC:
        add_metric(out, list_column_metric(column), number);
        break;
    default:
        strbuf_addf(out, "%.15g", number);
    }
}

static void add_launch(struct strbuf *out, enum list_field field, const struct result_summary *s)
{
    const char *times = screen_glyphs()->times;
    if (field == LIST_LAUNCH)
        list_value_launch(out, s, times);
    else if (s->grid[0])
        list_value_size(out, field == LIST_GRID ? s->grid : s->block, times);
}

static bool is_launch(enum list_field field)
{
    return field == LIST_LAUNCH || field == LIST_GRID || field == LIST_BLOCK;
}

/* Appends the value of a result. One that is a whole group has a sum, too. */
static void add_result(const struct list_view *view, const struct list_column *column,
                       size_t result, bool is_member, struct strbuf *out)
{
    const struct result_summary *s = report_summary(view->report, result);
    enum list_field field = column->field;
    if (field == LIST_NUMBER) {
        strbuf_addf(out, "%zu", s->id);
    } else if (field == LIST_REPORT) {
        list_cell_report(view->report, s->file, out);
    } else if (is_launch(field)) {
        add_launch(out, field, s);
    } else if (field != LIST_SPREAD && (field != LIST_SUM || !is_member)) {
        struct list_value value = list_value_kept(view, column, result);
        /* Columns that always have texts stay empty without one. */
        if (value.text)
            add_safe(out, value.text);
        else if (list_fields[field].kind != LIST_AS_TEXT || !list_fields[field].usual)
            add_number(out, column, value.number);
    }
}

/* Appends "36.10-40.22 us +-6%", or only the end of it. */
static void add_spread(const struct list_stats *stats, int width, struct strbuf *out)
{
    double spread = list_stats_spread(stats);
    struct unit_scale scale = unit_scale_for("ns", stats->median);
    if (stats->count > 1 && width >= RANGE_FROM)
        strbuf_addf(out, "%.2f-%.2f %s ", unit_scale_apply(&scale, stats->least),
                    unit_scale_apply(&scale, stats->most), scale.unit);
    if (isnan(spread))
        strbuf_adds(out, "-");
    else
        strbuf_addf(out, "%s%.0f%%", safe_text_utf8() ? "\u00b1" : "+-", fmin(spread, 9999));
}

/* Appends the numbers of a group. Identifying numbers have no median, but a range. */
static void add_stats(const struct list_view *view, const struct list_column *column,
                      const struct list_group *group, int width, struct strbuf *out)
{
    struct list_stats stats;
    bool counts = list_fields[column->field].kind == LIST_AS_COUNT;
    if (!list_value_stats(view, column, group, &stats)) {
        strbuf_adds(out, still_reading());
    } else if (column->field == LIST_SPREAD) {
        add_spread(&stats, width, out);
    } else if (list_field_adds_up(column->field)) {
        add_number(out, column, stats.count ? stats.sum : NAN);
    } else if (counts && stats.count && stats.least < stats.most) {
        add_number(out, column, stats.least);
        strbuf_adds(out, "-");
        add_number(out, column, stats.most);
    } else {
        add_number(out, column, stats.median);
    }
}

static bool is_same_launch(const struct list_view *view, const struct list_group *group)
{
    const size_t *results = view->tree.order + group->first;
    const struct result_summary *first = report_summary(view->report, results[0]);
    for (size_t i = 1; i < group->count; i++) {
        const struct result_summary *s = report_summary(view->report, results[i]);
        if (memcmp(s->grid, first->grid, sizeof s->grid) != 0 ||
            memcmp(s->block, first->block, sizeof s->block) != 0)
            return false;
    }
    return true;
}

static bool is_same_report(const struct list_view *view, const struct list_group *group)
{
    const size_t *results = view->tree.order + group->first;
    size_t file = report_result_file(view->report, results[0]);
    for (size_t i = 1; i < group->count; i++)
        if (report_result_file(view->report, results[i]) != file)
            return false;
    return true;
}

/* Appends the text of a group: one that all have, or for limits the one that most have. */
static void add_common(const struct list_view *view, const struct list_column *column,
                       const struct list_group *group, struct strbuf *out)
{
    bool all;
    const char *text = list_value_common(view, column, group, &all);
    if (text && (all || column->field == LIST_LIMIT))
        add_safe(out, text);
    else if (text)
        strbuf_adds(out, "several");
    else if (!list_fields[column->field].usual)
        strbuf_adds(out, "-");
}

static bool is_text(const struct list_view *view, const struct list_column *column,
                    const struct list_group *group)
{
    return list_fields[column->field].kind == LIST_AS_TEXT ||
           (list_facts_whole(&view->facts, list_facts_find(&view->facts, column)) &&
            list_value_kept(view, column, view->tree.order[group->first]).text);
}

/* Returns whether a cell of the group shows statistics. */
static bool has_stats(const struct list_view *view, const struct list_column *column,
                      const struct list_group *group)
{
    enum list_field field = column->field;
    if (field == LIST_NUMBER || field == LIST_NAME || field == LIST_REPORT || is_launch(field))
        return false;
    return field == LIST_SPREAD || !is_text(view, column, group);
}

void list_cell_settle(struct list_view *view, const struct list_column *column,
                      const struct list_row *row)
{
    const struct list_group *group =
        row->kind == LIST_ROW_GROUP ? &view->tree.groups[row->group] : NULL;
    struct list_stats stats;
    if (!group)
        list_value(view, column, row->result);
    else if (has_stats(view, column, group))
        list_value_keep_stats(view, column, group, &stats);
}

/* How many results a group has: "3200×", or as much of it as there is room for. */
static void add_size(size_t count, int width, struct strbuf *out)
{
    struct strbuf text = {0};
    strbuf_addf(&text, "%zu%s", count, screen_glyphs()->times);
    if (width && (int)safe_text_width(text.data) > width) {
        strbuf_clear(&text);
        strbuf_addf(&text, "%zu", count);
    }
    if (width && (int)text.length > width) {
        strbuf_clear(&text);
        short_number(&text, (double)count);
    }
    strbuf_adds(out, text.data);
    strbuf_free(&text);
}

static void add_group(const struct list_view *view, const struct list_column *column,
                      const struct list_group *group, int width, struct strbuf *out)
{
    enum list_field field = column->field;
    size_t first = view->tree.order[group->first];
    if (field == LIST_NUMBER)
        add_size(group->count, width, out);
    else if (field == LIST_NAME)
        add_safe(out, list_view_label(view, group));
    else if (is_launch(field) ? is_same_launch(view, group)
                              : field == LIST_REPORT && is_same_report(view, group))
        add_result(view, column, first, true, out);
    else if (is_launch(field) || field == LIST_REPORT)
        strbuf_adds(out, "several");
    else if (has_stats(view, column, group))
        add_stats(view, column, group, width, out);
    else
        add_common(view, column, group, out);
}

void list_cell_add(const struct list_view *view, const struct list_column *column,
                   const struct list_row *row, int width, struct strbuf *out)
{
    strbuf_adds(out, "");
    if (row->kind == LIST_ROW_GROUP)
        add_group(view, column, &view->tree.groups[row->group], width, out);
    else
        add_result(view, column, row->result, row->kind == LIST_ROW_MEMBER, out);
}

double list_cell_share(const struct list_view *view, const struct list_column *column,
                       const struct list_row *row)
{
    struct list_stats stats;
    if (row->kind != LIST_ROW_GROUP)
        return list_value_kept(view, column, row->result).number;
    return list_value_stats(view, column, &view->tree.groups[row->group], &stats) ? stats.median
                                                                                  : NAN;
}

#include "tui/list/list_value.h"

#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "report/base/mem.h"
#include "report/base/safe_text.h"
#include "report/file/report_weight.h"
#include "report/metric/metric_format.h"

static double product(const uint64_t d[3])
{
    return (double)d[0] * (double)d[1] * (double)d[2];
}

/* Columns whose number is in the summary, by offset; 0: it is not. */
static const size_t offsets[LIST_FIELDS] = {
    [LIST_DURATION] = offsetof(struct result_summary, duration),
    [LIST_SUM] = offsetof(struct result_summary, duration),
    [LIST_SPREAD] = offsetof(struct result_summary, duration),
    [LIST_COMPUTE] = offsetof(struct result_summary, compute),
    [LIST_MEMORY] = offsetof(struct result_summary, memory),
    [LIST_OCCUPANCY] = offsetof(struct result_summary, occupancy),
    [LIST_L1] = offsetof(struct result_summary, l1),
    [LIST_L2] = offsetof(struct result_summary, l2),
    [LIST_DRAM] = offsetof(struct result_summary, dram)};

static struct list_value of_number(double number)
{
    return (struct list_value){number, NULL};
}

static struct list_value of_text(const char *text)
{
    return (struct list_value){NAN, text && *text ? text : NULL};
}

/* What the result stands for (report_weight.h). */
static struct list_value of_weight(enum list_field field, struct report *report, size_t result)
{
    struct report_weight weight;
    if (!report_weight(report, result, &weight))
        return of_number(NAN);
    return of_number(field == LIST_STANDS ? weight.launches : weight.time);
}

static struct list_value of_summary(enum list_field field, struct report *report, size_t result)
{
    const struct result_summary *s = report_summary(report, result);
    bool sized = s->grid[0] > 0;
    switch (field) {
    case LIST_NUMBER:
        return of_number((double)result);
    case LIST_REPORT:
        return of_number((double)s->file);
    case LIST_NAME:
        return of_text(s->name);
    case LIST_LAUNCH:
        return of_number(sized ? product(s->grid) * product(s->block) : NAN);
    case LIST_GRID:
        return of_number(sized ? product(s->grid) : NAN);
    case LIST_BLOCK:
        return of_number(sized ? product(s->block) : NAN);
    case LIST_SERIES:
        return of_text(s->parameters);
    case LIST_LIMIT:
        return of_text(s->limit);
    case LIST_STANDS:
    case LIST_PROGRAM:
        return of_weight(field, report, result);
    default:
        return of_number(offsets[field] ? *(const double *)((const char *)s + offsets[field])
                                        : NAN);
    }
}

static struct list_value of_fact(const struct list_fact *fact)
{
    return fact ? (struct list_value){fact->number, fact->text} : of_number(NAN);
}

struct list_value list_value(struct list_view *view, const struct list_column *column,
                             size_t result)
{
    int source = list_facts_source(&view->facts, column);
    if (source == LIST_NO_SOURCE)
        return of_summary(column->field, view->report, result);
    return of_fact(list_facts_get(&view->facts, source, result));
}

struct list_value list_value_kept(const struct list_view *view, const struct list_column *column,
                                  size_t result)
{
    int source = list_facts_find(&view->facts, column);
    if (source == LIST_NO_SOURCE)
        return of_summary(column->field, view->report, result);
    return of_fact(list_facts_kept(&view->facts, source, result));
}

/* Grouping formats the sizes of all results, and printf(3) would take five times as long. */
static void add_whole(struct strbuf *out, uint64_t number)
{
    char digits[20];
    size_t at = sizeof digits;
    do
        digits[--at] = (char)('0' + number % 10);
    while (number /= 10);
    strbuf_add(out, digits + at, sizeof digits - at);
}

void list_value_size(struct strbuf *out, const uint64_t d[3], const char *times)
{
    add_whole(out, d[0]);
    for (int i = 1; i < 3 && (d[i] > 1 || (i == 1 && d[2] > 1)); i++) {
        strbuf_adds(out, times);
        add_whole(out, d[i]);
    }
}

void list_value_launch(struct strbuf *out, const struct result_summary *s, const char *times)
{
    if (!s->grid[0])
        return;
    list_value_size(out, s->grid, times);
    strbuf_addc(out, ' ');
    strbuf_adds(out, times);
    strbuf_addc(out, ' ');
    list_value_size(out, s->block, times);
}

bool list_value_text(struct list_view *view, const struct list_column *column, size_t result,
                     struct strbuf *out)
{
    size_t before = out->length;
    if (column->field == LIST_LAUNCH) {
        list_value_launch(out, report_summary(view->report, result),
                          safe_text_utf8() ? "\u00d7" : "x");
        return out->length > before;
    }
    struct list_value value = list_value(view, column, result);
    if (value.text)
        strbuf_adds(out, value.text);
    else if (!isnan(value.number))
        strbuf_addf(out, "%.15g", value.number);
    return out->length > before;
}

static bool is_read(const struct list_view *view, const struct list_column *column)
{
    return list_facts_whole(&view->facts, list_facts_find(&view->facts, column));
}

/* Groups are drawn with every key, so their statistics are kept until the rows change. Each slot
 * keeps one of the groups and values that share it. */
struct list_kept_stats {
    unsigned generation;
    int values;
    size_t group;
    struct list_stats stats;
};
enum { KEPT = 1024, FACTOR = 31 };

/* Returns which values a column has. All columns of the duration have the same. */
static int values_of(const struct list_view *view, const struct list_column *column)
{
    int source = list_facts_find(&view->facts, column);
    if (source != LIST_NO_SOURCE)
        return LIST_FIELDS + source;
    return column->field == LIST_SUM || column->field == LIST_SPREAD ? LIST_DURATION
                                                                     : (int)column->field;
}

static struct list_stats reckon(const struct list_view *view, const struct list_column *column,
                                const struct list_group *group)
{
    double *values = mem_alloc(group->count * sizeof *values);
    for (size_t i = 0; i < group->count; i++)
        values[i] = list_value_kept(view, column, view->tree.order[group->first + i]).number;
    struct list_stats stats = list_stats(values, group->count);
    free(values);
    return stats;
}

/* Returns the slot of a group, which may keep another one. Its values have been read. */
static struct list_kept_stats *slot_of(const struct list_view *view,
                                       const struct list_column *column,
                                       const struct list_group *group)
{
    size_t at = group->key * FACTOR + (size_t)values_of(view, column);
    return &view->kept_stats[at % KEPT];
}

static bool is_kept(const struct list_view *view, const struct list_column *column,
                    const struct list_group *group)
{
    if (!view->kept_stats)
        return false;
    const struct list_kept_stats *kept = slot_of(view, column, group);
    return kept->generation == view->generation && kept->values == values_of(view, column) &&
           kept->group == group->key;
}

bool list_value_stats(const struct list_view *view, const struct list_column *column,
                      const struct list_group *group, struct list_stats *stats)
{
    if (!is_read(view, column))
        return false;
    *stats = is_kept(view, column, group) ? slot_of(view, column, group)->stats
                                          : reckon(view, column, group);
    return true;
}

bool list_value_keep_stats(struct list_view *view, const struct list_column *column,
                           const struct list_group *group, struct list_stats *stats)
{
    if (!list_value_stats(view, column, group, stats))
        return false;
    if (!view->kept_stats)
        view->kept_stats = mem_alloc(KEPT * sizeof *view->kept_stats);
    *slot_of(view, column, group) =
        (struct list_kept_stats){view->generation, values_of(view, column), group->key, *stats};
    return true;
}

const char *list_value_common(const struct list_view *view, const struct list_column *column,
                              const struct list_group *group, bool *all)
{
    struct name_index index = {0};
    size_t *counts = mem_alloc(group->count * sizeof *counts), best = 0, known = 0;
    const char *text = NULL;
    for (size_t i = 0; is_read(view, column) && i < group->count; i++) {
        const char *one = list_value_kept(view, column, view->tree.order[group->first + i]).text;
        if (!one)
            continue;
        size_t at = name_index_add(&index, one);
        known++;
        counts[at]++;
        if (counts[at] > counts[best] || (at < best && counts[at] == counts[best]))
            best = at;
    }
    if (known)
        text = index.names[best];
    *all = known && counts[best] == group->count;
    name_index_free(&index);
    free(counts);
    return text;
}

#include "timeline.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "body_internal.h"
#include "mem.h"
#include "metric_unit.h"
#include "section_items.h"
#include "section_view.h"

/* Sections come from the file: the same metric may be named any number of times. */
enum { MOST_SAMPLES = 4 << 20, MOST_COURSES = 10000, MOST_PASSES = 64 };

struct maker {
    struct timeline *timeline;
    const struct result *result;
    const Rep__ProfilerSection *section;
    struct section_scope scope;
    uint64_t origins[MOST_PASSES]; /* ns since 1970; 0: not known */
};

/* The time of a metric's one instance; 0: there is none. */
static uint64_t time_of(const struct result *result, const char *name)
{
    const Rep__ProfileMetricResult *metric = result_metric_instances(result, name);
    const Rep__ProfileMetricValue *id =
        metric && metric->n_metricvaluelist ? metric->metricvaluelist[0]->correlationid : NULL;
    return id && id->has_uint64value ? id->uint64value : 0;
}

static uint64_t edge_of(const struct result *result, const char *edge, size_t pass)
{
    char name[64];
    snprintf(name, sizeof name, "profiler__timestamp_workload_%s_%zu", edge, pass);
    return time_of(result, name);
}

static bool lists(const char *names, const char *name)
{
    size_t length = strlen(name);
    for (const char *at = names; (at = strstr(at, name)); at += length)
        if ((at == names || at[-1] == ',' || at[-1] == ' ') &&
            (!at[length] || at[length] == ',' || at[length] == ' '))
            return true;
    return false;
}

/* Instance i of this metric has the names of pass i. */
static size_t pass_of(const struct result *result, const char *name)
{
    const Rep__ProfileMetricResult *passes =
        result_metric_instances(result, "profiler__pmsampler_pass_groups");
    for (size_t i = 0; passes && i < passes->n_metricvaluelist && i < MOST_PASSES; i++) {
        const char *names = passes->metricvaluelist[i]->elementvalue->stringvalue;
        if (names && lists(names, name))
            return i;
    }
    return 0;
}

static int by_time(const void *a, const void *b)
{
    const struct series_point *x = a, *y = b;
    return (x->id > y->id) - (x->id < y->id);
}

/* From times of the clock to those of the pass. The difference of the whole numbers is exact. */
static void set_times(struct maker *m, struct timeline_course *course)
{
    struct series *series = &course->series;
    qsort(series->points, series->count, sizeof *series->points, by_time);
    uint64_t first = series->points[0].id, origin = m->origins[course->pass];
    for (size_t i = 0; i < series->count; i++) {
        uint64_t id = series->points[i].id;
        series->points[i].x = !origin        ? (double)(id - first)
                              : id >= origin ? (double)(id - origin)
                                             : -(double)(origin - id);
    }
    course->interval = series->count > 1
                           ? (series->points[series->count - 1].x - series->points[0].x) /
                                 (double)(series->count - 1)
                           : 0;
}

static void add_course(struct maker *m, const Rep__ProfilerSectionMetric *metric)
{
    struct timeline *t = m->timeline;
    const char *label;
    const char *name = section_metric_here(metric, m->section, &m->scope, &label);
    if (!name || t->course_count >= MOST_COURSES)
        return;
    if (t->looked > MOST_SAMPLES) {
        t->left_out++;
        return;
    }
    struct timeline_course course = {.pass = pass_of(m->result, name)};
    const Rep__ProfileMetricResult *found = result_metric_instances(m->result, name);
    course.series = series_sampled(found, body_multiplier(metric));
    t->looked += course.series.count;
    if (!course.series.count) {
        series_free(&course.series);
        return;
    }
    set_times(m, &course);
    course.label = mem_strdup(label && *label ? label : name);
    course.metric = mem_strdup(name);
    metric_unit(name, course.unit, sizeof course.unit);
    mem_grow(&t->courses, t->course_count, &t->course_capacity, sizeof *t->courses);
    t->courses[t->course_count++] = course;
}

static void add_row(struct maker *m, const char *label, const char *description,
                    Rep__ProfilerSectionMetric **metrics, size_t count)
{
    struct timeline *t = m->timeline;
    struct timeline_row row = {.group = t->group_count - 1, .first = t->course_count};
    for (size_t i = 0; i < count; i++)
        add_course(m, metrics[i]);
    row.count = t->course_count - row.first;
    if (!row.count)
        return;
    row.label = mem_strdup(*label ? label : row.count == 1 ? t->courses[row.first].label : "");
    row.description = description;
    mem_grow(&t->rows, t->row_count, &t->row_capacity, sizeof *t->rows);
    t->rows[t->row_count++] = row;
}

static void begin_group(struct timeline *t, const char *label, bool open)
{
    /* One without rows gives its place to the next. */
    size_t last = t->group_count;
    if (last && (!t->row_count || t->rows[t->row_count - 1].group != last - 1))
        free(t->groups[--t->group_count].label);
    mem_grow(&t->groups, t->group_count, &t->group_capacity, sizeof *t->groups);
    t->groups[t->group_count++] = (struct timeline_group){mem_strdup(label), open};
}

/* A row of several metrics without a name of its own is named as its group. */
static void name_stacks(struct timeline *t)
{
    for (size_t i = 0; i < t->row_count; i++)
        if (!*t->rows[i].label) {
            free(t->rows[i].label);
            const char *group = t->groups[t->rows[i].group].label;
            t->rows[i].label =
                mem_printf("%s, stacked", *group ? group : t->courses[t->rows[i].first].label);
        }
}

static void add_item(void *context, const Rep__ProfilerSectionBodyItem *item, size_t body,
                     size_t number)
{
    struct maker *m = context;
    const Rep__ProfilerSectionTimeline *timeline = item->timeline;
    (void)body;
    (void)number;
    if (!timeline)
        return;
    m->timeline->has_sections = true;
    for (size_t i = 0; i < timeline->n_metricgroups; i++) {
        const Rep__TimelineMetricGroup *group = timeline->metricgroups[i];
        begin_group(m->timeline, body_text(group->label), !group->has_expanded || group->expanded);
        for (size_t j = 0; j < group->n_metricrows; j++) {
            const Rep__TimelineMetricRow *row = group->metricrows[j];
            /* Ranges are no quantities that add up. */
            bool stacks = !row->has_type || row->type == REP__TIMELINE_ROW_TYPE__StackedBar;
            for (size_t k = 0; k < row->n_metrics; k += stacks ? row->n_metrics : 1)
                add_row(m, stacks ? body_text(row->label) : "", body_text(row->description),
                        row->metrics + k, stacks ? row->n_metrics : 1);
        }
    }
    if (timeline->n_metrics)
        begin_group(m->timeline, body_text(timeline->label), true);
    for (size_t i = 0; i < timeline->n_metrics; i++)
        add_row(m, "", "", timeline->metrics + i, 1);
}

static void find_ends(struct timeline *t)
{
    bool seen[MOST_PASSES] = {false};
    t->start = t->end = NAN;
    for (size_t i = 0; i < t->course_count; i++) {
        const struct timeline_course *course = &t->courses[i];
        t->start = fmin(t->start, course->series.points[0].x);
        t->end = fmax(t->end, course->series.points[course->series.count - 1].x + course->interval);
        t->passes += !seen[course->pass];
        seen[course->pass] = true;
    }
    if (!(t->end > t->start))
        t->end = t->start + 1;
}

void timeline_free(struct timeline *t)
{
    if (!t)
        return;
    for (size_t i = 0; i < t->course_count; i++) {
        free(t->courses[i].label);
        free(t->courses[i].metric);
        series_free(&t->courses[i].series);
    }
    for (size_t i = 0; i < t->row_count; i++)
        free(t->rows[i].label);
    for (size_t i = 0; i < t->group_count; i++)
        free(t->groups[i].label);
    free(t->courses);
    free(t->rows);
    free(t->groups);
    free(t);
}

/* Number of points before a time. */
static size_t before(const struct series *series, double time)
{
    size_t low = 0, high = series->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (series->points[middle].x < time)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

double timeline_mean(const struct timeline_course *course, double from, double to)
{
    const struct series *series = &course->series;
    size_t at = before(series, from), end = before(series, to);
    double sum = 0;
    for (size_t i = at; i < end; i++)
        sum += series->points[i].y;
    if (end > at)
        return sum / (double)(end - at);
    if (at < series->count && series->points[at].x == from)
        return series->points[at].y;
    /* Half more than the interval: samples do not come quite evenly. */
    bool lasts =
        at > 0 && (from <= series->points[at - 1].x + course->interval * 1.5 || at < series->count);
    return lasts ? series->points[at - 1].y : NAN;
}

double timeline_row_mean(const struct timeline *timeline, const struct timeline_row *row,
                         double from, double to)
{
    double sum = NAN;
    for (size_t i = 0; i < row->count; i++) {
        double one = timeline_mean(&timeline->courses[row->first + i], from, to);
        if (!isnan(one))
            sum = isnan(sum) ? one : sum + one;
    }
    return sum;
}

double timeline_step(const struct timeline *timeline)
{
    double least = 0;
    for (size_t i = 0; i < timeline->course_count; i++) {
        double interval = timeline->courses[i].interval;
        if (interval > 0 && (least == 0 || interval < least))
            least = interval;
    }
    return least;
}

double timeline_mean_before(const struct timeline *before, const struct timeline *timeline,
                            const struct timeline_row *row, const struct timeline_course *course)
{
    const char *group = timeline->groups[row->group].label;
    const char *unit = course ? course->unit : timeline->courses[row->first].unit;
    for (size_t i = 0; i < before->row_count; i++) {
        const struct timeline_row *other = &before->rows[i];
        if (strcmp(before->groups[other->group].label, group) != 0 ||
            strcmp(other->label, row->label) != 0)
            continue;
        const struct timeline_course *courses = &before->courses[other->first];
        if (!course)
            return strcmp(courses->unit, unit) == 0 ? other->numbers.mean : NAN;
        for (size_t j = 0; j < other->count; j++)
            if (strcmp(courses[j].label, course->label) == 0)
                return strcmp(courses[j].unit, unit) == 0 ? courses[j].numbers.mean : NAN;
    }
    return NAN;
}

/* The first sample of the workload, and the one behind its last. */
static void work_of(const struct timeline *t, const struct series *series, size_t *from, size_t *to)
{
    *from = isnan(t->work_end) ? 0 : before(series, 0);
    *to = isnan(t->work_end) ? series->count : before(series, t->work_end);
    if (*to <= *from && *from > 0) {
        *to = *from;
        (*from)--;
    }
}

/* Of samples of a course, or at these of the sum of a row. */
static struct timeline_numbers numbers_of(const struct timeline *t, const struct timeline_row *sum,
                                          const struct series *series, size_t from, size_t to)
{
    struct timeline_numbers numbers = {NAN, NAN, NAN};
    double total = 0;
    size_t count = 0;
    for (size_t i = from; i < to; i++) {
        const double x = series->points[i].x,
                     y = sum ? timeline_row_mean(t, sum, x, x) : series->points[i].y;
        if (isnan(y))
            continue;
        numbers.minimum = fmin(numbers.minimum, y);
        numbers.maximum = fmax(numbers.maximum, y);
        total += y;
        count++;
    }
    if (count)
        numbers.mean = total / (double)count;
    return numbers;
}

static void measure(struct timeline *t)
{
    size_t from, to;
    for (size_t i = 0; i < t->course_count; i++) {
        struct timeline_course *course = &t->courses[i];
        work_of(t, &course->series, &from, &to);
        course->numbers = numbers_of(t, NULL, &course->series, from, to);
    }
    for (size_t i = 0; i < t->row_count; i++) {
        struct timeline_row *row = &t->rows[i];
        const struct timeline_course *first = &t->courses[row->first];
        row->numbers = first->numbers;
        row->least = first->series.minimum;
        row->most = first->series.maximum;
        if (row->count < 2)
            continue;
        const struct timeline_numbers all =
            numbers_of(t, row, &first->series, 0, first->series.count);
        work_of(t, &first->series, &from, &to);
        row->numbers = numbers_of(t, row, &first->series, from, to);
        row->least = all.minimum;
        row->most = all.maximum;
    }
}

struct timeline *timeline_new(const struct result *result,
                              const Rep__ProfilerSection *const *sections, size_t count)
{
    struct timeline *t = mem_alloc(sizeof *t);
    struct maker m = {.timeline = t, .result = result, .scope = section_scope_of(result)};
    t->work_end = NAN;
    for (size_t i = 0; i < MOST_PASSES; i++) {
        uint64_t end = edge_of(result, "end", i);
        m.origins[i] = edge_of(result, "start", i);
        if (m.origins[i] && end > m.origins[i] && isnan(t->work_end))
            t->work_end = (double)(end - m.origins[i]);
    }
    for (size_t i = 0; i < count; i++) {
        m.section = sections[i];
        if (section_applies(sections[i], &m.scope))
            section_items(sections[i], &m.scope, add_item, &m);
    }
    name_stacks(t);
    find_ends(t);
    measure(t);
    return t;
}

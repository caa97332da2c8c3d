/* How it works: each metric with samples becomes a course, whose times are shifted to the time
 * base of its pass. The report stores clock times as large whole numbers of nanoseconds, so
 * times are subtracted as whole numbers before they become doubles, which would lose digits.
 * Means over a stretch of time are then looked up by binary search, so that the screen can ask
 * for one per column. */
#include "report/content/timeline.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report/base/mem.h"
#include "report/content/body_maker.h"
#include "report/metric/metric_unit.h"
#include "report/section/section_items.h"
#include "report/section/section_scope.h"

/* Sections come from the file, which can name the same metric any number of times. */
enum { MOST_SAMPLES = 4 << 20, MOST_COURSES = 10000, MOST_PASSES = 64 };

struct maker {
    struct timeline *timeline;
    const struct result *result;
    const Rep__ProfilerSection *section;
    struct section_scope scope;
    uint64_t origins[MOST_PASSES]; /* ns since 1970; 0: not known */
};

/* The time in the only instance of a metric; 0: there is none. */
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

/* Instance i of this metric is the name of pass i. */
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
    const struct metric_point *x = a, *y = b;
    return (x->id > y->id) - (x->id < y->id);
}

/* Turns times of the clock into times of the pass. Whole numbers are subtracted exactly. */
static void set_times(struct maker *m, struct timeline_course *course)
{
    struct metric_points *points = &course->points;
    qsort(points->items, points->count, sizeof *points->items, by_time);
    uint64_t first = points->items[0].id, origin = m->origins[course->pass];
    for (size_t i = 0; i < points->count; i++) {
        uint64_t id = points->items[i].id;
        points->items[i].x = !origin        ? (double)(id - first)
                             : id >= origin ? (double)(id - origin)
                                            : -(double)(origin - id);
    }
    course->interval = points->count > 1
                           ? (points->items[points->count - 1].x - points->items[0].x) /
                                 (double)(points->count - 1)
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
    course.points = metric_points_sampled(found, body_multiplier(metric));
    t->looked += course.points.count;
    if (!course.points.count) {
        metric_points_free(&course.points);
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
    /* A group without rows gives its place to the next one. */
    size_t last = t->group_count;
    if (last && (!t->row_count || t->rows[t->row_count - 1].group != last - 1))
        free(t->groups[--t->group_count].label);
    mem_grow(&t->groups, t->group_count, &t->group_capacity, sizeof *t->groups);
    t->groups[t->group_count++] = (struct timeline_group){mem_strdup(label), open};
}

/* A row of several metrics that has no name takes that of its group. */
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
            /* Metrics of ranges are no quantities that add up. */
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
        t->start = fmin(t->start, course->points.items[0].x);
        t->end = fmax(t->end, course->points.items[course->points.count - 1].x + course->interval);
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
        metric_points_free(&t->courses[i].points);
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

/* Number of the points before a time. */
static size_t before(const struct metric_points *points, double time)
{
    size_t low = 0, high = points->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (points->items[middle].x < time)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

double timeline_mean(const struct timeline_course *course, double from, double to)
{
    const struct metric_points *points = &course->points;
    size_t at = before(points, from), end = before(points, to);
    double sum = 0;
    for (size_t i = at; i < end; i++)
        sum += points->items[i].y;
    if (end > at)
        return sum / (double)(end - at);
    if (at < points->count && points->items[at].x == from)
        return points->items[at].y;
    /* Half an interval more, because samples do not come quite evenly. */
    bool lasts =
        at > 0 && (from <= points->items[at - 1].x + course->interval * 1.5 || at < points->count);
    return lasts ? points->items[at - 1].y : NAN;
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

/* Finds the first sample of the workload, which lasts beyond its start, and the one behind its
 * last. */
static void work_of(const struct timeline *t, const struct timeline_course *course, size_t *from,
                    size_t *to)
{
    const struct metric_points *points = &course->points;
    *from = isnan(t->work_end) ? 0 : before(points, 0);
    *to = isnan(t->work_end) ? points->count : before(points, t->work_end);
    const bool inside = *to <= *from; /* of one interval */
    if (*from > 0 && (inside || points->items[*from - 1].x + course->interval > 0)) {
        *to = inside ? *from : *to;
        (*from)--;
    }
}

/* The numbers of some samples of a course, or of the sum of a row at these samples. */
static struct timeline_numbers numbers_of(const struct timeline *t, const struct timeline_row *sum,
                                          const struct metric_points *points, size_t from,
                                          size_t to)
{
    struct timeline_numbers numbers = {NAN, NAN, NAN};
    double total = 0;
    size_t count = 0;
    for (size_t i = from; i < to; i++) {
        const double x = points->items[i].x,
                     y = sum ? timeline_row_mean(t, sum, x, x) : points->items[i].y;
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
        work_of(t, course, &from, &to);
        course->numbers = numbers_of(t, NULL, &course->points, from, to);
    }
    for (size_t i = 0; i < t->row_count; i++) {
        struct timeline_row *row = &t->rows[i];
        const struct timeline_course *first = &t->courses[row->first];
        row->numbers = first->numbers;
        row->least = first->points.minimum;
        row->most = first->points.maximum;
        if (row->count < 2)
            continue;
        const struct timeline_numbers all =
            numbers_of(t, row, &first->points, 0, first->points.count);
        work_of(t, first, &from, &to);
        row->numbers = numbers_of(t, row, &first->points, from, to);
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

/* What the CPU did meanwhile: the metrics of rooftop trace --cpu, each with its mean over the time
 * that was counted, and while a GPU worked. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report/base/mem.h"
#include "report/trace/trace_busy.h"
#include "report/trace_pages/trace_page_forms.h"

struct course {
    const char *name; /* of the trace */
    double sum, time, busy_sum, busy_time, most;
    size_t steps;
};

struct courses {
    struct course *list;
    size_t count, capacity;
};

static struct course *course_of(struct courses *courses, const char *name)
{
    for (size_t i = 0; i < courses->count; i++)
        if (strcmp(courses->list[i].name, name) == 0)
            return &courses->list[i];
    mem_grow(&courses->list, courses->count, &courses->capacity, sizeof *courses->list);
    courses->list[courses->count] = (struct course){.name = name};
    return &courses->list[courses->count++];
}

static void add(struct course *course, double value, uint64_t start, uint64_t end,
                const struct trace_busy *busy)
{
    const double time = (double)(end - start), worked = (double)trace_busy_in(busy, start, end);
    course->sum += value * time;
    course->time += time;
    course->busy_sum += value * worked;
    course->busy_time += worked;
    course->most = course->steps && course->most > value ? course->most : value;
    course->steps++;
}

static void fill(struct trace_table *table, const struct courses *courses)
{
    for (size_t i = 0; i < courses->count; i++) {
        const struct course *course = &courses->list[i];
        trace_table_text(table, course->name);
        trace_table_number(table, course->time > 0 ? course->sum / course->time : NAN);
        trace_table_number(table,
                           course->busy_time > 0 ? course->busy_sum / course->busy_time : NAN);
        trace_table_number(table, course->most);
        trace_table_number(table, (double)course->steps);
    }
}

size_t trace_page_cpu(const struct trace_view *view, struct trace_table **tables)
{
    const struct trace_index *index = view->index;
    struct trace *trace = index->trace;
    const uint64_t *start = trace_column(trace, TRACE_CPU, SPAN_START),
                   *end = trace_column(trace, TRACE_CPU, SPAN_END),
                   *value = trace_column(trace, TRACE_CPU, CPU_VALUE);
    struct courses courses = {0};
    struct trace_busy busy = {0};
    struct trace_table *table = *tables = trace_table_new("cpu", "CPU");
    trace_table_column(table, "Metric", "metric", UNIT_TEXT);
    trace_table_column(table, "Mean", "mean", UNIT_NUMBER);
    trace_table_column(table, "While a GPU Works", "mean_busy", UNIT_NUMBER);
    trace_table_column(table, "Max", "max", UNIT_NUMBER);
    trace_table_column(table, "Steps", "steps", UNIT_COUNT);
    for (size_t i = 0; i < index->work_count; i++)
        trace_busy_add(&busy, index->works[i].start, index->works[i].end);
    for (size_t i = 0; i < trace_count(trace, TRACE_CPU); i++)
        if (trace_span_is_good(start[i], end[i]))
            add(course_of(&courses, trace_text(trace, TRACE_CPU, i)), trace_cpu_value(value[i]),
                start[i], end[i], &busy);
    fill(table, &courses);
    if (courses.count)
        trace_table_note(table, "they are of the whole machine: other programs are in them");
    else
        trace_table_note(table, "nothing was recorded; rooftop trace --cpu scf,c2c records it");
    trace_busy_free(&busy);
    free(courses.list);
    return 1;
}

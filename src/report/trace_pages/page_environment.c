/* Clocks, temperature and power of the GPUs, and what lowered the clocks. */
#include <math.h>

#include "report/trace/trace_busy.h"
#include "report/trace_pages/trace_page_forms.h"

enum { REASONS = 32 };

/* The times at which a GPU worked; of one without works: none. */
static void look(const struct trace_index *index, uint32_t gpu, struct trace_busy *busy)
{
    for (size_t i = 0; i < index->work_count; i++)
        if (index->works[i].gpu == gpu)
            trace_busy_add(busy, index->works[i].start, index->works[i].end);
}

static void value_row(struct trace_table *table, const char *gpu, const struct trace_series *s,
                      const struct trace_busy *busy)
{
    double sum = 0, worked_sum = 0, worked = 0, least = INFINITY, most = -INFINITY;
    for (size_t i = 0; i < s->count; i++) {
        const double value = trace_environment_value(s->what, s->samples[i].number);
        const double time = (double)trace_busy_in(busy, s->samples[i].start, s->samples[i].end);
        sum += value;
        worked_sum += value * time;
        worked += time;
        least = fmin(least, value);
        most = fmax(most, value);
    }
    trace_table_text(table, gpu);
    trace_table_text(table, trace_environment_info(s->what)->name);
    trace_table_number(table, sum / (double)s->count);
    trace_table_number(table, worked > 0 ? worked_sum / worked : NAN);
    trace_table_number(table, least);
    trace_table_number(table, most);
    trace_table_number(table, (double)s->count);
}

static void reason_rows(struct trace_table *table, const char *gpu, const struct trace_series *s)
{
    for (unsigned bit = 0; bit < REASONS; bit++) {
        const char *word = trace_throttle_word(bit);
        size_t count = 0;
        for (size_t i = 0; i < s->count; i++)
            count += s->samples[i].number >> bit & 1;
        if (!count || !word)
            continue;
        trace_table_text(table, gpu);
        trace_table_text(table, word);
        trace_table_number(table, 100 * (double)count / (double)s->count);
        trace_table_number(table, (double)count);
    }
}

size_t trace_page_environment(const struct trace_view *view, struct trace_table **tables)
{
    struct trace_environment environment;
    struct trace_busy busy = {0};
    struct trace_table *reasons = tables[1] = trace_table_new("env", "What lowered the clocks");
    struct trace_table *values = tables[0] =
        trace_table_new("env", "Clocks, temperature and power of the GPUs");
    trace_table_column(values, "GPU", "gpu", UNIT_TEXT);
    trace_table_column(values, "Quantity", "quantity", UNIT_TEXT);
    trace_table_column(values, "Mean", "mean", UNIT_NUMBER);
    trace_table_column(values, "While It Works", "mean_busy", UNIT_NUMBER);
    trace_table_column(values, "Min", "min", UNIT_NUMBER);
    trace_table_column(values, "Max", "max", UNIT_NUMBER);
    trace_table_column(values, "Samples", "samples", UNIT_COUNT);
    trace_table_column(reasons, "GPU", "gpu", UNIT_TEXT);
    trace_table_column(reasons, "Reason", "reason", UNIT_TEXT);
    trace_table_column(reasons, "of Samples", "samples_pct", UNIT_PERCENT);
    trace_table_column(reasons, "Samples", "samples", UNIT_COUNT);
    trace_environment_make(&environment, view->index);
    for (size_t i = 0; i < environment.count; i++) {
        const struct trace_series *s = &environment.series[i];
        char gpu[32];
        if (!i || s->gpu != s[-1].gpu) {
            trace_busy_free(&busy);
            busy = (struct trace_busy){0};
            look(view->index, s->gpu, &busy);
        }
        trace_series_gpu_text(view, s, gpu, sizeof gpu);
        if (s->what == ENVIRONMENT_THROTTLE)
            reason_rows(reasons, gpu, s);
        else
            value_row(values, gpu, s, &busy);
    }
    if (!environment.count)
        trace_table_note(values, "clocks and power are recorded with --trace env");
    else if (!reasons->rows)
        trace_table_note(reasons, "nothing lowered them");
    trace_busy_free(&busy);
    trace_environment_free(&environment);
    return 2;
}

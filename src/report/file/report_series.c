#include "report/file/report_series.h"

#include <math.h>

static bool is_of(struct report *report, size_t i, size_t other)
{
    const struct result_summary *a = report_summary(report, i), *b = report_summary(report, other);
    return a->parameters && b->parameters && a->series == b->series && a->file == b->file &&
           report_result_process(report, i) == report_result_process(report, other);
}

bool report_series_of(struct report *report, size_t i, struct report_series *series)
{
    const size_t count = report_count(report);
    if (!report_summary(report, i)->parameters)
        return false;
    size_t first = i, end = i + 1;
    while (first > 0 && is_of(report, i, first - 1))
        first--;
    while (end < count && is_of(report, i, end))
        end++;
    *series = (struct report_series){first, end - first, first};
    for (size_t at = first; at < end; at++)
        if (report_summary(report, at)->duration < report_summary(report, series->best)->duration)
            series->best = at;
    return true;
}

double report_series_gain(struct report *report, const struct report_series *series, size_t i)
{
    const double own = report_summary(report, series->first)->duration;
    const double time = report_summary(report, i)->duration;
    return own > 0 && time > 0 ? own / time : NAN;
}

void report_series_add_gain(struct strbuf *text, double gain)
{
    strbuf_addf(text, "%.2f times as fast as the launch", gain);
}

static double threads_of(const struct result_summary *s)
{
    double product = 1;
    for (int i = 0; i < 3; i++)
        product *= (double)s->grid[i] * (double)s->block[i];
    return product;
}

char *report_series_outcome(struct report *report, const struct report_series *series)
{
    struct strbuf text = {0};
    const double gain = report_series_gain(report, series, series->best);
    if (isnan(gain)) {
        strbuf_addf(&text, "%zu variants; without gpu__time_duration.sum the best one is unknown",
                    series->count);
    } else if (series->best == series->first) {
        strbuf_addf(&text, "none of %zu is faster than the launch itself", series->count);
    } else {
        const struct result_summary *best = report_summary(report, series->best);
        strbuf_addf(&text, "the best of %zu is %s (result %zu): ", series->count, best->parameters,
                    best->id);
        report_series_add_gain(&text, gain);
        if (threads_of(best) != threads_of(report_summary(report, series->first)))
            strbuf_adds(&text, "; its number of threads differs: the work is the same only if the "
                               "kernel divides it by the grid size");
    }
    return strbuf_detach(&text);
}

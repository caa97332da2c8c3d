#include "series.h"

#include <math.h>
#include <stdlib.h>

#include "mem.h"
#include "result.h"

static bool point_of(struct series_point *point, const Rep__ProfileMetricListElement *element,
                     size_t place, double factor)
{
    const Rep__ProfileMetricValue *id = element->correlationid;
    if (!value_number(element->elementvalue, &point->y))
        return false;
    point->y *= factor;
    if (!value_number(id, &point->x))
        point->x = (double)place;
    /* Times and addresses are whole numbers that a double does not hold. */
    if (id && id->has_uint64value)
        point->id = id->uint64value;
    else
        point->id = point->x > 0 && point->x < 0x1p63 ? (uint64_t)point->x : 0;
    return true;
}

static void measure(struct series *series)
{
    double total = 0;
    series->minimum = series->maximum = series->mean = NAN;
    for (size_t i = 0; i < series->count; i++) {
        series->minimum = fmin(series->minimum, series->points[i].y);
        series->maximum = fmax(series->maximum, series->points[i].y);
        total += series->points[i].y;
    }
    if (series->count)
        series->mean = total / (double)series->count;
}

static struct series take(const Rep__ProfileMetricResult *metric, double factor, bool sampled)
{
    struct series series = {0};
    size_t count = metric ? metric->n_metricvaluelist : 0;
    series.points = mem_alloc((count + 1) * sizeof *series.points);
    for (size_t i = 0; i < count; i++) {
        struct series_point *point = &series.points[series.count];
        if (point_of(point, metric->metricvaluelist[i], i, factor) &&
            !(sampled && i == 0 && point->id == 0))
            series.count++;
    }
    measure(&series);
    return series;
}

struct series series_of(const Rep__ProfileMetricResult *metric, double factor)
{
    return take(metric, factor, false);
}

struct series series_sampled(const Rep__ProfileMetricResult *metric, double factor)
{
    return take(metric, factor, true);
}

void series_free(struct series *series)
{
    free(series->points);
    *series = (struct series){0};
}

static double mean_of(const struct series *series, size_t from, size_t to)
{
    double total = 0;
    for (size_t i = from; i < to; i++)
        total += series->points[i].y;
    return total / (double)(to - from);
}

struct series series_thinned(const struct series *series, size_t most)
{
    struct series thin = *series;
    thin.count = series->count < most ? series->count : most;
    thin.points = mem_alloc((thin.count + 1) * sizeof *thin.points);
    for (size_t i = 0; i < thin.count; i++) {
        size_t from = i * series->count / thin.count, to = (i + 1) * series->count / thin.count;
        thin.points[i] = series->points[from];
        thin.points[i].y = mean_of(series, from, to);
    }
    return thin;
}

void series_sparkline(struct strbuf *out, const struct series *series, size_t columns)
{
    static const char levels[] = " .:-=+*#%@";
    enum { TOP = sizeof levels - 2 };
    size_t width = series->count < columns ? series->count : columns;
    double low = fmin(series->minimum, 0), span = series->maximum - low;
    for (size_t i = 0; i < width; i++) {
        size_t from = i * series->count / width, to = (i + 1) * series->count / width;
        double share = span > 0 ? (mean_of(series, from, to) - low) / span : 0;
        /* What is not a number, or too large a one, leaves a gap. */
        int level = share >= 0 && share <= 1 ? (int)lround(share * TOP) : 0;
        strbuf_addc(out, levels[level]);
    }
}

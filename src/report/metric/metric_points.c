#include "report/metric/metric_points.h"

#include <math.h>
#include <stdlib.h>

#include "report/base/mem.h"
#include "report/metric/metric_value.h"

static bool point_of(struct metric_point *point, const Rep__ProfileMetricListElement *element,
                     size_t place, double factor)
{
    const Rep__ProfileMetricValue *id = element->correlationid;
    if (!metric_value_number(element->elementvalue, &point->y))
        return false;
    point->y *= factor;
    if (!metric_value_number(id, &point->x))
        point->x = (double)place;
    /* A double does not hold times and addresses exactly. */
    if (id && id->has_uint64value)
        point->id = id->uint64value;
    else
        point->id = point->x > 0 && point->x < 0x1p63 ? (uint64_t)point->x : 0;
    return true;
}

static void measure(struct metric_points *points)
{
    double total = 0;
    points->minimum = points->maximum = points->mean = NAN;
    for (size_t i = 0; i < points->count; i++) {
        points->minimum = fmin(points->minimum, points->items[i].y);
        points->maximum = fmax(points->maximum, points->items[i].y);
        total += points->items[i].y;
    }
    if (points->count)
        points->mean = total / (double)points->count;
}

static struct metric_points take(const Rep__ProfileMetricResult *metric, double factor,
                                 bool sampled)
{
    struct metric_points points = {0};
    size_t count = metric ? metric->n_metricvaluelist : 0;
    points.items = mem_alloc((count + 1) * sizeof *points.items);
    for (size_t i = 0; i < count; i++) {
        struct metric_point *point = &points.items[points.count];
        if (point_of(point, metric->metricvaluelist[i], i, factor) &&
            !(sampled && i == 0 && point->id == 0))
            points.count++;
    }
    measure(&points);
    return points;
}

struct metric_points metric_points_of(const Rep__ProfileMetricResult *metric, double factor)
{
    return take(metric, factor, false);
}

struct metric_points metric_points_sampled(const Rep__ProfileMetricResult *metric, double factor)
{
    return take(metric, factor, true);
}

void metric_points_free(struct metric_points *points)
{
    free(points->items);
    *points = (struct metric_points){0};
}

static double mean_of(const struct metric_points *points, size_t from, size_t to)
{
    double total = 0;
    for (size_t i = from; i < to; i++)
        total += points->items[i].y;
    return total / (double)(to - from);
}

struct metric_points metric_points_thinned(const struct metric_points *points, size_t most)
{
    struct metric_points thin = *points;
    thin.count = points->count < most ? points->count : most;
    thin.items = mem_alloc((thin.count + 1) * sizeof *thin.items);
    for (size_t i = 0; i < thin.count; i++) {
        size_t from = i * points->count / thin.count, to = (i + 1) * points->count / thin.count;
        thin.items[i] = points->items[from];
        thin.items[i].y = mean_of(points, from, to);
    }
    return thin;
}

void metric_points_sparkline(struct strbuf *out, const struct metric_points *points, size_t columns)
{
    strbuf_adds(out, "");
    static const char levels[] = " .:-=+*#%@";
    enum { TOP = sizeof levels - 2 };
    size_t width = points->count < columns ? points->count : columns;
    double low = fmin(points->minimum, 0), span = points->maximum - low;
    for (size_t i = 0; i < width; i++) {
        size_t from = i * points->count / width, to = (i + 1) * points->count / width;
        double share = span > 0 ? (mean_of(points, from, to) - low) / span : 0;
        /* A value that is not finite leaves a gap. */
        int level = share >= 0 && share <= 1 ? (int)lround(share * TOP) : 0;
        strbuf_addc(out, levels[level]);
    }
}

#include "tui/views/metric_spread.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report/base/mem.h"

void metric_spread_begin(struct metric_spread *spread, struct report *report, const char *metric)
{
    if (metric && spread->metric && spread->report == report && strcmp(metric, spread->metric) == 0)
        return;
    metric_spread_free(spread);
    spread->report = report;
    spread->metric = metric ? mem_strdup(metric) : NULL;
}

void metric_spread_free(struct metric_spread *spread)
{
    free(spread->metric);
    free(spread->values);
    *spread = (struct metric_spread){0};
}

bool metric_spread_pending(const struct metric_spread *spread)
{
    return spread->metric && spread->next < report_count(spread->report);
}

struct wanted {
    const struct metric_spread *spread;
    double value;
};

static void take(void *context, uint32_t name, double value)
{
    struct wanted *wanted = context;
    /* By its text: a file may have a name twice. */
    if (strcmp(report_string(wanted->spread->report, name), wanted->spread->metric) == 0)
        wanted->value = value;
}

void metric_spread_step(struct metric_spread *spread)
{
    struct wanted wanted = {spread, NAN};
    if (!metric_spread_pending(spread))
        return;
    mem_grow(&spread->values, spread->next, &spread->capacity, sizeof *spread->values);
    report_metric_values(spread->report, spread->next, take, &wanted);
    spread->values[spread->next++] = wanted.value;
}

static int compare(const void *a, const void *b)
{
    const double *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

struct metric_range metric_spread_range(const struct metric_spread *spread, size_t result)
{
    struct metric_range range = {.minimum = NAN, .median = NAN, .maximum = NAN};
    double *sorted = mem_alloc((spread->next + 1) * sizeof *sorted);
    double here = result < spread->next ? spread->values[result] : NAN;
    for (size_t i = 0; i < spread->next; i++) {
        double value = spread->values[i];
        if (isnan(value))
            continue;
        if (!range.count || value < spread->values[range.least])
            range.least = i;
        if (!range.count || value > spread->values[range.greatest])
            range.greatest = i;
        sorted[range.count++] = value;
        range.rank += !isnan(here) && value > here;
    }
    if (range.count) {
        qsort(sorted, range.count, sizeof *sorted, compare);
        size_t middle = range.count / 2;
        range.minimum = sorted[0];
        range.maximum = sorted[range.count - 1];
        range.median = range.count % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }
    range.rank = isnan(here) ? 0 : range.rank + 1;
    free(sorted);
    return range;
}

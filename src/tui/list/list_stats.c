#include "tui/list/list_stats.h"

#include <math.h>

/* Moves the k-th smallest value to index k, and smaller ones before it. */
static void select_kth(double *values, size_t count, size_t k)
{
    size_t low = 0, high = count - 1;
    while (low < high) {
        double pivot = values[low + (high - low) / 2];
        size_t i = low, j = high;
        for (;;) {
            while (values[i] < pivot)
                i++;
            while (values[j] > pivot)
                j--;
            if (i >= j)
                break;
            double swapped = values[i];
            values[i++] = values[j];
            values[j--] = swapped;
        }
        /* Values up to j are at most the pivot, those behind it at least. */
        if (k <= j)
            high = j;
        else
            low = j + 1;
    }
}

static double largest(const double *values, size_t count)
{
    double most = values[0];
    for (size_t i = 1; i < count; i++)
        most = fmax(most, values[i]);
    return most;
}

struct list_stats list_stats(double *values, size_t count)
{
    struct list_stats stats = {0, 0, NAN, NAN, NAN};
    for (size_t i = 0; i < count; i++) {
        double value = values[i];
        if (isnan(value))
            continue;
        values[stats.count++] = value;
        stats.sum += value;
        stats.least = fmin(stats.least, value);
        stats.most = fmax(stats.most, value);
    }
    if (!stats.count)
        return stats;
    size_t middle = stats.count / 2;
    select_kth(values, stats.count, middle);
    stats.median = values[middle];
    if (stats.count % 2 == 0)
        stats.median = (stats.median + largest(values, middle)) / 2;
    return stats;
}

double list_stats_spread(const struct list_stats *stats)
{
    if (stats->count < 2 || !(stats->median > 0))
        return NAN;
    return 100 * fmax(stats->most - stats->median, stats->median - stats->least) / stats->median;
}

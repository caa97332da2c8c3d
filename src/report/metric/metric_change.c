#include "report/metric/metric_change.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report/base/mem.h"
#include "report/metric/metric_traits.h"
#include "report/metric/metric_unit.h"

const char *const change_verdict_names[CHANGE_VERDICTS] = {
    [CHANGE_ABSENT] = "none",   [CHANGE_EQUAL] = "equal",  [CHANGE_NOISE] = "noise",
    [CHANGE_BETTER] = "better", [CHANGE_WORSE] = "worse",  [CHANGE_OTHER] = "changed",
    [CHANGE_ONLY_A] = "only A", [CHANGE_ONLY_B] = "only B"};

enum { FEWEST_FOR_SPREAD = 3, FEWEST_FOR_MAD = 8 };

static int compare_numbers(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double middle(const double *sorted, size_t count)
{
    if (!count)
        return NAN;
    double low = sorted[(count - 1) / 2], high = sorted[count / 2];
    /* The sum of both may overflow. The mean of two infinities must not be computed. */
    return low == high ? low : low / 2 + high / 2;
}

double change_median(double *values, size_t count)
{
    if (count)
        qsort(values, count, sizeof *values, compare_numbers);
    return middle(values, count);
}

double change_deviation(const double *sorted, size_t count)
{
    static const double range_of[FEWEST_FOR_MAD] = {0, 0, 0, 1.693, 2.059, 2.326, 2.534, 2.704};
    if (count < FEWEST_FOR_MAD)
        return (sorted[count - 1] - sorted[0]) / range_of[count];
    double centre = middle(sorted, count);
    double *distances = mem_alloc(count * sizeof *distances);
    for (size_t i = 0; i < count; i++)
        distances[i] = fabs(sorted[i] - centre);
    double deviation = 1.4826 * change_median(distances, count);
    free(distances);
    return deviation;
}

/* Returns Student's t for 99.9 %, two-sided. */
static double student(size_t freedom)
{
    static const struct {
        size_t freedom;
        double t;
    } table[] = {{60, 3.460}, {30, 3.646}, {20, 3.850}, {15, 4.073}, {12, 4.318}, {10, 4.587},
                 {9, 4.781},  {8, 5.041},  {7, 5.408},  {6, 5.959},  {5, 6.869},  {4, 8.610}};
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (freedom >= table[i].freedom)
            return table[i].t;
    return HUGE_VAL;
}

/* The values of one side that are not NAN, sorted. */
struct values {
    double *sorted;
    size_t count;
    double median;
};

static struct values values_of(const double *numbers, size_t count)
{
    struct values v = {.sorted = mem_alloc((count + 1) * sizeof *v.sorted)};
    for (size_t i = 0; i < count; i++)
        if (!isnan(numbers[i]))
            v.sorted[v.count++] = numbers[i];
    v.median = change_median(v.sorted, v.count);
    return v;
}

static bool same(double x, double y)
{
    if (x == y || (x == floor(x) && y == floor(y)) || !isfinite(x) || !isfinite(y))
        return x == y;
    return fabs(x - y) <= 1e-9 * fmax(fabs(x), fabs(y));
}

static bool all_same(const struct values *a, const struct values *b)
{
    if (a->count != b->count)
        return false;
    for (size_t i = 0; i < a->count; i++)
        if (!same(a->sorted[i], b->sorted[i]))
            return false;
    return true;
}

static double floor_of(const char *metric, double size, double sum, double duration)
{
    static const struct {
        double share, nanoseconds, points;
    } floors[] = {[METRIC_TIME] = {0.03, 300, 0.5}, [METRIC_PLACE] = {0.10, 500, 2}};
    enum metric_noise noise = metric_noise_of(metric);
    if (noise == METRIC_SAMPLE)
        return 3 * sqrt(sum);
    if (noise != METRIC_TIME && noise != METRIC_PLACE)
        return 0;
    char unit[48];
    double share = floors[noise].share, least = 0;
    if (duration > 0 && floors[noise].nanoseconds / duration > share)
        share = fmin(floors[noise].nanoseconds / duration, 1);
    if (strcmp(metric_unit(metric, unit, sizeof unit), "%") == 0)
        least = floors[noise].points;
    else if (strstr(metric, ".ratio"))
        least = 0.01;
    return fmax(share * size, least);
}

static double noise_of(const char *metric, const struct values *a, const struct values *b,
                       double duration, bool *estimated)
{
    double least = floor_of(metric, fmax(fabs(a->median), fabs(b->median)),
                            fabs(a->median) + fabs(b->median), duration);
    *estimated = a->count >= FEWEST_FOR_SPREAD && b->count >= FEWEST_FOR_SPREAD;
    if (!*estimated)
        return least;
    double sa = change_deviation(a->sorted, a->count), sb = change_deviation(b->sorted, b->count);
    double error = sqrt(M_PI / 2 * (sa * sa / (double)a->count + sb * sb / (double)b->count));
    return fmax(student(a->count + b->count - 2) * error, least / 3);
}

static enum change_verdict direction(const char *metric, double a, double b)
{
    enum metric_better better = metric_better_of(metric);
    if (better == METRIC_NEITHER)
        return CHANGE_OTHER;
    return (b < a) == (better == METRIC_LOWER) ? CHANGE_BETTER : CHANGE_WORSE;
}

static enum change_verdict judge(const char *metric, const struct values *a, const struct values *b,
                                 double duration, struct metric_change *change)
{
    if (!a->count || !b->count)
        return a->count ? CHANGE_ONLY_A : b->count ? CHANGE_ONLY_B : CHANGE_ABSENT;
    if (all_same(a, b))
        return CHANGE_EQUAL;
    if (!isfinite(a->sorted[0]) || !isfinite(a->sorted[a->count - 1]) || !isfinite(b->sorted[0]) ||
        !isfinite(b->sorted[b->count - 1]))
        return a->median == b->median ? CHANGE_NOISE : direction(metric, a->median, b->median);
    change->noise = noise_of(metric, a, b, duration, &change->estimated);
    if (fabs(b->median - a->median) <= change->noise || same(a->median, b->median))
        return CHANGE_NOISE;
    return direction(metric, a->median, b->median);
}

struct metric_change metric_change_judge(const char *metric, const double *a, size_t a_count,
                                         const double *b, size_t b_count, double duration)
{
    struct values x = values_of(a, a_count), y = values_of(b, b_count);
    struct metric_change change = {.a = x.median, .b = y.median};
    change.verdict = judge(metric, &x, &y, duration, &change);
    free(x.sorted);
    free(y.sorted);
    return change;
}

double change_threads(double a, double b)
{
    const double ratio = a > 0 && b > 0 ? b / a : 1;
    return fabs(log(ratio)) > log(1.1) ? ratio : 1;
}

bool change_is_real(enum change_verdict verdict)
{
    return verdict == CHANGE_BETTER || verdict == CHANGE_WORSE || verdict == CHANGE_OTHER;
}

double change_percent(double a, double b)
{
    return a != 0 && isfinite(a) && isfinite(b) ? (b - a) / fabs(a) * 100 : NAN;
}

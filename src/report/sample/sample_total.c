#include "report/sample/sample_total.h"

#include <math.h>

/* How many measurements the spread that is known beforehand counts for; and the most degrees of
 * freedom that are believed, since strata are made of times that are noisy themselves. */
enum { PRIOR = 4, MOST_FREEDOM = 40 };

/* The least relative deviation of the unmeasured rest from the parts. */
#define REST_SPREAD 0.5

void sample_part_add(struct sample_part *part, double value)
{
    const double off = value - part->mean;
    part->measured++;
    part->mean += off / (double)part->measured;
    part->squares += off * (value - part->mean);
}

double sample_noise(const struct sample_part *parts, size_t count)
{
    double sum = 0, freedom = 0;
    for (size_t i = 0; i < count; i++) {
        if (parts[i].measured < 2 || parts[i].mean == 0)
            continue;
        sum += parts[i].squares / (parts[i].mean * parts[i].mean);
        freedom += (double)parts[i].measured - 1;
    }
    return freedom > 0 ? sum / freedom : 0;
}

/* The distance that holds 95 % of Student's distribution: the expansion of Cornish and Fisher. */
static double student(double freedom)
{
    const double z = 1.959963985, z2 = z * z, f = freedom;
    return z + z * (z2 + 1) / (4 * f) + z * (5 * z2 * z2 + 16 * z2 + 3) / (96 * f * f) +
           z * (3 * z2 * z2 * z2 + 19 * z2 * z2 + 17 * z2 - 15) / (384 * f * f * f);
}

/* The sums over all parts. */
struct sums {
    double value, time;
    double variance, weights; /* weights: of the variances' freedom, by Satterthwaite */
    size_t parts;
};

static void add_variance(struct sums *sums, double variance, double freedom)
{
    sums->variance += variance;
    sums->weights += variance * variance / freedom;
}

static void add_part(struct sums *sums, const struct sample_part *part, double noise)
{
    const double known = fmax(part->spread * part->spread, noise) * part->mean * part->mean;
    const double n = (double)part->measured, freedom = PRIOR + n - 1;
    const double each = (PRIOR * known + part->squares) / freedom;
    sums->value += part->launches * part->mean;
    sums->time += part->time;
    sums->parts++;
    /* That of our sum, and that of the other measurement. */
    add_variance(sums, part->launches * part->launches * each * (1 / n + 1 / part->launches),
                 freedom);
}

/* The relative deviation of the parts' rates from the common one, weighted by time. */
static double rate_spread(const struct sample_part *parts, size_t count, const struct sums *sums)
{
    double squares = 0;
    const double rate = sums->value / sums->time;
    for (size_t i = 0; i < count; i++) {
        if (!parts[i].measured || parts[i].time <= 0)
            continue;
        const double off = parts[i].launches * parts[i].mean / parts[i].time - rate;
        squares += off * off * parts[i].time;
    }
    return rate != 0 ? sqrt(squares / sums->time) / fabs(rate) : 0;
}

struct sample_total sample_total(const struct sample_part *parts, size_t count, double noise,
                                 double rest)
{
    struct sums sums = {0};
    for (size_t i = 0; i < count; i++)
        if (parts[i].measured)
            add_part(&sums, &parts[i], noise);
        else
            rest += parts[i].time;
    if (!sums.parts || (rest > 0 && sums.time <= 0))
        return (struct sample_total){NAN, NAN};
    if (rest > 0) {
        const double more = sums.value / sums.time * rest;
        const double off = more * fmax(rate_spread(parts, count, &sums), REST_SPREAD);
        add_variance(&sums, off * off, (double)(sums.parts > PRIOR ? sums.parts : PRIOR));
        sums.value += more;
    }
    if (sums.variance <= 0)
        return (struct sample_total){sums.value, 0};
    const double freedom = fmin(sums.variance * sums.variance / sums.weights, MOST_FREEDOM);
    return (struct sample_total){sums.value, student(freedom) * sqrt(sums.variance)};
}

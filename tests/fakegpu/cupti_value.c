/* Values that a test can predict from the launch: the formulas are in the README. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cupti_fake.h"

struct subject {
    const struct counter_range *range;
    const char *name;
    struct metric metric;
    double duration; /* ns */
};

static double unit_count(const char *name)
{
    static const struct {
        const char *unit;
        double count;
    } counts[] = {{"smsp__", 528}, {"sm__", 132}, {"l1tex__", 132}, {"lts__", 96},
                  {"dram__", 48},  {"gpu__", 1},  {"gpc__", 8},     {"fbpa__", 24}};
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
        if (strncmp(name, counts[i].unit, strlen(counts[i].unit)) == 0)
            return counts[i].count;
    return 1;
}

static uint64_t hash_of(const struct subject *s, size_t length)
{
    uint64_t hash = metric_hash(METRIC_HASH_SEED, s->range->name, strlen(s->range->name));
    return metric_hash(metric_hash(hash, "\n", 1), s->name, length);
}

static bool base_is(const struct subject *s, const char *end)
{
    const char *at = strstr(s->name, "__");
    size_t unit = at ? (size_t)(at - s->name) + 2 : 0;
    return s->metric.base_length - unit == strlen(end) &&
           memcmp(s->name + unit, end, strlen(end)) == 0;
}

/* The average over the instances of the unit. */
static double average(const struct subject *s)
{
    if (base_is(s, "time_duration"))
        return s->duration;
    if (base_is(s, "cycles_elapsed"))
        return 2 * s->duration;
    if (base_is(s, "cycles_active"))
        return 1.5 * s->duration;
    return (double)(1 + hash_of(s, s->metric.base_length) % 1000000);
}

static bool is_time(const struct subject *s)
{
    return base_is(s, "time_duration") || base_is(s, "cycles_elapsed") ||
           base_is(s, "cycles_active");
}

static double rollup(const struct subject *s)
{
    double value = average(s);
    if (strncmp(s->metric.suffix, ".sum", 4) == 0)
        return value * unit_count(s->name);
    if (is_time(s))
        return value;
    if (strncmp(s->metric.suffix, ".max", 4) == 0)
        return 2 * value;
    return strncmp(s->metric.suffix, ".min", 4) == 0 ? value / 2 : value;
}

static double counter(const struct subject *s)
{
    const char *sub = s->metric.suffix + 4;
    if (!*sub)
        return rollup(s);
    if (strcmp(sub, ".per_second") == 0)
        return rollup(s) * 1e9 / s->duration;
    if (strcmp(sub, ".per_cycle_elapsed") == 0)
        return rollup(s) / (2 * s->duration);
    if (strcmp(sub, ".per_cycle_active") == 0)
        return rollup(s) / (1.5 * s->duration);
    /* A peak belongs to the chip: no kernel's name in it. */
    uint64_t hash = metric_hash(METRIC_HASH_SEED, s->name, s->metric.base_length);
    double peak = (double)(1 + hash % 128);
    return strstr(sub, ".per_second") ? peak * 2e9 : peak;
}

static bool collected(struct counter_image *image, const char *name, size_t length)
{
    uint64_t hash = metric_hash(METRIC_HASH_SEED, name, length);
    const uint64_t *metrics = counter_image_metrics(image);
    for (uint32_t i = 0; i < image->metric_count; i++)
        if (metrics[i] == hash)
            return true;
    return false;
}

/* Read anew for each value: a test changes the file while rooftop runs. */
static double share_of_time(void)
{
    const char *path = getenv("FAKEGPU_TAKES");
    FILE *file = path ? fopen(path, "re") : NULL;
    double percent = 100;
    if (file && fscanf(file, "%lf", &percent) != 1)
        percent = 100;
    if (file)
        fclose(file);
    return percent / 100;
}

double metric_value(struct counter_image *image, uint32_t index, const char *name)
{
    struct subject s = {.range = &counter_image_ranges(image)[index], .name = name};
    if (metric_parse(name, &s.metric) != METRIC_OK || s.range->passes_seen < image->passes ||
        !collected(image, name, s.metric.base_length))
        return NAN;
    s.duration = (double)(1000 + s.range->threads / 10) * share_of_time();
    const char *percent = getenv("FAKEGPU_PERCENT");
    if (percent && strstr(s.metric.suffix, "pct"))
        return atof(percent);
    if (strstr(s.metric.suffix, "pct"))
        return (double)(hash_of(&s, strlen(name)) % 10001) / 100;
    if (s.metric.type == CUPTI_METRIC_TYPE_RATIO)
        return (double)(hash_of(&s, strlen(name)) % 1001) / 100;
    return counter(&s);
}

#include "report/metric/metric_traits.h"

#include <stddef.h>
#include <string.h>

#include "report/base/name_glob.h"

struct trait {
    const char *pattern;
    int value;
};

static const struct trait noise[] = {
#include "metric_noise.inc"
};

static const struct trait better[] = {
#include "metric_better.inc"
};

static int find(const struct trait *traits, size_t count, const char *name, int otherwise)
{
    for (size_t i = 0; i < count; i++)
        if (name_glob(traits[i].pattern, name))
            return traits[i].value;
    return otherwise;
}

enum metric_noise metric_noise_of(const char *name)
{
    return (enum metric_noise)find(noise, sizeof noise / sizeof *noise, name, METRIC_TIME);
}

enum metric_better metric_better_of(const char *name)
{
    return (enum metric_better)find(better, sizeof better / sizeof *better, name, METRIC_NEITHER);
}

bool metric_is_of_work(const char *name)
{
    return metric_better_of(name) == METRIC_LOWER && !strstr(name, ".pct");
}

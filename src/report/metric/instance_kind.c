#include "report/metric/instance_kind.h"

#include <stddef.h>

#include "report/base/name_glob.h"

/* The first entry that matches counts. */
static const struct {
    const char *pattern, *kind;
} kinds[] = {
    {"pmsampling:*", "time"},
    {"profiler__timestamp_*", "time"},
    {"profiler__pmsampler_ctxsw_*", "time"},
    {"launch__occupancy_per_*", "argument"},
    {"derived__pct_occupancy_per_*", "argument"},
    {"launch__*", "index"},
    {"device__*", "index"},
    {"profiler__*", "index"},
    {"numa__*", "index"},
    {"nvlink__*", "index"},
    {"c2clink__*", "index"},
    {"sm__maximum_warps_*", "index"},
    {"smsp__maximum_warps_*", "index"},
    {"inst_executed*", "address"},
    {"thread_inst_executed*", "address"},
    {"memory_*", "address"},
    {"smsp__pcsamp_*", "address"},
    {"smsp__sass_*", "address"},
    {"smsp__branch*", "address"},
    {"branch_*", "address"},
    {"derived__*thread_*executed*", "address"},
    {"derived__memory_*", "address"},
};

const char *instance_kind(const char *metric, const Rep__ProfileMetricResult *result)
{
    const Rep__ProfileMetricValue *id = NULL;
    for (size_t i = 0; i < result->n_metricvaluelist && !id; i++)
        id = result->metricvaluelist[i]->correlationid;
    if (!id)
        return NULL;
    if (id->stringvalue)
        return "name";
    if (result->category == REP__PROFILE_METRIC_CATEGORY__MetricCategorySampler)
        return "time";
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (name_glob(kinds[i].pattern, metric))
            return kinds[i].kind;
    return "number";
}

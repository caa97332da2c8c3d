#include "report/metric/logical_range.h"

#include <string.h>

#include "report/metric/metric_name.h"

static const double tolerance = 0.5;

static bool is_rollup(const struct metric_name *name, const char *rollup)
{
    return name->rollup && strlen(rollup) == name->rollup_length &&
           strncmp(name->rollup, rollup, name->rollup_length) == 0;
}

bool logical_range_holds(const char *metric, double value)
{
    struct metric_name name = metric_name_parse(metric);
    bool total = is_rollup(&name, "avg") || is_rollup(&name, "sum"), rate = is_rollup(&name, "pct");
    bool percent = rate || (total && name.submetric && strncmp(name.submetric, "pct_", 4) == 0);
    if (strncmp(metric, "derived__", 9) == 0 || (!total && !rate) || value != value)
        return true;
    return value >= -tolerance && (!percent || value <= 100 + tolerance);
}

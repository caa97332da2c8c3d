#include "collect/plan/query_tables.h"

#include <stdio.h>
#include <string.h>

#include "report/base/name_glob.h"
#include "report/metric/metric_unit.h"

const struct query_metric query_metrics[] = {
#include "query_metrics.inc"
};
const size_t query_metric_count = sizeof query_metrics / sizeof *query_metrics;

static const struct {
    const char *collection, *type, *pattern, *unit;
} units[] = {
#include "query_units.inc"
};

const char *query_unit(const char *collection, const char *type, const char *base, char *unit,
                       size_t size)
{
    for (size_t i = 0; i < sizeof units / sizeof *units; i++)
        if (strcmp(units[i].collection, collection) == 0 && strcmp(units[i].type, type) == 0 &&
            name_glob(units[i].pattern, base)) {
            snprintf(unit, size, "%s", units[i].unit);
            return unit;
        }
    return metric_unit(base, unit, size);
}

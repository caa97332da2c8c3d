#include "report/metric/legacy_metric.h"

#include <string.h>

static const struct legacy_metric metrics[] = {
#include "legacy_metrics.inc"
};

enum { METRICS = sizeof metrics / sizeof *metrics };

const struct legacy_metric *legacy_metric_find(const char *name)
{
    for (size_t i = 0; i < METRICS; i++)
        if (strcmp(metrics[i].name, name) == 0)
            return &metrics[i];
    return NULL;
}

void legacy_metrics_each(void (*use)(void *, const char *), void *context)
{
    for (size_t i = 0; i < METRICS; i++)
        use(context, metrics[i].name);
}

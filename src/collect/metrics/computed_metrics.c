#include "collect/metrics/computed_metrics.h"

#include <stdlib.h>

#include "collect/metrics/launch_metrics.h"
#include "collect/metrics/link_metrics.h"
#include "report/base/mem.h"

static void add_code(struct metric_list *list, const Wire__Facts *facts)
{
    if (!facts->has_code)
        return;
    metric_add_integer(list, "launch__function_pcs", 1);
    metric_add_instances(list, (const uint64_t[]){0}, (const double[]){(double)facts->code}, 1,
                         true);
}

void computed_metrics_add_launch(struct metric_list *list, const Wire__Facts *facts,
                                 const Wire__Device *device, const char *function)
{
    launch_metrics_add(list, facts, device, function);
    add_code(list, facts);
    device_metrics_add(list, device);
    link_metrics_add(list, device);
}

void computed_metrics_add_replay(struct metric_list *list, const Wire__Window *window,
                                 bool is_range)
{
    static const char *const names[] = {"profiler__replayer_bytes_mem_accessible",
                                        "profiler__replayer_bytes_mem_backed_up"};
    const double bytes[] = {(double)window->bytes_accessible, (double)window->bytes_saved};
    double passes = 0;
    for (size_t i = 0; i < window->n_groups; i++)
        passes += window->groups[i]->passes;
    metric_add_number(list, "profiler__replayer_passes", passes);
    /* Runs that warm up are part of a pass. */
    metric_add_number(list, "profiler__replayer_passes_type_warmup", 0);
    for (int i = 0; i < 2 && !is_range; i++)
        for (int j = 0; j < 4; j++) {
            char *name =
                mem_printf("%s.%s", names[i], (const char *const[]){"min", "max", "sum", "avg"}[j]);
            metric_add_number(list, name, bytes[i] * (j == 2 ? passes : 1));
            free(name);
        }
}

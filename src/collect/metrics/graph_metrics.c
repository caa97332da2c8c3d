#include "collect/metrics/graph_metrics.h"

#include <stdlib.h>

#include "collect/metrics/launch_metrics.h"
#include "report/base/mem.h"
#include "report/names/demangle.h"

typedef void add_one(struct metric_list *list, const Wire__Facts *facts, const Wire__Device *device,
                     const char *function);

static void add_kernel(struct metric_list *list, const Wire__Facts *facts,
                       const Wire__Device *device, add_one *add)
{
    char *full = demangle_full(facts->mangled ? facts->mangled : "");
    char *function = demangle_function(full);
    add(list, facts, device, function);
    free(full);
    free(function);
}

/* Adds the addresses of the functions that the graph runs, each once. */
static void add_code(struct metric_list *list, const Wire__WholeGraph *graph)
{
    uint64_t *ids = mem_alloc((graph->n_kernels + 1) * sizeof *ids);
    double *codes = mem_alloc((graph->n_kernels + 1) * sizeof *codes);
    size_t count = 0;
    for (size_t i = 0; i < graph->n_kernels; i++) {
        const double code = (double)graph->kernels[i]->code;
        size_t at = 0;
        while (at < count && codes[at] != code)
            at++;
        if (at < count || !graph->kernels[i]->has_code)
            continue;
        ids[count] = count;
        codes[count++] = code;
    }
    if (count) {
        metric_add_integer(list, "launch__function_pcs", count);
        metric_add_instances(list, ids, codes, count, true);
    }
    free(ids);
    free(codes);
}

static void add_kernels(struct metric_list *list, const Wire__WholeGraph *graph,
                        const Wire__Device *device, add_one *add, bool last)
{
    struct metric_list *kernels = mem_alloc((graph->n_kernels + 1) * sizeof *kernels);
    for (size_t i = 0; i < graph->n_kernels; i++) {
        metric_list_init(&kernels[i], list->report);
        add_kernel(&kernels[i], graph->kernels[i], device, add);
    }
    for (size_t i = 0; graph->n_kernels && i < kernels[0].count; i++)
        metric_add_merged(list, kernels, graph->n_kernels, i, last);
    add_code(list, graph);
    for (size_t i = 0; i < graph->n_kernels; i++)
        metric_list_free(&kernels[i]);
    free(kernels);
}

void graph_metrics_add(struct metric_list *list, const Wire__WholeGraph *graph,
                       const Wire__Device *device)
{
    bool launches = false;
    for (size_t i = 0; i < graph->n_kernels; i++)
        launches = launches || graph->kernels[i]->device_launches;
    add_kernels(list, graph, device, launch_metrics_add_common, false);
    metric_add_number(list, "launch__graph_is_device_launchable", graph->device_launch);
    metric_add_number(list, "launch__graph_contains_device_launch", launches);
}

void range_metrics_add(struct metric_list *list, const Wire__WholeGraph *kernels,
                       const Wire__Device *device)
{
    add_kernels(list, kernels, device, launch_metrics_add_in_range, true);
}

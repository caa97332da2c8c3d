#include "graph_metrics.h"

#include <stdlib.h>

#include "demangle.h"
#include "launch_metrics.h"
#include "mem.h"

static void add_kernel(struct metric_list *list, const Wire__Facts *facts,
                       const Wire__Device *device)
{
    char *full = demangle_full(facts->mangled ? facts->mangled : "");
    char *function = demangle_function(full);
    launch_metrics_add_common(list, facts, device, function);
    free(full);
    free(function);
}

/* Where the functions stand that the graph runs, each once. */
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

void graph_metrics_add(struct metric_list *list, const Wire__WholeGraph *graph,
                       const Wire__Device *device)
{
    struct metric_list *kernels = mem_alloc((graph->n_kernels + 1) * sizeof *kernels);
    bool launches = false;
    for (size_t i = 0; i < graph->n_kernels; i++) {
        metric_list_init(&kernels[i], list->report);
        add_kernel(&kernels[i], graph->kernels[i], device);
        launches = launches || graph->kernels[i]->device_launches;
    }
    for (size_t i = 0; graph->n_kernels && i < kernels[0].count; i++)
        metric_add_merged(list, kernels, graph->n_kernels, i);
    add_code(list, graph);
    metric_add_number(list, "launch__graph_is_device_launchable", graph->device_launch);
    metric_add_number(list, "launch__graph_contains_device_launch", launches);
    for (size_t i = 0; i < graph->n_kernels; i++)
        metric_list_free(&kernels[i]);
    free(kernels);
}

#include "collect/inject/program/whole_graph.h"

#include <stdlib.h>
#include <string.h>

#include "collect/inject/base/inject.h"

static bool fill(struct whole_graph *whole, struct inject *inject, const struct graph *graph,
                 const struct launch *launch, unsigned device, uint32_t context_id)
{
    for (size_t i = 0; i < graph->count; i++) {
        const struct graph_node *node = &graph->nodes[i];
        if (node->type != CU_GRAPH_NODE_TYPE_KERNEL || node->disabled)
            continue;
        struct function *function = functions_get(inject->program.functions, node->launch.f);
        struct launch *kernel = &whole->launches[whole->count];
        if (!function)
            return false;
        *kernel = node->launch;
        kernel->name = strdup(node->launch.mangled);
        kernel->mangled = kernel->name ? kernel->name : "";
        kernel->parameters = NULL;
        kernel->values = kernel->packed = NULL;
        kernel->context = launch->context;
        kernel->config.hStream = launch->config.hStream;
        kernel->per_thread_stream = launch->per_thread_stream;
        whole->messages[whole->count] = &whole->kernels[whole->count].message;
        facts_fill(&whole->kernels[whole->count++], inject, kernel, function, device, context_id);
    }
    return true;
}

struct whole_graph *whole_graph_new(struct inject *inject, const struct graph *graph,
                                    const struct launch *launch, unsigned device,
                                    uint32_t context_id)
{
    struct whole_graph *whole = calloc(1, sizeof *whole);
    if (!whole)
        return NULL;
    whole->handle = graph->handle;
    whole->stream = launch->config.hStream;
    whole->per_thread_stream = launch->per_thread_stream;
    whole->device_launch = graph->device_launch;
    whole->launches = calloc(graph->count + 1, sizeof *whole->launches);
    whole->kernels = calloc(graph->count + 1, sizeof *whole->kernels);
    whole->messages = calloc(graph->count + 1, sizeof *whole->messages);
    if (whole->launches && whole->kernels && whole->messages &&
        fill(whole, inject, graph, launch, device, context_id))
        return whole;
    whole_graph_free(whole);
    return NULL;
}

void whole_graph_free(struct whole_graph *whole)
{
    if (!whole)
        return;
    for (size_t i = 0; i < whole->count; i++)
        launch_free(&whole->launches[i]);
    free(whole->launches);
    free(whole->kernels);
    free(whole->messages);
    free(whole);
}

CUresult whole_graph_again(const struct whole_graph *whole, struct inject *inject)
{
    return whole->per_thread_stream ? inject->driver.graph_launch_ptsz(whole->handle, whole->stream)
                                    : inject->driver.graph_launch(whole->handle, whole->stream);
}

void whole_graph_note(struct whole_graph *whole, const struct activity_record *record)
{
    for (size_t i = 0; i < whole->count; i++)
        if (!whole->messages[i]->has_registers && activity_is_of(record, &whole->launches[i])) {
            activity_fill(whole->messages[i], record);
            return;
        }
}

#include "collect/inject/program/graph_calls.h"

#include "collect/inject/base/inject.h"
#include "collect/inject/program/memory.h"

#define PARAMETERS(type) const type##_params *p = data->functionParams

struct graph *graph_find(struct inject *inject, CUgraphExec handle)
{
    struct graph *graph = inject->program.graphs;
    while (graph && graph->handle != handle)
        graph = graph->next;
    return graph;
}

static void forget(struct inject *inject, CUgraphExec handle)
{
    for (struct graph **at = &inject->program.graphs; *at; at = &(*at)->next)
        if ((*at)->handle == handle) {
            struct graph *graph = *at;
            *at = graph->next;
            graph_free(graph);
            return;
        }
}

/* An executable that is not known is not profiled. */
static void remember(struct inject *inject, CUgraphExec handle, CUgraph source,
                     unsigned long long flags)
{
    forget(inject, handle);
    struct graph *graph = inject->active ? graph_read(inject, handle, source) : NULL;
    if (!graph)
        return;
    graph->device_launch = flags & CUDA_GRAPH_INSTANTIATE_FLAG_DEVICE_LAUNCH;
    graph->next = inject->program.graphs;
    inject->program.graphs = graph;
}

void graph_after_instantiate(struct inject *inject, const CUpti_CallbackData *data)
{
    PARAMETERS(cuGraphInstantiate_v2); /* the oldest form begins alike */
    remember(inject, *p->phGraphExec, p->hGraph, 0);
}

void graph_after_instantiate_with_flags(struct inject *inject, const CUpti_CallbackData *data)
{
    PARAMETERS(cuGraphInstantiateWithFlags);
    remember(inject, *p->phGraphExec, p->hGraph, p->flags);
}

void graph_after_instantiate_with_params(struct inject *inject, const CUpti_CallbackData *data)
{
    PARAMETERS(cuGraphInstantiateWithParams);
    remember(inject, *p->phGraphExec, p->hGraph, p->instantiateParams->flags);
}

/* If a new parameter cannot be copied, too little is known of the graph: it is not profiled any
 * more. */
static void note(struct graph *graph, bool copied)
{
    graph->unread = graph->unread || !copied;
}

/* Handlers of nodes: `graph` is known; `node` NULL: it is not. */
#define NODE(type)                                                                                 \
    PARAMETERS(type);                                                                              \
    struct graph *graph = graph_find(inject, p->hGraphExec);                                       \
    struct graph_node *node = graph ? graph_node_of(graph, p->hNode) : NULL;                       \
    if (!graph)                                                                                    \
    return

void graph_after_set_kernel(struct inject *inject, const CUpti_CallbackData *data)
{
    NODE(cuGraphExecKernelNodeSetParams_v2);
    note(graph, node && graph_set_kernel(node, inject, p->nodeParams));
}

void graph_after_set_copy(struct inject *inject, const CUpti_CallbackData *data)
{
    NODE(cuGraphExecMemcpyNodeSetParams);
    note(graph, node);
    if (node)
        graph_set_copy(node, p->copyParams);
}

void graph_after_set_fill(struct inject *inject, const CUpti_CallbackData *data)
{
    NODE(cuGraphExecMemsetNodeSetParams);
    note(graph, node);
    if (node)
        graph_set_fill(node, p->memsetParams);
}

/* Later structures only add members at the end. */
void graph_after_set_node(struct inject *inject, const CUpti_CallbackData *data)
{
    NODE(cuGraphExecNodeSetParams);
    const CUgraphNodeParams *params = p->nodeParams;
    note(graph, node);
    if (node && params->type == CU_GRAPH_NODE_TYPE_KERNEL)
        note(graph, graph_set_kernel(node, inject, (const void *)&params->kernel));
    else if (node && params->type == CU_GRAPH_NODE_TYPE_MEMCPY)
        graph_set_copy(node, &params->memcpy.copyParams);
    else if (node && params->type == CU_GRAPH_NODE_TYPE_MEMSET)
        graph_set_fill(node, (const void *)&params->memset);
    else if (params->type == CU_GRAPH_NODE_TYPE_GRAPH)
        note(graph, false);
}

void graph_after_set_child(struct inject *inject, const CUpti_CallbackData *data)
{
    PARAMETERS(cuGraphExecChildGraphNodeSetParams);
    struct graph *graph = graph_find(inject, p->hGraphExec);
    if (graph)
        note(graph, false);
}

void graph_after_set_enabled(struct inject *inject, const CUpti_CallbackData *data)
{
    NODE(cuGraphNodeSetEnabled);
    note(graph, node);
    if (node)
        node->disabled = !p->isEnabled;
}

void graph_after_update(struct inject *inject, const CUpti_CallbackData *data)
{
    PARAMETERS(cuGraphExecUpdate_v2); /* the older form begins alike */
    struct graph *graph = graph_find(inject, p->hGraphExec);
    if (graph)
        graph_update(graph, inject, p->hGraph);
}

void graph_after_launch(struct inject *inject, const CUpti_CallbackData *data)
{
    PARAMETERS(cuGraphLaunch); /* the form for per-thread streams has the same members */
    struct graph *graph = graph_find(inject, p->hGraph);
    for (size_t i = 0; graph && i < graph->count; i++) {
        const struct graph_node *node = &graph->nodes[i];
        if (node->type == CU_GRAPH_NODE_TYPE_MEM_ALLOC)
            memory_add(inject->program.memory, REGION_DEVICE, data->context, node->address,
                       node->size);
        else if (node->type == CU_GRAPH_NODE_TYPE_MEM_FREE)
            memory_remove(inject->program.memory, node->address);
    }
}

size_t graph_allocates(const struct graph *graph)
{
    size_t size = 0;
    for (size_t i = 0; graph && i < graph->count; i++)
        if (graph->nodes[i].type == CU_GRAPH_NODE_TYPE_MEM_ALLOC)
            size += graph->nodes[i].size;
    return size;
}

void graph_before_destroy(struct inject *inject, const CUpti_CallbackData *data)
{
    PARAMETERS(cuGraphExecDestroy);
    forget(inject, p->hGraphExec);
}

/* Executable graphs. Whatever order the program added nodes in, each runs when what it waits for
 * has run, of those that could the one that was added last. */
#include <stdlib.h>
#include <string.h>

#include "driver_graph.h"

struct executable {
    struct graph *graph; /* a copy */
};

static CUresult instantiate(CUgraphExec *handle, CUgraph graph)
{
    if (!graph)
        return CUDA_ERROR_INVALID_VALUE;
    struct executable *executable = malloc(sizeof *executable);
    if (!executable)
        return CUDA_ERROR_OUT_OF_MEMORY;
    CUresult result = graph_copy((struct graph *)graph, &executable->graph);
    if (result == CUDA_SUCCESS)
        *handle = (CUgraphExec)executable;
    else
        free(executable);
    return result;
}

DRIVER_API(cuGraphInstantiateWithFlags,
           (CUgraphExec * phGraphExec, CUgraph hGraph, unsigned long long flags), phGraphExec,
           hGraph, flags)
{
    return instantiate(p->phGraphExec, p->hGraph);
}

DRIVER_API(cuGraphInstantiateWithParams,
           (CUgraphExec * phGraphExec, CUgraph hGraph,
            CUDA_GRAPH_INSTANTIATE_PARAMS *instantiateParams),
           phGraphExec, hGraph, instantiateParams)
{
    return instantiate(p->phGraphExec, p->hGraph);
}

struct total {
    struct context *context;
    const struct launch *first;
    uint64_t threads;
    uint32_t kernels;
};

static void report(const struct total *total, const struct launch *launch, int kind,
                   uint64_t threads, uint32_t kernels)
{
    const struct fakegpu_hook *hook = driver_hook();
    if (!hook)
        return;
    struct fakegpu_work work = {
        .kind = kind,
        .context = (CUcontext)total->context,
        .name = launch->function->name,
        .threads = threads,
        .kernels = kernels,
    };
    memcpy(work.grid, launch->grid, sizeof work.grid);
    memcpy(work.block, launch->block, sizeof work.block);
    hook->work(&work);
}

static bool is_ready(const struct node *node)
{
    bool ready = !node->done;
    for (size_t i = 0; i < node->before_count; i++)
        ready = ready && node->before[i]->done;
    return ready;
}

static void run_graph(struct total *total, const struct graph *graph);

/* The address of what a graph allocates and frees itself stays, as does its memory here. */
static bool allocates(const struct graph *graph, CUdeviceptr address)
{
    for (size_t i = 0; i < graph->count; i++)
        if (graph->nodes[i]->type == CU_GRAPH_NODE_TYPE_MEM_ALLOC &&
            graph->nodes[i]->params.alloc.dptr == address)
            return true;
    return false;
}

static void run_node(struct total *total, const struct graph *graph, const struct node *node)
{
    if (node->disabled)
        return;
    if (node->child)
        run_graph(total, node->child);
    else if (node->type == CU_GRAPH_NODE_TYPE_HOST)
        node->params.host.fn(node->params.host.userData);
    else if (node->type == CU_GRAPH_NODE_TYPE_MEM_FREE && !allocates(graph, node->params.freed))
        memory_release(node->params.freed, MEMORY_POOL);
    else if (node->run)
        node->run(node->data);
    if (!node->launch)
        return;
    total->first = total->first ? total->first : node->launch;
    total->threads += launch_threads(node->launch);
    total->kernels++;
    report(total, node->launch, WORK_NODE, launch_threads(node->launch), 1);
}

static void run_graph(struct total *total, const struct graph *graph)
{
    for (size_t i = 0; i < graph->count; i++)
        graph->nodes[i]->done = false;
    for (size_t left = graph->count; left > 0; left--) {
        size_t i = graph->count;
        while (i > 0 && !is_ready(graph->nodes[i - 1]))
            i--;
        if (i == 0)
            return; /* a cycle */
        run_node(total, graph, graph->nodes[i - 1]);
        graph->nodes[i - 1]->done = true;
    }
}

/* The driver takes the memory when the graph is launched. */
static size_t allocated_by(const struct graph *graph)
{
    size_t size = 0;
    for (size_t i = 0; i < graph->count; i++)
        if (graph->nodes[i]->type == CU_GRAPH_NODE_TYPE_MEM_ALLOC)
            size += graph->nodes[i]->params.alloc.bytesize;
    return size;
}

static CUresult launch_graph(CUgraphExec handle, CUstream stream_handle, bool per_thread)
{
    struct stream *stream = stream_resolve(stream_handle, per_thread);
    if (!handle || !stream)
        return CUDA_ERROR_INVALID_HANDLE;
    if (stream->capture)
        return CUDA_ERROR_NOT_SUPPORTED; /* becoming a child is not imitated */
    TRY(capture_legacy_use(stream));
    struct total total = {.context = stream->context};
    const struct graph *graph = ((struct executable *)handle)->graph;
    const size_t needed = allocated_by(graph);
    if (!memory_charge(stream->context->device, needed))
        return CUDA_ERROR_OUT_OF_MEMORY;
    run_graph(&total, graph);
    memory_uncharge(stream->context->device, needed);
    if (total.first)
        report(&total, total.first, WORK_GRAPH, total.threads, total.kernels);
    return CUDA_SUCCESS;
}

/* The member is hGraph here and hGraphExec in the per-thread structure: so are the real ones. */
DRIVER_API(cuGraphLaunch, (CUgraphExec hGraph, CUstream hStream), hGraph, hStream)
{
    return launch_graph(p->hGraph, p->hStream, false);
}

DRIVER_API(cuGraphLaunch_ptsz, (CUgraphExec hGraphExec, CUstream hStream), hGraphExec, hStream)
{
    return launch_graph(p->hGraphExec, p->hStream, true);
}

DRIVER_API(cuGraphExecDestroy, (CUgraphExec hGraphExec), hGraphExec)
{
    graph_unref(((struct executable *)p->hGraphExec)->graph);
    free(p->hGraphExec);
    return CUDA_SUCCESS;
}

static struct node *find(CUgraphExec executable, CUgraphNode node, CUgraphNodeType type)
{
    struct node *found = graph_find_origin(((struct executable *)executable)->graph, node);
    return found && found->type == type ? found : NULL;
}

#define FIND(type)                                                                                 \
    struct node *node = find(p->hGraphExec, p->hNode, type);                                       \
    if (!node)                                                                                     \
    return CUDA_ERROR_INVALID_VALUE

DRIVER_API(cuGraphExecKernelNodeSetParams_v2,
           (CUgraphExec hGraphExec, CUgraphNode hNode, const CUDA_KERNEL_NODE_PARAMS *nodeParams),
           hGraphExec, hNode, nodeParams)
{
    FIND(CU_GRAPH_NODE_TYPE_KERNEL);
    return node_set_kernel(node, p->nodeParams);
}

DRIVER_API(cuGraphExecMemcpyNodeSetParams,
           (CUgraphExec hGraphExec, CUgraphNode hNode, const CUDA_MEMCPY3D *copyParams,
            CUcontext ctx),
           hGraphExec, hNode, copyParams, ctx)
{
    FIND(CU_GRAPH_NODE_TYPE_MEMCPY);
    return node_set_copy(node, p->copyParams);
}

DRIVER_API(cuGraphExecMemsetNodeSetParams,
           (CUgraphExec hGraphExec, CUgraphNode hNode, const CUDA_MEMSET_NODE_PARAMS *memsetParams,
            CUcontext ctx),
           hGraphExec, hNode, memsetParams, ctx)
{
    FIND(CU_GRAPH_NODE_TYPE_MEMSET);
    return node_set_fill(node, p->memsetParams);
}

DRIVER_API(cuGraphExecNodeSetParams,
           (CUgraphExec hGraphExec, CUgraphNode hNode, CUgraphNodeParams *nodeParams), hGraphExec,
           hNode, nodeParams)
{
    FIND(p->nodeParams->type);
    switch (p->nodeParams->type) {
    case CU_GRAPH_NODE_TYPE_KERNEL:
        return node_set_kernel(node, (const CUDA_KERNEL_NODE_PARAMS *)&p->nodeParams->kernel);
    case CU_GRAPH_NODE_TYPE_MEMCPY:
        return node_set_copy(node, &p->nodeParams->memcpy.copyParams);
    case CU_GRAPH_NODE_TYPE_MEMSET:
        return node_set_fill(node, (const CUDA_MEMSET_NODE_PARAMS *)&p->nodeParams->memset);
    default:
        return CUDA_ERROR_NOT_SUPPORTED;
    }
}

DRIVER_API(cuGraphNodeSetEnabled,
           (CUgraphExec hGraphExec, CUgraphNode hNode, unsigned int isEnabled), hGraphExec, hNode,
           isEnabled)
{
    struct node *node = graph_find_origin(((struct executable *)p->hGraphExec)->graph, p->hNode);
    if (!node || node->type > CU_GRAPH_NODE_TYPE_MEMSET)
        return CUDA_ERROR_INVALID_VALUE;
    node->disabled = !p->isEnabled;
    return CUDA_SUCCESS;
}

static CUresult update(struct graph *graph, const struct graph *from)
{
    if (graph->count != from->count)
        return CUDA_ERROR_GRAPH_EXEC_UPDATE_FAILURE;
    for (size_t i = 0; i < graph->count; i++) {
        TRY(node_take_over(graph->nodes[i], from->nodes[i]));
        if (from->nodes[i]->child)
            TRY(update(graph->nodes[i]->child, from->nodes[i]->child));
    }
    return CUDA_SUCCESS;
}

DRIVER_API(cuGraphExecUpdate_v2,
           (CUgraphExec hGraphExec, CUgraph hGraph, CUgraphExecUpdateResultInfo *resultInfo),
           hGraphExec, hGraph, resultInfo)
{
    CUresult result =
        update(((struct executable *)p->hGraphExec)->graph, (struct graph *)p->hGraph);
    if (p->resultInfo)
        p->resultInfo->result = result == CUDA_SUCCESS
                                    ? CU_GRAPH_EXEC_UPDATE_SUCCESS
                                    : CU_GRAPH_EXEC_UPDATE_ERROR_TOPOLOGY_CHANGED;
    return result;
}

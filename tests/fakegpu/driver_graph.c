/* Graphs: what a capture recorded, run again at each launch. */
#include <stdlib.h>
#include <string.h>

#include "driver_api.h"

struct node {
    CUgraphNodeType type;
    work_run *run;
    void *data;
    bool is_kernel;
};

struct graph {
    unsigned references; /* of the graph, its executables and the streams that capture into it */
    struct node *nodes;
    size_t count;
    size_t room;
};

/* An executable shares the nodes of its graph: they do not change. */
struct executable {
    struct graph *graph;
};

struct graph *graph_new(void)
{
    struct graph *graph = calloc(1, sizeof *graph);
    if (graph)
        graph->references = 1;
    return graph;
}

void graph_ref(struct graph *graph)
{
    __atomic_add_fetch(&graph->references, 1, __ATOMIC_ACQ_REL);
}

static void data_free(void *data, bool is_kernel)
{
    if (is_kernel)
        free(((struct launch *)data)->params);
    free(data);
}

void graph_unref(struct graph *graph)
{
    if (__atomic_sub_fetch(&graph->references, 1, __ATOMIC_ACQ_REL) > 0)
        return;
    for (size_t i = 0; i < graph->count; i++)
        data_free(graph->nodes[i].data, graph->nodes[i].is_kernel);
    free(graph->nodes);
    free(graph);
}

static bool graph_append(struct graph *graph, struct node node)
{
    driver_lock();
    bool fits = graph->count < graph->room;
    if (!fits) {
        size_t room = graph->room ? 2 * graph->room : 16;
        struct node *grown = realloc(graph->nodes, room * sizeof *grown);
        fits = grown != NULL;
        if (grown) {
            graph->nodes = grown;
            graph->room = room;
        }
    }
    if (fits)
        graph->nodes[graph->count++] = node;
    driver_unlock();
    return fits;
}

static void report_work(struct context *context, const struct launch *first, uint64_t threads,
                        uint32_t kernels)
{
    const struct fakegpu_hook *hook = driver_hook();
    if (!hook)
        return;
    struct fakegpu_work work = {
        .context = (CUcontext)context,
        .name = first->function->name,
        .threads = threads,
        .kernels = kernels,
    };
    memcpy(work.grid, first->grid, sizeof work.grid);
    memcpy(work.block, first->block, sizeof work.block);
    hook->work(&work);
}

CUresult stream_submit(struct stream *stream, CUgraphNodeType type, work_run *run, void *data,
                       const struct launch *launch)
{
    if (!stream->capture) {
        CUresult result = capture_legacy_use(stream);
        if (result == CUDA_SUCCESS) {
            run(data);
            if (launch)
                report_work(stream->context, launch, launch_threads(launch), 1);
        }
        data_free(data, launch != NULL);
        return result;
    }
    if (!stream->capture_invalid &&
        graph_append(stream->capture, (struct node){type, run, data, launch != NULL}))
        return CUDA_SUCCESS;
    data_free(data, launch != NULL);
    return CUDA_ERROR_STREAM_CAPTURE_INVALIDATED;
}

static CUresult instantiate(CUgraphExec *handle, CUgraph graph)
{
    if (!graph)
        return CUDA_ERROR_INVALID_VALUE;
    struct executable *executable = malloc(sizeof *executable);
    if (!executable)
        return CUDA_ERROR_OUT_OF_MEMORY;
    executable->graph = (struct graph *)graph;
    graph_ref(executable->graph);
    *handle = (CUgraphExec)executable;
    return CUDA_SUCCESS;
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

static void run_nodes(struct context *context, const struct graph *graph)
{
    const struct launch *first = NULL;
    uint64_t threads = 0;
    uint32_t kernels = 0;
    for (size_t i = 0; i < graph->count; i++) {
        graph->nodes[i].run(graph->nodes[i].data);
        if (!graph->nodes[i].is_kernel)
            continue;
        const struct launch *launch = graph->nodes[i].data;
        first = first ? first : launch;
        threads += launch_threads(launch);
        kernels++;
    }
    if (first)
        report_work(context, first, threads, kernels);
}

static CUresult launch_graph(CUgraphExec handle, CUstream stream_handle, bool per_thread)
{
    struct stream *stream = stream_resolve(stream_handle, per_thread);
    if (!handle || !stream)
        return CUDA_ERROR_INVALID_HANDLE;
    if (stream->capture)
        return CUDA_ERROR_NOT_SUPPORTED; /* child graphs are not imitated */
    TRY(capture_legacy_use(stream));
    run_nodes(stream->context, ((struct executable *)handle)->graph);
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

DRIVER_API(cuGraphDestroy, (CUgraph hGraph), hGraph)
{
    graph_unref((struct graph *)p->hGraph);
    return CUDA_SUCCESS;
}

DRIVER_API(cuGraphExecDestroy, (CUgraphExec hGraphExec), hGraphExec)
{
    graph_unref(((struct executable *)p->hGraphExec)->graph);
    free(p->hGraphExec);
    return CUDA_SUCCESS;
}

DRIVER_API(cuGraphGetNodes, (CUgraph hGraph, CUgraphNode *nodes, size_t *numNodes), hGraph, nodes,
           numNodes)
{
    struct graph *graph = (struct graph *)p->hGraph;
    size_t count = graph->count;
    for (size_t i = 0; p->nodes && i < *p->numNodes; i++)
        p->nodes[i] = i < count ? (CUgraphNode)&graph->nodes[i] : NULL;
    *p->numNodes = count;
    return CUDA_SUCCESS;
}

DRIVER_API(cuGraphNodeGetType, (CUgraphNode hNode, CUgraphNodeType *type), hNode, type)
{
    *p->type = ((struct node *)p->hNode)->type;
    return CUDA_SUCCESS;
}

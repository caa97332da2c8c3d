/* Graphs: their nodes, and what a capture puts into them. */
#include <stdlib.h>
#include <string.h>

#include "driver_graph.h"

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

static void clear_work(struct node *node)
{
    if (node->launch)
        launch_free(node->launch);
    else
        free(node->data);
    free(node->pointers);
    node->launch = NULL;
    node->data = NULL;
    node->pointers = NULL;
}

static void node_free(struct node *node)
{
    clear_work(node);
    if (node->child)
        graph_unref(node->child);
    free(node->before);
    free(node);
}

void graph_unref(struct graph *graph)
{
    if (__atomic_sub_fetch(&graph->references, 1, __ATOMIC_ACQ_REL) > 0)
        return;
    for (size_t i = 0; i < graph->count; i++)
        node_free(graph->nodes[i]);
    free(graph->nodes);
    free(graph);
}

CUresult graph_add(struct graph *graph, CUgraphNodeType type, struct node **added)
{
    struct node *node = calloc(1, sizeof *node);
    driver_lock();
    if (node && graph->count == graph->room) {
        size_t room = graph->room ? 2 * graph->room : 16;
        struct node **grown = realloc(graph->nodes, room * sizeof *grown);
        if (grown) {
            graph->nodes = grown;
            graph->room = room;
        } else {
            free(node);
            node = NULL;
        }
    }
    if (node)
        graph->nodes[graph->count++] = node;
    driver_unlock();
    if (!node)
        return CUDA_ERROR_OUT_OF_MEMORY;
    node->type = type;
    *added = node;
    return CUDA_SUCCESS;
}

bool node_wait_for(struct node *node, struct node *other)
{
    struct node **grown = realloc(node->before, (node->before_count + 1) * sizeof *grown);
    if (!grown)
        return false;
    node->before = grown;
    node->before[node->before_count++] = other;
    return true;
}

static void set_launch(struct node *node, struct launch *launch)
{
    clear_work(node);
    node->run = launch_run;
    node->data = node->launch = launch;
}

CUresult node_set_kernel(struct node *node, const CUDA_KERNEL_NODE_PARAMS *params)
{
    struct launch *launch;
    TRY(launch_prepare(params, &launch));
    if (node->launch) { /* attributes stay */
        memcpy(launch->cluster, node->launch->cluster, sizeof launch->cluster);
        launch->cooperative = node->launch->cooperative;
        launch->priority = node->launch->priority;
    }
    set_launch(node, launch);
    return CUDA_SUCCESS;
}

CUresult node_set_copy(struct node *node, const CUDA_MEMCPY3D *params)
{
    work_run *run;
    void *data;
    TRY(copy3d_prepare(params, &run, &data));
    clear_work(node);
    node->params.copy = *params;
    node->run = run;
    node->data = data;
    return CUDA_SUCCESS;
}

CUresult node_set_fill(struct node *node, const CUDA_MEMSET_NODE_PARAMS *params)
{
    work_run *run;
    void *data;
    TRY(fill_prepare(params, &run, &data));
    clear_work(node);
    node->params.fill = *params;
    node->run = run;
    node->data = data;
    return CUDA_SUCCESS;
}

CUresult node_take_over(struct node *node, const struct node *from)
{
    if (node->type != from->type)
        return CUDA_ERROR_GRAPH_EXEC_UPDATE_FAILURE;
    switch (from->type) {
    case CU_GRAPH_NODE_TYPE_KERNEL: {
        struct launch *launch = launch_copy(from->launch);
        if (!launch)
            return CUDA_ERROR_OUT_OF_MEMORY;
        set_launch(node, launch);
        return CUDA_SUCCESS;
    }
    case CU_GRAPH_NODE_TYPE_MEMCPY:
        return node_set_copy(node, &from->params.copy);
    case CU_GRAPH_NODE_TYPE_MEMSET:
        return node_set_fill(node, &from->params.fill);
    default:
        node->params = from->params;
        return CUDA_SUCCESS;
    }
}

static size_t place_of(const struct graph *graph, const struct node *node)
{
    size_t i = 0;
    while (i < graph->count && graph->nodes[i] != node)
        i++;
    return i;
}

static CUresult copy_nodes(const struct graph *graph, struct graph *copy)
{
    for (size_t i = 0; i < graph->count; i++) {
        const struct node *from = graph->nodes[i];
        struct node *node;
        TRY(graph_add(copy, from->type, &node));
        node->origin = (CUgraphNode)from;
        TRY(node_take_over(node, from));
        if (from->child)
            TRY(graph_copy(from->child, &node->child));
    }
    for (size_t i = 0; i < graph->count; i++)
        for (size_t j = 0; j < graph->nodes[i]->before_count; j++)
            if (!node_wait_for(copy->nodes[i],
                               copy->nodes[place_of(graph, graph->nodes[i]->before[j])]))
                return CUDA_ERROR_OUT_OF_MEMORY;
    return CUDA_SUCCESS;
}

CUresult graph_copy(const struct graph *graph, struct graph **made)
{
    struct graph *copy = graph_new();
    if (!copy)
        return CUDA_ERROR_OUT_OF_MEMORY;
    CUresult result = copy_nodes(graph, copy);
    if (result == CUDA_SUCCESS)
        *made = copy;
    else
        graph_unref(copy);
    return result;
}

struct node *graph_find_origin(const struct graph *graph, CUgraphNode origin)
{
    for (size_t i = 0; i < graph->count; i++) {
        struct node *node = graph->nodes[i];
        struct node *found = node->origin == origin ? node
                             : node->child          ? graph_find_origin(node->child, origin)
                                                    : NULL;
        if (found)
            return found;
    }
    return NULL;
}

static void report_kernel(struct context *context, const struct launch *launch)
{
    const struct fakegpu_hook *hook = driver_hook();
    if (!hook)
        return;
    struct fakegpu_work work = {
        .kind = WORK_KERNEL,
        .context = (CUcontext)context,
        .name = launch->function->name,
        .threads = launch_threads(launch),
        .kernels = 1,
        .carveout = launch->function->carveout,
    };
    memcpy(work.grid, launch->grid, sizeof work.grid);
    memcpy(work.block, launch->block, sizeof work.block);
    hook->work(&work);
}

/* A captured node waits for the one that was captured before it. */
static CUresult capture_node(struct graph *graph, CUgraphNodeType type, struct node **node)
{
    struct node *last = graph->count ? graph->nodes[graph->count - 1] : NULL;
    TRY(graph_add(graph, type, node));
    return !last || node_wait_for(*node, last) ? CUDA_SUCCESS : CUDA_ERROR_OUT_OF_MEMORY;
}

static CUresult capture(struct graph *graph, CUgraphNodeType type, work_run *run, void *data,
                        const struct launch *launch, const void *params)
{
    struct node *node;
    TRY(capture_node(graph, type, &node));
    node->run = run;
    node->data = data;
    node->launch = launch ? data : NULL;
    if (params && type == CU_GRAPH_NODE_TYPE_MEMCPY)
        memcpy(&node->params.copy, params, sizeof node->params.copy);
    else if (params)
        memcpy(&node->params.fill, params, sizeof node->params.fill);
    return CUDA_SUCCESS;
}

CUresult capture_allocation(struct stream *stream, CUdeviceptr *pointer, size_t size)
{
    struct node *node;
    if (stream->capture_invalid)
        return CUDA_ERROR_STREAM_CAPTURE_INVALIDATED;
    TRY(memory_allocate(pointer, size, MEMORY_POOL));
    TRY(capture_node(stream->capture, CU_GRAPH_NODE_TYPE_MEM_ALLOC, &node));
    node->params.alloc.dptr = *pointer;
    node->params.alloc.bytesize = size;
    return CUDA_SUCCESS;
}

CUresult capture_free(struct stream *stream, CUdeviceptr pointer)
{
    struct node *node;
    if (stream->capture_invalid)
        return CUDA_ERROR_STREAM_CAPTURE_INVALIDATED;
    TRY(capture_node(stream->capture, CU_GRAPH_NODE_TYPE_MEM_FREE, &node));
    node->params.freed = pointer;
    return CUDA_SUCCESS;
}

CUresult stream_submit(struct stream *stream, CUgraphNodeType type, work_run *run, void *data,
                       const struct launch *launch, const void *params)
{
    CUresult result = CUDA_ERROR_STREAM_CAPTURE_INVALIDATED;
    if (stream->capture && !stream->capture_invalid)
        return capture(stream->capture, type, run, data, launch, params);
    if (!stream->capture)
        result = capture_legacy_use(stream);
    if (result == CUDA_SUCCESS) {
        peer_moment();
        run(data);
        peer_moment();
        if (launch)
            report_kernel(stream->context, launch);
    }
    if (launch)
        launch_free(data);
    else
        free(data);
    return result;
}

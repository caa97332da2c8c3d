/* Copies what an executable graph runs. The driver tells nodes and edges of the graph that the
 * executable was made of, so nodes are put in an order that keeps the edges: each round appends
 * the nodes that wait for no other one. Children stand where their node is. Nodes that cannot be
 * repeated carry a problem from the table below. */
#include "collect/inject/program/graph.h"

#include <stdlib.h>
#include <string.h>

#include "collect/inject/base/inject.h"
#include "collect/inject/program/launch_node.h"

/* This includes managed memory and variables: it is not known that what such a node changes is
 * saved. */
const struct graph_problem graph_host_copy = {"copy or fill outside of allocated device memory",
                                              false};
static const struct graph_problem updatable = {"kernel that device code updates", false},
                                  unknown = {"unknown", true};

/* Problems by type of node. Without a name the node can be repeated, or there is nothing to
 * repeat. */
static const struct graph_problem problems[] = {
    [CU_GRAPH_NODE_TYPE_HOST] = {"host", true},
    [CU_GRAPH_NODE_TYPE_EXT_SEMAS_SIGNAL] = {"external semaphore", true},
    [CU_GRAPH_NODE_TYPE_EXT_SEMAS_WAIT] = {"external semaphore", true},
    [CU_GRAPH_NODE_TYPE_MEM_ALLOC] = {"memory allocation", true},
    [CU_GRAPH_NODE_TYPE_MEM_FREE] = {"memory free", true},
    [CU_GRAPH_NODE_TYPE_BATCH_MEM_OP] = {"batch of memory operations", true},
    [CU_GRAPH_NODE_TYPE_CONDITIONAL] = {"conditional", false},
};

static const struct graph_problem *problem_of(CUgraphNodeType type)
{
    if ((size_t)type >= sizeof problems / sizeof *problems)
        return &unknown;
    return problems[type].node ? &problems[type] : NULL;
}

static struct graph_node *add_node(struct graph *graph)
{
    if (graph->count == graph->capacity) {
        size_t wanted = graph->capacity ? 2 * graph->capacity : 16;
        struct graph_node *larger = realloc(graph->nodes, wanted * sizeof *larger);
        if (!larger)
            return NULL;
        graph->nodes = larger;
        graph->capacity = wanted;
    }
    struct graph_node *node = &graph->nodes[graph->count++];
    memset(node, 0, sizeof *node);
    return node;
}

bool graph_set_kernel(struct graph_node *node, struct inject *inject,
                      const CUDA_KERNEL_NODE_PARAMS *params)
{
    if (!launch_node_set(&node->launch, inject, params))
        return false;
    return true;
}

void graph_set_copy(struct graph_node *node, const CUDA_MEMCPY3D *params)
{
    node->problem = work_from_copy(&node->work, params) ? NULL : &graph_host_copy;
}

void graph_set_fill(struct graph_node *node, const CUDA_MEMSET_NODE_PARAMS *params)
{
    work_from_fill(&node->work, params);
}

static bool read_kernel(struct graph_node *node, struct inject *inject)
{
    CUDA_KERNEL_NODE_PARAMS params = {0};
    if (launch_node_is_updatable(inject, node->handle))
        node->problem = &updatable;
    if (inject->driver.graph_kernel_node_get_params(node->handle, &params) != CUDA_SUCCESS ||
        !graph_set_kernel(node, inject, &params))
        return false;
    node->context = params.ctx;
    launch_node_attributes(&node->launch, inject, node->handle);
    return true;
}

static bool read_node(struct graph_node *node, struct inject *inject)
{
    const struct foil_driver *driver = &inject->driver;
    CUDA_MEMCPY3D copy;
    CUDA_MEMSET_NODE_PARAMS fill;
    CUDA_MEM_ALLOC_NODE_PARAMS allocation;
    CUdeviceptr freed;
    node->problem = problem_of(node->type);
    switch (node->type) {
    case CU_GRAPH_NODE_TYPE_KERNEL:
        return read_kernel(node, inject);
    case CU_GRAPH_NODE_TYPE_MEMCPY:
        if (driver->graph_memcpy_node_get_params(node->handle, &copy) != CUDA_SUCCESS)
            return false;
        graph_set_copy(node, &copy);
        return true;
    case CU_GRAPH_NODE_TYPE_MEMSET:
        if (driver->graph_memset_node_get_params(node->handle, &fill) != CUDA_SUCCESS)
            return false;
        graph_set_fill(node, &fill);
        return true;
    case CU_GRAPH_NODE_TYPE_MEM_ALLOC:
        if (driver->graph_mem_alloc_node_get_params(node->handle, &allocation) != CUDA_SUCCESS)
            return false;
        node->address = allocation.dptr;
        node->size = allocation.bytesize;
        return true;
    case CU_GRAPH_NODE_TYPE_MEM_FREE:
        if (driver->graph_mem_free_node_get_params(node->handle, &freed) != CUDA_SUCCESS)
            return false;
        node->address = freed;
        return true;
    default:
        return true;
    }
}

/* A graph as the driver tells it. */
struct source {
    CUgraphNode *nodes, *from, *to;
    CUgraphEdgeData *data;
    size_t count, edge_count;
    struct place *places;        /* of the nodes, by handle */
    size_t *waits;               /* by node: for how many it still waits; SIZE_MAX: done */
    size_t *first_after, *after; /* by node: where the nodes that wait for it begin in `after` */
};

struct place {
    CUgraphNode node;
    size_t index;
};

static int by_handle(const void *a, const void *b)
{
    uintptr_t x = (uintptr_t)((const struct place *)a)->node,
              y = (uintptr_t)((const struct place *)b)->node;
    return (x > y) - (x < y);
}

static size_t index_of(const struct source *s, CUgraphNode node)
{
    const struct place key = {node, 0};
    const struct place *place = bsearch(&key, s->places, s->count, sizeof key, by_handle);
    return place ? place->index : SIZE_MAX;
}

/* Which nodes wait for each. false: an edge leads elsewhere. */
static bool index_edges(struct source *s)
{
    for (size_t i = 0; i < s->count; i++)
        s->places[i] = (struct place){s->nodes[i], i};
    qsort(s->places, s->count, sizeof *s->places, by_handle);
    for (size_t i = 0; i < s->edge_count; i++) {
        size_t from = index_of(s, s->from[i]), to = index_of(s, s->to[i]);
        if (from == SIZE_MAX || to == SIZE_MAX)
            return false;
        s->first_after[from + 2]++;
        s->waits[to]++;
    }
    for (size_t i = 0; i < s->count; i++)
        s->first_after[i + 2] += s->first_after[i + 1];
    /* While the list is filled, a node's begin stands one place too high and moves up to its end.
     */
    for (size_t i = 0; i < s->edge_count; i++)
        s->after[s->first_after[index_of(s, s->from[i]) + 1]++] = index_of(s, s->to[i]);
    return true;
}

static bool open_source(struct source *s, struct inject *inject, CUgraph graph)
{
    const struct foil_driver *driver = &inject->driver;
    if (driver->graph_get_nodes(graph, NULL, &s->count) != CUDA_SUCCESS ||
        driver->graph_get_edges(graph, NULL, NULL, NULL, &s->edge_count) != CUDA_SUCCESS)
        return false;
    const size_t nodes = s->count + 1, edges = s->edge_count + 1;
    s->nodes = calloc(nodes, sizeof *s->nodes);
    s->places = calloc(nodes, sizeof *s->places);
    s->waits = calloc(nodes, sizeof *s->waits);
    s->first_after = calloc(nodes + 1, sizeof *s->first_after);
    s->after = calloc(edges, sizeof *s->after);
    s->from = calloc(edges, sizeof *s->from);
    s->to = calloc(edges, sizeof *s->to);
    s->data = calloc(edges, sizeof *s->data);
    return s->nodes && s->places && s->waits && s->first_after && s->after && s->from && s->to &&
           s->data && driver->graph_get_nodes(graph, s->nodes, &s->count) == CUDA_SUCCESS &&
           (!s->edge_count || driver->graph_get_edges(graph, s->from, s->to, s->data,
                                                      &s->edge_count) == CUDA_SUCCESS) &&
           index_edges(s);
}

static void close_source(struct source *s)
{
    free(s->nodes);
    free(s->places);
    free(s->waits);
    free(s->first_after);
    free(s->after);
    free(s->from);
    free(s->to);
    free(s->data);
}

static bool read_source(struct graph *graph, struct inject *inject, CUgraph source);

static bool append(struct graph *graph, struct inject *inject, CUgraphNode handle)
{
    CUgraphNodeType type;
    CUgraph child;
    if (inject->driver.graph_node_get_type(handle, &type) != CUDA_SUCCESS)
        return false;
    if (type == CU_GRAPH_NODE_TYPE_GRAPH)
        return inject->driver.graph_child_graph_node_get_graph(handle, &child) == CUDA_SUCCESS &&
               read_source(graph, inject, child);
    struct graph_node *node = add_node(graph);
    if (!node)
        return false;
    node->handle = handle;
    node->type = type;
    return read_node(node, inject);
}

/* Programs mostly add a node after the nodes that it waits for, so one round is usually enough. */
static bool append_in_order(struct graph *graph, struct inject *inject, struct source *s)
{
    for (size_t left = s->count, before; left > 0;) {
        before = left;
        for (size_t i = 0; i < s->count; i++) {
            if (s->waits[i])
                continue;
            if (!append(graph, inject, s->nodes[i]))
                return false;
            for (size_t j = s->first_after[i]; j < s->first_after[i + 1]; j++)
                s->waits[s->after[j]]--;
            s->waits[i] = SIZE_MAX;
            left--;
        }
        if (left == before)
            return false; /* a cycle */
    }
    return true;
}

static bool read_source(struct graph *graph, struct inject *inject, CUgraph source)
{
    struct source s = {0};
    bool good = open_source(&s, inject, source) && append_in_order(graph, inject, &s);
    close_source(&s);
    return good;
}

static void free_nodes(struct graph *graph)
{
    for (size_t i = 0; i < graph->count; i++)
        launch_free(&graph->nodes[i].launch);
    free(graph->nodes);
    graph->nodes = NULL;
    graph->count = graph->capacity = 0;
}

struct graph *graph_read(struct inject *inject, CUgraphExec handle, CUgraph source)
{
    struct graph *graph = calloc(1, sizeof *graph);
    if (!graph)
        return NULL;
    graph->handle = handle;
    graph->unread = !read_source(graph, inject, source);
    return graph;
}

void graph_free(struct graph *graph)
{
    free_nodes(graph);
    free(graph);
}

struct graph_node *graph_node_of(struct graph *graph, CUgraphNode handle)
{
    for (size_t i = 0; i < graph->count; i++)
        if (graph->nodes[i].handle == handle)
            return &graph->nodes[i];
    return NULL;
}

void graph_update(struct graph *graph, struct inject *inject, CUgraph source)
{
    struct graph other = {0};
    bool good =
        !graph->unread && read_source(&other, inject, source) && other.count == graph->count;
    for (size_t i = 0; good && i < other.count; i++) {
        good = other.nodes[i].type == graph->nodes[i].type;
        other.nodes[i].handle = graph->nodes[i].handle;
        other.nodes[i].disabled = graph->nodes[i].disabled;
    }
    free_nodes(graph);
    graph->nodes = other.nodes;
    graph->count = other.count;
    graph->capacity = other.capacity;
    graph->unread = !good;
}

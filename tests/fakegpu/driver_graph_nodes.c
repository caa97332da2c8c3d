/* Graphs that a program builds itself, and what may be asked about nodes. */
#include <stdlib.h>
#include <string.h>

#include "driver_graph.h"

DRIVER_API(cuGraphCreate, (CUgraph * phGraph, unsigned int flags), phGraph, flags)
{
    *p->phGraph = (CUgraph)graph_new();
    return *p->phGraph ? CUDA_SUCCESS : CUDA_ERROR_OUT_OF_MEMORY;
}

DRIVER_API(cuGraphDestroy, (CUgraph hGraph), hGraph)
{
    graph_unref((struct graph *)p->hGraph);
    return CUDA_SUCCESS;
}

static CUresult add(CUgraph graph, CUgraphNodeType type, const CUgraphNode *before, size_t count,
                    CUgraphNode *handle, struct node **added)
{
    if (!graph)
        return CUDA_ERROR_INVALID_VALUE;
    TRY(graph_add((struct graph *)graph, type, added));
    for (size_t i = 0; i < count; i++)
        if (!node_wait_for(*added, (struct node *)before[i]))
            return CUDA_ERROR_OUT_OF_MEMORY;
    *handle = (CUgraphNode)*added;
    return CUDA_SUCCESS;
}

#define ADD(type) add(p->hGraph, type, p->dependencies, p->numDependencies, p->phGraphNode, &node)

DRIVER_API(cuGraphAddKernelNode_v2,
           (CUgraphNode * phGraphNode, CUgraph hGraph, const CUgraphNode *dependencies,
            size_t numDependencies, const CUDA_KERNEL_NODE_PARAMS *nodeParams),
           phGraphNode, hGraph, dependencies, numDependencies, nodeParams)
{
    struct node *node;
    TRY(ADD(CU_GRAPH_NODE_TYPE_KERNEL));
    return node_set_kernel(node, p->nodeParams);
}

DRIVER_API(cuGraphAddMemcpyNode,
           (CUgraphNode * phGraphNode, CUgraph hGraph, const CUgraphNode *dependencies,
            size_t numDependencies, const CUDA_MEMCPY3D *copyParams, CUcontext ctx),
           phGraphNode, hGraph, dependencies, numDependencies, copyParams, ctx)
{
    struct node *node;
    TRY(ADD(CU_GRAPH_NODE_TYPE_MEMCPY));
    return node_set_copy(node, p->copyParams);
}

DRIVER_API(cuGraphAddMemsetNode,
           (CUgraphNode * phGraphNode, CUgraph hGraph, const CUgraphNode *dependencies,
            size_t numDependencies, const CUDA_MEMSET_NODE_PARAMS *memsetParams, CUcontext ctx),
           phGraphNode, hGraph, dependencies, numDependencies, memsetParams, ctx)
{
    struct node *node;
    TRY(ADD(CU_GRAPH_NODE_TYPE_MEMSET));
    return node_set_fill(node, p->memsetParams);
}

DRIVER_API(cuGraphAddHostNode,
           (CUgraphNode * phGraphNode, CUgraph hGraph, const CUgraphNode *dependencies,
            size_t numDependencies, const CUDA_HOST_NODE_PARAMS *nodeParams),
           phGraphNode, hGraph, dependencies, numDependencies, nodeParams)
{
    struct node *node;
    TRY(ADD(CU_GRAPH_NODE_TYPE_HOST));
    node->params.host = *p->nodeParams;
    return CUDA_SUCCESS;
}

DRIVER_API(cuGraphAddChildGraphNode,
           (CUgraphNode * phGraphNode, CUgraph hGraph, const CUgraphNode *dependencies,
            size_t numDependencies, CUgraph childGraph),
           phGraphNode, hGraph, dependencies, numDependencies, childGraph)
{
    struct node *node;
    TRY(ADD(CU_GRAPH_NODE_TYPE_GRAPH));
    return graph_copy((struct graph *)p->childGraph, &node->child);
}

DRIVER_API(cuGraphAddEmptyNode,
           (CUgraphNode * phGraphNode, CUgraph hGraph, const CUgraphNode *dependencies,
            size_t numDependencies),
           phGraphNode, hGraph, dependencies, numDependencies)
{
    struct node *node;
    return ADD(CU_GRAPH_NODE_TYPE_EMPTY);
}

/* The address is that of every launch. */
DRIVER_API(cuGraphAddMemAllocNode,
           (CUgraphNode * phGraphNode, CUgraph hGraph, const CUgraphNode *dependencies,
            size_t numDependencies, CUDA_MEM_ALLOC_NODE_PARAMS *nodeParams),
           phGraphNode, hGraph, dependencies, numDependencies, nodeParams)
{
    struct node *node;
    TRY(ADD(CU_GRAPH_NODE_TYPE_MEM_ALLOC));
    TRY(memory_allocate(&p->nodeParams->dptr, p->nodeParams->bytesize, MEMORY_POOL));
    node->params.alloc = *p->nodeParams;
    return CUDA_SUCCESS;
}

DRIVER_API(cuGraphMemAllocNodeGetParams,
           (CUgraphNode hNode, CUDA_MEM_ALLOC_NODE_PARAMS *params_out), hNode, params_out)
{
    *p->params_out = ((struct node *)p->hNode)->params.alloc;
    return CUDA_SUCCESS;
}

DRIVER_API(cuGraphAddMemFreeNode,
           (CUgraphNode * phGraphNode, CUgraph hGraph, const CUgraphNode *dependencies,
            size_t numDependencies, CUdeviceptr dptr),
           phGraphNode, hGraph, dependencies, numDependencies, dptr)
{
    struct node *node;
    TRY(ADD(CU_GRAPH_NODE_TYPE_MEM_FREE));
    node->params.freed = p->dptr;
    return CUDA_SUCCESS;
}

DRIVER_API(cuGraphMemFreeNodeGetParams, (CUgraphNode hNode, CUdeviceptr *dptr_out), hNode, dptr_out)
{
    *p->dptr_out = ((struct node *)p->hNode)->params.freed;
    return CUDA_SUCCESS;
}

DRIVER_API(cuGraphAddDependencies_v2,
           (CUgraph hGraph, const CUgraphNode *from, const CUgraphNode *to,
            const CUgraphEdgeData *edgeData, size_t numDependencies),
           hGraph, from, to, edgeData, numDependencies)
{
    for (size_t i = 0; i < p->numDependencies; i++)
        if (!node_wait_for((struct node *)p->to[i], (struct node *)p->from[i]))
            return CUDA_ERROR_OUT_OF_MEMORY;
    return CUDA_SUCCESS;
}

DRIVER_API(cuGraphGetNodes, (CUgraph hGraph, CUgraphNode *nodes, size_t *numNodes), hGraph, nodes,
           numNodes)
{
    struct graph *graph = (struct graph *)p->hGraph;
    for (size_t i = 0; p->nodes && i < *p->numNodes; i++)
        p->nodes[i] = i < graph->count ? (CUgraphNode)graph->nodes[i] : NULL;
    *p->numNodes = graph->count;
    return CUDA_SUCCESS;
}

DRIVER_API(cuGraphGetEdges_v2,
           (CUgraph hGraph, CUgraphNode *from, CUgraphNode *to, CUgraphEdgeData *edgeData,
            size_t *numEdges),
           hGraph, from, to, edgeData, numEdges)
{
    struct graph *graph = (struct graph *)p->hGraph;
    size_t count = 0;
    for (size_t i = 0; i < graph->count; i++)
        for (size_t j = 0; j < graph->nodes[i]->before_count; j++, count++)
            if (p->from && count < *p->numEdges) {
                p->from[count] = (CUgraphNode)graph->nodes[i]->before[j];
                p->to[count] = (CUgraphNode)graph->nodes[i];
                if (p->edgeData)
                    p->edgeData[count] = (CUgraphEdgeData){0};
            }
    *p->numEdges = count;
    return CUDA_SUCCESS;
}

DRIVER_API(cuGraphNodeGetType, (CUgraphNode hNode, CUgraphNodeType *type), hNode, type)
{
    *p->type = ((struct node *)p->hNode)->type;
    return CUDA_SUCCESS;
}

/* A kernel that was launched by its CUkernel has no function here. */
DRIVER_API(cuGraphKernelNodeGetParams_v2, (CUgraphNode hNode, CUDA_KERNEL_NODE_PARAMS *nodeParams),
           hNode, nodeParams)
{
    struct node *node = (struct node *)p->hNode;
    struct launch *launch = node->launch;
    if (node->type != CU_GRAPH_NODE_TYPE_KERNEL)
        return CUDA_ERROR_INVALID_VALUE;
    const struct kernel_info *info = launch->function->info;
    free(node->pointers);
    node->pointers = calloc((size_t)info->param_count + 1, sizeof *node->pointers);
    if (!node->pointers)
        return CUDA_ERROR_OUT_OF_MEMORY;
    for (int i = 0; i < info->param_count; i++)
        node->pointers[i] = launch->params + info->params[i].offset;
    *p->nodeParams = (CUDA_KERNEL_NODE_PARAMS){
        .func = launch->kernel ? NULL : (CUfunction)launch->function,
        .kern = launch->kernel,
        .ctx = launch->context,
        .gridDimX = launch->grid[0],
        .gridDimY = launch->grid[1],
        .gridDimZ = launch->grid[2],
        .blockDimX = launch->block[0],
        .blockDimY = launch->block[1],
        .blockDimZ = launch->block[2],
        .sharedMemBytes = launch->shared,
        .kernelParams = node->pointers,
    };
    return CUDA_SUCCESS;
}

DRIVER_API(cuGraphMemcpyNodeGetParams, (CUgraphNode hNode, CUDA_MEMCPY3D *nodeParams), hNode,
           nodeParams)
{
    *p->nodeParams = ((struct node *)p->hNode)->params.copy;
    return CUDA_SUCCESS;
}

DRIVER_API(cuGraphMemsetNodeGetParams, (CUgraphNode hNode, CUDA_MEMSET_NODE_PARAMS *nodeParams),
           hNode, nodeParams)
{
    *p->nodeParams = ((struct node *)p->hNode)->params.fill;
    return CUDA_SUCCESS;
}

DRIVER_API(cuGraphChildGraphNodeGetGraph, (CUgraphNode hNode, CUgraph *phGraph), hNode, phGraph)
{
    *p->phGraph = (CUgraph)((struct node *)p->hNode)->child;
    return *p->phGraph ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

DRIVER_API(cuGraphKernelNodeGetAttribute,
           (CUgraphNode hNode, CUkernelNodeAttrID attr, CUkernelNodeAttrValue *value_out), hNode,
           attr, value_out)
{
    const struct launch *launch = ((struct node *)p->hNode)->launch;
    if (!launch)
        return CUDA_ERROR_INVALID_VALUE;
    memset(p->value_out, 0, sizeof *p->value_out);
    switch (p->attr) {
    case CU_LAUNCH_ATTRIBUTE_COOPERATIVE:
        p->value_out->cooperative = launch->cooperative;
        break;
    case CU_LAUNCH_ATTRIBUTE_PRIORITY:
        p->value_out->priority = launch->priority;
        break;
    case CU_LAUNCH_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT:
        p->value_out->sharedMemCarveout = (unsigned)CU_SHAREDMEM_CARVEOUT_DEFAULT;
        break;
    case CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION:
        p->value_out->clusterDim.x = launch->cluster[0];
        p->value_out->clusterDim.y = launch->cluster[1];
        p->value_out->clusterDim.z = launch->cluster[2];
        break;
    default:
        break;
    }
    return CUDA_SUCCESS;
}

DRIVER_API(cuGraphKernelNodeSetAttribute,
           (CUgraphNode hNode, CUkernelNodeAttrID attr, const CUkernelNodeAttrValue *value), hNode,
           attr, value)
{
    struct launch *launch = ((struct node *)p->hNode)->launch;
    if (launch && p->attr == CU_LAUNCH_ATTRIBUTE_COOPERATIVE)
        launch->cooperative = p->value->cooperative;
    else if (launch && p->attr == CU_LAUNCH_ATTRIBUTE_PRIORITY)
        launch->priority = p->value->priority;
    else if (launch && p->attr == CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION)
        memcpy(launch->cluster, &p->value->clusterDim, sizeof launch->cluster);
    else
        return CUDA_ERROR_INVALID_VALUE;
    return CUDA_SUCCESS;
}

/* driver_graph: nodes and graphs as the files of graphs see them. Nodes do not move: their
 * addresses are the handles. An executable has copies of the nodes, which know the node that they
 * were made of. */
#ifndef FAKEGPU_DRIVER_GRAPH_H
#define FAKEGPU_DRIVER_GRAPH_H

#include "driver_api.h"

struct node {
    CUgraphNodeType type;
    CUgraphNode origin; /* of a copy */
    bool disabled;
    work_run *run; /* with data; NULL: it does nothing */
    void *data;
    struct launch *launch; /* of kernels, and the pointers that queries give out */
    void **pointers;
    union {
        CUDA_MEMCPY3D copy;
        CUDA_MEMSET_NODE_PARAMS fill;
        CUDA_HOST_NODE_PARAMS host;
        CUDA_MEM_ALLOC_NODE_PARAMS alloc;
        CUdeviceptr freed;
    } params;
    struct graph *child;
    struct node **before; /* what it waits for */
    size_t before_count;
    bool done; /* while the graph runs */
};

struct graph {
    unsigned references; /* of the program and the streams that capture into it */
    struct node **nodes; /* as they were added */
    size_t count;
    size_t room;
};

CUresult graph_add(struct graph *graph, CUgraphNodeType type, struct node **added);
bool node_wait_for(struct node *node, struct node *other);
/* Gives the node its work, from its params or from these. */
CUresult node_set_kernel(struct node *node, const CUDA_KERNEL_NODE_PARAMS *params);
CUresult node_set_copy(struct node *node, const CUDA_MEMCPY3D *params);
CUresult node_set_fill(struct node *node, const CUDA_MEMSET_NODE_PARAMS *params);
/* Whether the second can take the place of the first, and does. */
CUresult node_take_over(struct node *node, const struct node *from);

CUresult graph_copy(const struct graph *graph, struct graph **copy);
struct node *graph_find_origin(const struct graph *graph, CUgraphNode origin);

#endif

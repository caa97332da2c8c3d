/* graph: what an executable graph runs, copied when the executable is made: kernels with their
 * arguments, fills and copies, those of child graphs among them. They are in an order that keeps
 * the graph's edges; of nodes that could run in any order the one that was added first comes
 * first.
 *
 * The program may change an executable node by node. graph_node_of() finds a node by the handle
 * that it had in the graph that the executable was made of. */
#ifndef ROOFTOP_COLLECT_INJECT_PROGRAM_GRAPH_H
#define ROOFTOP_COLLECT_INJECT_PROGRAM_GRAPH_H

#include <stdbool.h>
#include <stddef.h>

#include <cuda.h>

#include "collect/inject/program/launch.h"
#include "collect/inject/program/work.h"

struct inject;

/* Why a node cannot be repeated by itself. */
struct graph_problem {
    const char *node; /* what kind of node it is */
    bool always;      /* it cannot be repeated with its whole graph either */
};

extern const struct graph_problem graph_host_copy;

struct graph_node {
    CUgraphNode handle;
    CUgraphNodeType type; /* no child graphs: their nodes stand here */
    bool disabled;
    const struct graph_problem *problem; /* or NULL */
    struct launch launch;                /* of kernels: launch_node.h */
    CUcontext context; /* in which the kernel runs; NULL: the driver does not say */
    struct work work;  /* of fills and copies */
    uint64_t address;  /* of memory that it allocates or frees, and the size */
    size_t size;
};

struct graph {
    struct graph *next;
    CUgraphExec handle;
    bool unread;        /* the driver did not tell, or no memory: nothing is known of it */
    bool device_launch; /* device code may launch it, too */
    bool stuck;         /* it did not end when it ran again */
    bool told;          /* the user was told that the graph is not profiled */
    struct graph_node *nodes;
    size_t count, capacity;
};

/* Copies the executable, which was made of the graph `source`. Returns NULL if there is no memory.
 */
struct graph *graph_read(struct inject *inject, CUgraphExec handle, CUgraph source);
void graph_free(struct graph *graph);

struct graph_node *graph_node_of(struct graph *graph, CUgraphNode handle);

/* These store new parameters of a node. false: they cannot be copied. */
bool graph_set_kernel(struct graph_node *node, struct inject *inject,
                      const CUDA_KERNEL_NODE_PARAMS *params);
void graph_set_copy(struct graph_node *node, const CUDA_MEMCPY3D *params);
void graph_set_fill(struct graph_node *node, const CUDA_MEMSET_NODE_PARAMS *params);

/* From now on the executable runs what the graph `source` has. Its nodes keep their handles. */
void graph_update(struct graph *graph, struct inject *inject, CUgraph source);

#endif

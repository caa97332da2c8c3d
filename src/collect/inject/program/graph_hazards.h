/* graph_hazards: what stands in the way of launching an executable graph again, by its nodes as
 * graph.h has them. Nodes that the program disabled do not count. graph.c has the table of nodes
 * that cannot be repeated; a graph with such a node just runs. */
#ifndef ROOFTOP_COLLECT_INJECT_PROGRAM_GRAPH_HAZARDS_H
#define ROOFTOP_COLLECT_INJECT_PROGRAM_GRAPH_HAZARDS_H

#include <stdbool.h>

#include "collect/inject/program/graph.h"
#include "collect/inject/program/kernel_hazards.h"

struct function;
struct inject;

bool graph_node_runs(const struct graph_node *node);
bool graph_node_is_kernel(const struct graph_node *node);
bool graph_node_is_work(const struct graph_node *node); /* a fill or a copy */

/* The function of a kernel's node, resolved; NULL: no memory. */
struct function *graph_node_function(struct inject *inject, const struct graph_node *node);

/* Whether there is anything that counters can count. */
bool graph_has_kernels(const struct graph *graph);

/* The first node's problem that keeps the graph from being repeated node by node, or (whole) with
 * one launch; NULL: there is none. A static structure. */
const struct graph_problem *graph_find_problem(struct inject *inject, const struct graph *graph,
                                               CUcontext context, bool whole);

/* Whether one of its kernels waits for other GPUs, as far as the graph is known. */
bool graph_waits_for_others(struct inject *inject, const struct graph *graph, CUcontext context);

/* The graph runs and is not measured, or not as kernels: notes what its kernels can do. */
void graph_note_kernels(struct inject *inject, const struct graph *graph);

/* The same, and the worst hazard among its kernels. */
enum kernel_hazard graph_hazard(struct inject *inject, const struct graph *graph);

#endif

/* launch_node: the launch that a kernel node of a graph makes. */
#ifndef ROOFTOP_COLLECT_INJECT_PROGRAM_LAUNCH_NODE_H
#define ROOFTOP_COLLECT_INJECT_PROGRAM_LAUNCH_NODE_H

#include <stdbool.h>

#include <cuda.h>

#include "collect/inject/program/launch.h"

/* The node's function, shape and arguments, copied; its name is the launch's own. Stream, context
 * and number are those of the call that launches the graph. Returns false if the driver does
 * not tell the function's parameters, or if there is no memory. */
bool launch_node_set(struct launch *launch, struct inject *inject,
                     const CUDA_KERNEL_NODE_PARAMS *params);

/* Adds the attributes that the node has. */
void launch_node_attributes(struct launch *launch, struct inject *inject, CUgraphNode node);

/* Whether device code may change the node's parameters. */
bool launch_node_is_updatable(struct inject *inject, CUgraphNode node);

/* Makes a copy with arguments of its own; the name still belongs to `launch`. Returns false if
 * there is no memory. */
bool launch_node_copy(struct launch *copy, const struct launch *launch);

#endif

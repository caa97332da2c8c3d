/* launch_node: the launch that a kernel node of a graph makes. */
#ifndef ROOFTOP_INJECT_LAUNCH_NODE_H
#define ROOFTOP_INJECT_LAUNCH_NODE_H

#include <stdbool.h>

#include <cuda.h>

#include "launch.h"

/* The node's function, shape and arguments, copied; its name is the launch's own. Stream, context
 * and number are those of the call that launches the graph. false: a function that does not tell
 * its parameters, or no memory. */
bool launch_node_set(struct launch *launch, struct inject *inject,
                     const CUDA_KERNEL_NODE_PARAMS *params);

/* Adds the attributes that the node has. */
void launch_node_attributes(struct launch *launch, struct inject *inject, CUgraphNode node);

/* Whether device code may change the node's parameters. */
bool launch_node_is_updatable(struct inject *inject, CUgraphNode node);

/* A copy with arguments of its own; the name stays the first one's. false: no memory. */
bool launch_node_copy(struct launch *copy, const struct launch *launch);

#endif

/* graph_calls: the list of the program's executable graphs, and the handlers of call_rules.c for
 * the calls that make, change, launch and destroy them. */
#ifndef ROOFTOP_COLLECT_INJECT_PROGRAM_GRAPH_CALLS_H
#define ROOFTOP_COLLECT_INJECT_PROGRAM_GRAPH_CALLS_H

#include <cupti.h>

#include "collect/inject/program/graph.h"

struct inject;

/* The graph of this handle; owned by the list. NULL: it is not known. */
struct graph *graph_find(struct inject *inject, CUgraphExec handle);

/* At the exit of a call that succeeded. */
void graph_after_instantiate(struct inject *inject, const CUpti_CallbackData *data);
void graph_after_instantiate_with_params(struct inject *inject, const CUpti_CallbackData *data);
void graph_after_instantiate_with_flags(struct inject *inject, const CUpti_CallbackData *data);
void graph_after_set_kernel(struct inject *inject, const CUpti_CallbackData *data);
void graph_after_set_copy(struct inject *inject, const CUpti_CallbackData *data);
void graph_after_set_fill(struct inject *inject, const CUpti_CallbackData *data);
void graph_after_set_node(struct inject *inject, const CUpti_CallbackData *data);
void graph_after_set_child(struct inject *inject, const CUpti_CallbackData *data);
void graph_after_set_enabled(struct inject *inject, const CUpti_CallbackData *data);
void graph_after_update(struct inject *inject, const CUpti_CallbackData *data);
/* Memory that the graph's nodes allocate is the program's from then on. */
void graph_after_launch(struct inject *inject, const CUpti_CallbackData *data);

/* Bytes that a launch of the graph allocates at most, as far as it is known. graph: or NULL */
size_t graph_allocates(const struct graph *graph);

/* At the entry of the call. */
void graph_before_destroy(struct inject *inject, const CUpti_CallbackData *data);

#endif

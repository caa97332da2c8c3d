/* graph_calls: the executable graphs of the program: what its calls make, change and destroy.
 * Handlers of call_rules.c. */
#ifndef ROOFTOP_INJECT_GRAPH_CALLS_H
#define ROOFTOP_INJECT_GRAPH_CALLS_H

#include <cupti.h>

#include "graph.h"

struct inject;

/* NULL: not one that is known. */
struct graph *graph_find(struct inject *inject, CUgraphExec handle);

/* After the call. */
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
/* What it allocates is memory of the program from then on. */
void graph_after_launch(struct inject *inject, const CUpti_CallbackData *data);

/* Before it. */
void graph_before_destroy(struct inject *inject, const CUpti_CallbackData *data);

#endif

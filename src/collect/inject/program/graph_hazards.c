#include "collect/inject/program/graph_hazards.h"

#include "collect/inject/base/inject.h"
#include "collect/inject/program/functions.h"
#include "collect/inject/program/green_context.h"
#include "collect/inject/program/kernel_hazards.h"
#include "collect/inject/program/memory.h"

bool graph_node_runs(const struct graph_node *node)
{
    return !node->disabled;
}

bool graph_node_is_kernel(const struct graph_node *node)
{
    return graph_node_runs(node) && node->type == CU_GRAPH_NODE_TYPE_KERNEL;
}

bool graph_node_is_work(const struct graph_node *node)
{
    return graph_node_runs(node) &&
           (node->type == CU_GRAPH_NODE_TYPE_MEMCPY || node->type == CU_GRAPH_NODE_TYPE_MEMSET);
}

struct function *graph_node_function(struct inject *inject, const struct graph_node *node)
{
    struct function *function = functions_get(inject->program.functions, node->launch.f);
    if (function)
        functions_resolve(function, inject);
    return function;
}

static const struct graph_problem waiting = {"kernel that waits for other GPUs", true};
/* The launch tells stream and context of what runs again. */
static const struct graph_problem elsewhere = {"kernel of another context than the stream's", true};
static const struct graph_problem of_others = {
    "copy or fill of memory of another context or process", true};
static const struct graph_problem carried = {"copy from host memory that the graph writes", true};
static const struct graph_problem stuck = {"kernel that does not end when it runs again", true};

/* Nodes run again as launches of their own. */
static const struct graph_problem bound = {"kernel that launches graphs", false};

static const struct graph_problem *kernel_problem(struct inject *inject,
                                                  const struct graph_node *node, CUcontext context)
{
    if (node->context && green_context_primary(inject, node->context) != context)
        return &elsewhere;
    if (kernel_hazard_waits_for_others(inject, context, &node->launch))
        return &waiting;
    struct function *function = graph_node_function(inject, node);
    if (function && function->stuck)
        return &stuck;
    return function && kernel_hazard_needs_graph(inject, function, node->launch.mangled) ? &bound
                                                                                         : NULL;
}

bool graph_waits_for_others(struct inject *inject, const struct graph *graph, CUcontext context)
{
    bool waits = false;
    for (size_t i = 0; !waits && !graph->unread && i < graph->count; i++)
        waits = graph_node_is_kernel(&graph->nodes[i]) &&
                kernel_hazard_waits_for_others(inject, context, &graph->nodes[i].launch);
    return waits;
}

/* What a whole graph writes is put back before it runs again: device memory of the context, and
 * pinned and managed memory. In other memory of the program it leaves the same in each run, unless
 * a copy takes what the run before has left there. */
static const struct graph_problem *work_problem(struct inject *inject, const struct graph *graph,
                                                const struct work *work, CUcontext context)
{
    const struct memory_tracker *memory = inject->program.memory;
    const size_t size = work_reach(work);
    const struct region *region = size ? memory_find(memory, work->to) : NULL;
    bool feeds = false;
    if (!size || (region && memory_region_is_shared(region)) ||
        memory_is_device(memory, context, work->to, size))
        return NULL;
    for (size_t i = 0; i < graph->count; i++)
        feeds = feeds ||
                (graph_node_is_work(&graph->nodes[i]) && work_feeds(work, &graph->nodes[i].work));
    return region ? &of_others : feeds ? &carried : NULL;
}

/* The first problem in the order of the nodes. */
const struct graph_problem *graph_find_problem(struct inject *inject, const struct graph *graph,
                                               CUcontext context, bool whole)
{
    if (graph->stuck)
        return &stuck;
    for (size_t i = 0; i < graph->count; i++) {
        const struct graph_node *node = &graph->nodes[i];
        const struct graph_problem *problem = node->problem;
        if (!graph_node_runs(node))
            continue;
        if (!problem && graph_node_is_kernel(node))
            problem = kernel_problem(inject, node, context);
        if (graph_node_is_work(node) && whole)
            problem = work_problem(inject, graph, &node->work, context);
        else if (!problem && graph_node_is_work(node) && !work_stays(&node->work, inject, context))
            problem = &graph_host_copy;
        if (problem && (!whole || problem->always))
            return problem;
    }
    return NULL;
}

/* The graph runs and is not measured, or not here. */
void graph_note_kernels(struct inject *inject, const struct graph *graph)
{
    for (size_t i = 0; i < graph->count; i++) {
        struct function *function = graph_node_is_kernel(&graph->nodes[i])
                                        ? graph_node_function(inject, &graph->nodes[i])
                                        : NULL;
        if (function)
            kernel_hazard_note(inject, function, graph->nodes[i].launch.mangled);
    }
}

enum kernel_hazard graph_hazard(struct inject *inject, const struct graph *graph)
{
    enum kernel_hazard kernel_hazard = HAZARD_NONE;
    graph_note_kernels(inject, graph);
    for (size_t i = 0; i < graph->count; i++) {
        const struct function *function = graph_node_is_kernel(&graph->nodes[i])
                                              ? graph_node_function(inject, &graph->nodes[i])
                                              : NULL;
        if (function)
            kernel_hazard =
                kernel_hazard_worse(kernel_hazard, kernel_hazard_of_other(inject, function));
    }
    return kernel_hazard;
}

/* Counters tell of kernels. */
bool graph_has_kernels(const struct graph *graph)
{
    for (size_t i = 0; i < graph->count; i++)
        if (graph_node_is_kernel(&graph->nodes[i]) ||
            graph->nodes[i].type == CU_GRAPH_NODE_TYPE_CONDITIONAL)
            return true;
    return false;
}

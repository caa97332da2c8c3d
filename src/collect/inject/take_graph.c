#include <stdio.h>
#include <stdlib.h>

#include "contexts.h"
#include "graph_calls.h"
#include "inject.h"
#include "launch_node.h"
#include "native.h"
#include "reach.h"
#include "take.h"

bool take_is_graph(CUpti_CallbackId id)
{
    return id == CUPTI_DRIVER_TRACE_CBID_cuGraphLaunch ||
           id == CUPTI_DRIVER_TRACE_CBID_cuGraphLaunch_ptsz;
}

static bool runs(const struct graph_node *node)
{
    return !node->disabled;
}

static bool is_kernel(const struct graph_node *node)
{
    return runs(node) && node->type == CU_GRAPH_NODE_TYPE_KERNEL;
}

static bool is_work(const struct graph_node *node)
{
    return runs(node) &&
           (node->type == CU_GRAPH_NODE_TYPE_MEMCPY || node->type == CU_GRAPH_NODE_TYPE_MEMSET);
}

static struct function *function_of(struct inject *inject, const struct graph_node *node)
{
    struct function *function = functions_get(inject->functions, node->launch.f);
    if (function)
        functions_resolve(function, inject);
    return function;
}

static const struct graph_problem stuck = {"kernel that does not end when it runs again", true};

static bool is_stuck(struct inject *inject, const struct graph_node *node)
{
    const struct function *function = function_of(inject, node);
    return function && function->stuck;
}

/* The first that keeps the graph from being repeated node by node, or as a whole. */
static const struct graph_problem *find_problem(struct inject *inject, const struct graph *graph,
                                                CUcontext context, bool whole)
{
    if (graph->stuck)
        return &stuck;
    for (size_t i = 0; i < graph->count; i++) {
        const struct graph_node *node = &graph->nodes[i];
        const struct graph_problem *problem = node->problem;
        if (!runs(node))
            continue;
        if (!problem && is_kernel(node) && is_stuck(inject, node))
            problem = &stuck;
        if (!problem && !whole && is_work(node) && !work_stays(&node->work, inject, context))
            problem = &graph_host_copy;
        if (problem && (!whole || problem->always))
            return problem;
    }
    return NULL;
}

static void tell_unprofiled(struct inject *inject, struct graph *graph,
                            const struct graph_problem *problem)
{
    Wire__ToHost message = WIRE__TO_HOST__INIT;
    Wire__Notice m = WIRE__NOTICE__INIT;
    char text[256];
    if (graph && graph->told)
        return;
    if (graph)
        graph->told = true;
    if (native_in_runs(inject))
        snprintf(text, sizeof text,
                 "graphs are not profiled with --replay-mode application; without it they are");
    else if (!problem)
        snprintf(text, sizeof text, "a graph is not profiled: the driver does not tell its nodes");
    else if (problem->always)
        snprintf(text, sizeof text,
                 "graphs with a node of this type are not profiled, since it cannot run again: %s",
                 problem->node);
    else
        snprintf(text, sizeof text,
                 "graphs with a node of this type are not profiled node by node: %s; with "
                 "--graph-profiling graph they are, as a whole",
                 problem->node);
    m.text = text;
    m.has_unprofiled_graph = m.unprofiled_graph = true;
    message.notice = &m;
    channel_send(&inject->channel, &message);
}

static enum treatment the_more_careful(enum treatment a, enum treatment b)
{
    return a > b ? a : b;
}

/* The graph runs and is not measured, or not here. */
static void note_kernels(struct inject *inject, const struct graph *graph)
{
    for (size_t i = 0; i < graph->count; i++) {
        struct function *function =
            is_kernel(&graph->nodes[i]) ? function_of(inject, &graph->nodes[i]) : NULL;
        if (function)
            treatment_note(inject, function, graph->nodes[i].launch.mangled);
    }
}

enum treatment take_graph_treatment(struct inject *inject, const struct graph *graph)
{
    enum treatment treatment = TREAT_TOGETHER;
    note_kernels(inject, graph);
    for (size_t i = 0; i < graph->count; i++) {
        const struct function *function =
            is_kernel(&graph->nodes[i]) ? function_of(inject, &graph->nodes[i]) : NULL;
        if (function)
            treatment = the_more_careful(treatment, treatment_of_other(inject, function));
    }
    return treatment;
}

const struct graph_problem *take_graph_problem(struct inject *inject, const struct graph *graph,
                                               CUcontext context)
{
    return find_problem(inject, graph, context, true);
}

/* Where the call launches something. */
static struct launch launch_of_call(CUpti_CallbackId id, const CUpti_CallbackData *data)
{
    const cuGraphLaunch_params *p = data->functionParams;
    struct launch launch = {.context = data->context, .config.hStream = p->hStream};
    launch.per_thread_stream = id == CUPTI_DRIVER_TRACE_CBID_cuGraphLaunch_ptsz;
    launch.entry = launch.per_thread_stream ? LAUNCH_EX_PTSZ : LAUNCH_EX;
    return launch;
}

static void place(struct launch *launch, const struct launch *call, uint64_t id)
{
    launch->id = id;
    launch->entry = call->entry;
    launch->context = call->context;
    launch->config.hStream = call->config.hStream;
    launch->per_thread_stream = call->per_thread_stream;
}

/* What the nodes bring; the host is asked for each kernel. */
static struct window_need ask_for_nodes(struct inject *inject, struct graph *graph,
                                        const struct launch *call, uint32_t context_id,
                                        bool *wanted)
{
    struct window_need need = {0};
    for (size_t i = 0; i < graph->count; i++) {
        struct graph_node *node = &graph->nodes[i];
        struct function *function = is_kernel(node) ? function_of(inject, node) : NULL;
        if (!function)
            continue;
        place(&node->launch, call, inject->launches++);
        wanted[i] = inject->active && take_wants(inject, &node->launch, function, context_id);
        need.launches++;
        need.wanted += wanted[i];
        need.shares = need.shares || reach_of_launch(&inject->memory, &node->launch);
        if (!wanted[i])
            treatment_note(inject, function, node->launch.mangled);
        need.treatment = the_more_careful(
            need.treatment, wanted[i] ? treatment_choose(inject, function, node->launch.mangled)
                                      : treatment_of_other(inject, function));
    }
    return need;
}

static bool add_node(struct window *window, struct inject *inject, const struct graph_node *node,
                     bool wanted, uint32_t correlation)
{
    struct launch copy;
    if (is_work(node))
        return window_add_work(window, &node->work);
    if (!is_kernel(node))
        return true;
    struct function *function = function_of(inject, node);
    if (!function || !launch_node_copy(&copy, &node->launch))
        return false;
    if (!window_add(window, &copy, wanted ? function : NULL, correlation)) {
        launch_free(&copy);
        return false;
    }
    if (wanted && window->uncounted)
        treatment_tell_uncounted(inject, function, node->launch.mangled, window->uncounted);
    return true;
}

static void report_failures(struct inject *inject, const struct graph *graph, const bool *wanted,
                            size_t first, const char *error)
{
    for (size_t i = first; i < graph->count; i++)
        if (wanted[i])
            take_report_failure(inject, &graph->nodes[i].launch, error);
}

static bool add_nodes(struct inject *inject, struct window *window, const struct graph *graph,
                      const bool *wanted, uint32_t correlation)
{
    window_begin_call(window);
    for (size_t i = 0; i < graph->count; i++)
        if (!add_node(window, inject, &graph->nodes[i], wanted[i], correlation)) {
            window_drop_call(window, "out of memory");
            report_failures(inject, graph, wanted, i, "out of memory");
            return false;
        }
    return true;
}

static bool take_nodes(struct inject *inject, struct graph *graph, const struct launch *call,
                       const CUpti_CallbackData *data)
{
    const char *error = "this context cannot be profiled";
    bool *wanted = calloc(graph->count + 1, sizeof *wanted), taken = false;
    struct window *window = inject->window;
    if (!wanted)
        return false;
    const struct window_need need = ask_for_nodes(inject, graph, call, data->contextUid, wanted);
    if (need.wanted) {
        struct context_state *context = contexts_get(inject, call->context, data->contextUid);
        window = context ? take_window(inject, context, &need, &error) : NULL;
        if (!window)
            report_failures(inject, graph, wanted, 0, error);
    } else if (window && (window->uncounted || window_refuses(window, window->context, &need) ||
                          call->context != window->context->context)) {
        window = NULL;
    }
    taken = window && add_nodes(inject, window, graph, wanted, data->correlationId);
    free(wanted);
    return taken;
}

/* Beyond what plain launches can reach, copies of host memory and bodies of conditions may reach
 * memory that is the program's own as well. */
static struct window_need need_of_whole(struct inject *inject, const struct graph *graph)
{
    struct window_need need = {.launches = 1, .wanted = 1, .alone = true};
    for (size_t i = 0; i < graph->count; i++) {
        const struct graph_node *node = &graph->nodes[i];
        struct function *function = is_kernel(node) ? function_of(inject, node) : NULL;
        inject->unknown_launched =
            inject->unknown_launched || node->type == CU_GRAPH_NODE_TYPE_CONDITIONAL;
        need.shares = need.shares || (runs(node) && node->problem) ||
                      (is_work(node) && node->type == CU_GRAPH_NODE_TYPE_MEMSET &&
                       memory_is_shared_at(&inject->memory, node->work.to)) ||
                      (function && reach_of_launch(&inject->memory, &node->launch));
        if (function)
            need.treatment = the_more_careful(
                need.treatment, treatment_choose(inject, function, node->launch.mangled));
    }
    return need;
}

/* Counters tell of kernels. */
static bool has_kernels(const struct graph *graph)
{
    for (size_t i = 0; i < graph->count; i++)
        if (is_kernel(&graph->nodes[i]) || graph->nodes[i].type == CU_GRAPH_NODE_TYPE_CONDITIONAL)
            return true;
    return false;
}

static bool take_whole(struct inject *inject, struct graph *graph, struct launch *call,
                       const CUpti_CallbackData *data)
{
    const char *error = "this context cannot be profiled";
    if (!has_kernels(graph))
        return false;
    call->id = inject->launches++;
    call->mangled = "graph"; /* as results of graphs are named in reports */
    if (!take_wants(inject, call, NULL, data->contextUid)) {
        note_kernels(inject, graph);
        return false;
    }
    struct context_state *context = contexts_get(inject, call->context, data->contextUid);
    const struct window_need need = need_of_whole(inject, graph);
    struct window *window = context ? take_window(inject, context, &need, &error) : NULL;
    if (window) {
        window_begin_call(window);
        if (window_add_graph(window, call, graph, data->correlationId))
            return true;
        error = "out of memory";
    }
    take_report_failure(inject, call, error);
    return false;
}

bool take_graph(struct inject *inject, CUpti_CallbackId id, const CUpti_CallbackData *data)
{
    const cuGraphLaunch_params *p = data->functionParams;
    struct graph *graph = graph_find(inject, p->hGraph);
    if (inject->capturing) {
        if (graph)
            note_kernels(inject, graph);
        return false;
    }
    if (native_in_runs(inject)) {
        tell_unprofiled(inject, graph, NULL);
        return false;
    }
    if (!graph || graph->unread) {
        inject->unknown_launched = true;
        tell_unprofiled(inject, graph, NULL);
        return false;
    }
    const struct graph_problem *problem =
        find_problem(inject, graph, data->context, inject->whole_graphs);
    if (problem) {
        tell_unprofiled(inject, graph, problem);
        note_kernels(inject, graph);
        return false;
    }
    struct launch call = launch_of_call(id, data);
    return inject->whole_graphs ? take_whole(inject, graph, &call, data)
                                : take_nodes(inject, graph, &call, data);
}

/* The launch of a graph brings its nodes into a window: the program's call launches the graph, the
 * replay its kernels, fills and copies one by one. The host is asked for each kernel. With
 * --graph-profiling graph the whole graph is one item of a window of its own instead.
 *
 * The kernels of a graph that cannot run again are watched: one that can reach what others write,
 * or with a node that cannot run again, of which the host hears once. As a whole such a graph just
 * runs. */
#include <stdio.h>
#include <stdlib.h>

#include "collect/inject/base/inject.h"
#include "collect/inject/context/contexts.h"
#include "collect/inject/context/introduce.h"
#include "collect/inject/entry/admit_internal.h"
#include "collect/inject/host/ask_host.h"
#include "collect/inject/in_place/in_place.h"
#include "collect/inject/in_place/watched.h"
#include "collect/inject/program/exposed.h"
#include "collect/inject/program/graph_calls.h"
#include "collect/inject/program/graph_hazards.h"
#include "collect/inject/program/launch_node.h"
#include "collect/inject/program/meeting.h"
#include "collect/inject/program/memory.h"
#include "collect/inject/program/pageable.h"
#include "collect/inject/program/reach.h"
#include "collect/inject/window/window_mode.h"

bool admit_is_graph(CUpti_CallbackId id)
{
    return id == CUPTI_DRIVER_TRACE_CBID_cuGraphLaunch ||
           id == CUPTI_DRIVER_TRACE_CBID_cuGraphLaunch_ptsz;
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
    if (in_place_in_runs(inject))
        snprintf(
            text, sizeof text,
            "graphs are not profiled with --replay-mode application; leave it out to profile them");
    else if (!problem)
        snprintf(text, sizeof text, "a graph is not profiled: the driver does not list its nodes");
    else if (problem->always)
        snprintf(text, sizeof text,
                 "graphs with a node of this type %s, since it cannot run again: %s",
                 inject->settings.whole_graphs ? "are not profiled"
                                               : "only have the times of their kernels",
                 problem->node);
    else
        snprintf(text, sizeof text,
                 "graphs with a node of this type only have the times of their kernels: %s; "
                 "--graph-profiling graph profiles them as a whole",
                 problem->node);
    m.text = text;
    m.has_unprofiled_graph = m.unprofiled_graph = true;
    message.notice = &m;
    channel_send(&inject->channel, &message);
}

/* The launching call as a launch: context, stream and entry point. */
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

/* What the host wants of a node's kernel. */
enum wish { WISH_NOTHING, WISH_TIME, WISH_ALL };

static enum wish ask_for_node(struct inject *inject, struct launch *launch,
                              struct function *function, uint32_t context_id)
{
    if (!inject->active)
        return WISH_NOTHING;
    if (ask_host_wants(inject, launch, function, context_id))
        return WISH_ALL;
    return inject->judging.watches ? WISH_TIME : WISH_NOTHING;
}

/* Sums up what the nodes bring into a window, and asks the host for each kernel. */
static struct window_need ask_for_nodes(struct inject *inject, struct graph *graph,
                                        const struct launch *call, uint32_t context_id,
                                        enum wish *wishes, bool *watched)
{
    struct window_need need = {.graph = graph};
    for (size_t i = 0; i < graph->count; i++) {
        struct graph_node *node = &graph->nodes[i];
        struct function *function =
            graph_node_is_kernel(node) ? graph_node_function(inject, node) : NULL;
        if (!function)
            continue;
        place(&node->launch, call, inject->judging.launches++);
        wishes[i] = ask_for_node(inject, &node->launch, function, context_id);
        *watched = *watched || wishes[i] == WISH_TIME;
        const bool wanted = wishes[i] == WISH_ALL;
        need.launches++;
        need.wanted += wanted;
        if (!wanted)
            kernel_hazard_note(inject, function, node->launch.mangled);
        need.kernel_hazard = kernel_hazard_worse(
            need.kernel_hazard, wanted
                                    ? kernel_hazard_choose(inject, function, node->launch.mangled)
                                    : kernel_hazard_of_other(inject, function));
    }
    return need;
}

void admit_note_graph_reach(struct inject *inject, const struct graph *graph,
                            struct context_state *context, struct window_need *need)
{
    for (size_t i = 0; i < graph->count; i++) {
        const struct graph_node *node = &graph->nodes[i];
        const struct function *function =
            graph_node_is_kernel(node) ? graph_node_function(inject, node) : NULL;
        if (function)
            admit_note_reach(inject, context, function, &node->launch, need);
    }
}

static bool add_node(struct window *window, struct inject *inject, const struct graph_node *node,
                     bool wanted, uint32_t correlation, CUstream stream)
{
    struct launch copy;
    if (graph_node_is_work(node)) {
        struct work work = node->work;
        work.stream = stream;
        return window_add_work(window, &work);
    }
    if (!graph_node_is_kernel(node))
        return true;
    struct function *function = graph_node_function(inject, node);
    if (!function || !launch_node_copy(&copy, &node->launch))
        return false;
    if (!window_add(window, &copy, wanted ? function : NULL, correlation)) {
        launch_free(&copy);
        return false;
    }
    if (wanted && window->uncounted)
        kernel_hazard_tell_uncounted(inject, function, node->launch.mangled, window->uncounted);
    return true;
}

static void report_failures(struct inject *inject, const struct graph *graph,
                            const enum wish *wishes, size_t first, const char *error)
{
    for (size_t i = first; i < graph->count; i++)
        if (wishes[i] == WISH_ALL)
            ask_host_report_failure(inject, &graph->nodes[i].launch, error);
}

static bool add_nodes(struct inject *inject, struct window *window, const struct graph *graph,
                      const enum wish *wishes, const struct launch *call, uint32_t correlation)
{
    const CUstream stream = !call->config.hStream && call->per_thread_stream ? CU_STREAM_PER_THREAD
                                                                             : call->config.hStream;
    window_begin_call(window);
    for (size_t i = 0; i < graph->count; i++)
        if (!add_node(window, inject, &graph->nodes[i], wishes[i] == WISH_ALL, correlation,
                      stream)) {
            window_drop_call(window, "out of memory");
            report_failures(inject, graph, wishes, i, "out of memory");
            return false;
        }
    return true;
}

static const char unrepeatable_text[] = "its graph has a node that cannot run again";

/* The graph runs once, and its kernels are watched. why: they were not measured. */
static void watch_nodes(struct inject *inject, const struct graph *graph, const enum wish *wishes,
                        const CUpti_CallbackData *data, const char *why)
{
    static const char ended_by[] = "a graph that is only watched";
    window_mode_close(inject, ended_by);
    if (!in_place_close(inject, ended_by)) {
        report_failures(inject, graph, wishes, 0, why);
        return;
    }
    watched_make_room(inject, graph->count);
    for (size_t i = 0; i < graph->count; i++) {
        struct function *function =
            wishes[i] == WISH_NOTHING ? NULL : graph_node_function(inject, &graph->nodes[i]);
        const char *reason = wishes[i] == WISH_ALL ? why : NULL;
        if (function && !watched_add(inject, &graph->nodes[i].launch, function, data, reason) &&
            reason)
            ask_host_report_failure(inject, &graph->nodes[i].launch, "out of memory");
    }
}

static void watch_unrepeatable(struct inject *inject, struct graph *graph,
                               const struct launch *call, const CUpti_CallbackData *data)
{
    enum wish *wishes = calloc(graph->count + 1, sizeof *wishes);
    bool watched = false;
    if (!wishes)
        return;
    const struct window_need need =
        ask_for_nodes(inject, graph, call, data->contextUid, wishes, &watched);
    if (need.wanted || watched)
        watch_nodes(inject, graph, wishes, data, unrepeatable_text);
    free(wishes);
}

/* NULL: the nodes are not measured, *error says why. */
static struct window *window_for_nodes(struct inject *inject, const struct graph *graph,
                                       const struct launch *call, uint32_t context_id,
                                       struct window_need *need, const char **error)
{
    struct context_state *context = contexts_get(inject, call->context, context_id);
    *error = "this context cannot be profiled";
    if (!context)
        return NULL;
    admit_note_graph_reach(inject, graph, context, need);
    *error = need->once;
    return need->once ? NULL : admit_window(inject, context, need, error);
}

/* No kernel of the graph is to be measured. It joins the open window unmeasured if that can run it
 * again, since it changes memory. NULL: there is none, or it cannot. */
static struct window *window_beside(struct inject *inject, const struct graph *graph,
                                    const struct launch *call, struct window_need *need)
{
    struct window *window = inject->modes.window;
    if (!window || !window_turn_to(window, call->context))
        return NULL;
    admit_note_graph_reach(inject, graph, window->context, need);
    return window->uncounted || window_refuses(window, window->context, need) ? NULL : window;
}

static bool admit_nodes(struct inject *inject, struct graph *graph, const struct launch *call,
                        const CUpti_CallbackData *data)
{
    const char *error = NULL;
    enum wish *wishes = calloc(graph->count + 1, sizeof *wishes);
    bool watched = false;
    if (!wishes)
        return false;
    struct window_need need =
        ask_for_nodes(inject, graph, call, data->contextUid, wishes, &watched);
    struct window *window =
        need.wanted ? window_for_nodes(inject, graph, call, data->contextUid, &need, &error)
                    : window_beside(inject, graph, call, &need);
    if (!window && (need.wanted ? admit_is_watched(error) : watched))
        watch_nodes(inject, graph, wishes, data, error);
    else if (!window)
        report_failures(inject, graph, wishes, 0, error);
    const bool admitted =
        window && add_nodes(inject, window, graph, wishes, call, data->correlationId);
    for (size_t i = 0; !admitted && i < graph->count; i++)
        if (graph_node_is_kernel(&graph->nodes[i]))
            introduce_kernel(inject, &graph->nodes[i].launch, data->contextUid);
    free(wishes);
    return admitted;
}

/* A whole graph can reach more than plain launches: copies of host memory and bodies of conditions
 * may reach memory that is the program's own as well. */
static struct window_need need_of_whole(struct inject *inject, const struct graph *graph)
{
    struct window_need need = {.launches = 1, .wanted = 1, .alone = true, .graph = graph};
    for (size_t i = 0; i < graph->count; i++) {
        const struct graph_node *node = &graph->nodes[i];
        struct function *function =
            graph_node_is_kernel(node) ? graph_node_function(inject, node) : NULL;
        inject->program.unknown_launched =
            inject->program.unknown_launched || node->type == CU_GRAPH_NODE_TYPE_CONDITIONAL;
        need.shares = need.shares || (graph_node_runs(node) && node->problem) ||
                      (graph_node_is_work(node) &&
                       (memory_is_shared_at(inject->program.memory, node->work.to) ||
                        memory_is_shared_at(inject->program.memory, node->work.from))) ||
                      (function && reach_of_launch(inject->program.memory, &node->launch));
        if (function && exposed_by_launch(inject->program.memory, &node->launch))
            need.once = exposed_text;
        else if (function && pageable_by_launch(inject, function, &node->launch))
            need.once = pageable_text;
        if (function)
            need.kernel_hazard = kernel_hazard_worse(
                need.kernel_hazard, kernel_hazard_choose(inject, function, node->launch.mangled));
    }
    return need;
}

static bool admit_whole(struct inject *inject, struct graph *graph, struct launch *call,
                        const CUpti_CallbackData *data)
{
    const char *error = "this context cannot be profiled";
    if (!graph_has_kernels(graph))
        return false;
    call->id = inject->judging.launches++;
    call->mangled = "graph"; /* as results of graphs are named in reports */
    if (!ask_host_wants(inject, call, NULL, data->contextUid)) {
        graph_note_kernels(inject, graph);
        return false;
    }
    struct context_state *context = contexts_get(inject, call->context, data->contextUid);
    struct window_need need = need_of_whole(inject, graph);
    if (need.once)
        error = need.once;
    struct window *window =
        context && !need.once ? admit_window(inject, context, &need, &error) : NULL;
    if (window) {
        window_begin_call(window);
        if (window_add_graph(window, call, graph, data->correlationId))
            return true;
        error = "out of memory";
    }
    ask_host_report_failure(inject, call, error);
    return false;
}

bool admit_graph(struct inject *inject, CUpti_CallbackId id, const CUpti_CallbackData *data)
{
    const cuGraphLaunch_params *p = data->functionParams;
    meeting_note(inject, data->context);
    struct graph *graph = graph_find(inject, p->hGraph);
    if (!inject->program.capturing && graph &&
        graph_waits_for_others(inject, graph, data->context)) {
        meeting_hold(inject, data->context);
        graph = graph_find(inject, p->hGraph); /* the lock was free meanwhile */
    }
    in_place_make_way(inject, data->context);
    if (inject->program.capturing) {
        if (graph)
            graph_note_kernels(inject, graph);
        return false;
    }
    if (in_place_in_runs(inject)) {
        tell_unprofiled(inject, graph, NULL);
        return false;
    }
    if (!graph || graph->unread) {
        inject->program.unknown_launched = true;
        tell_unprofiled(inject, graph, NULL);
        return false;
    }
    const struct graph_problem *problem =
        graph_find_problem(inject, graph, data->context, inject->settings.whole_graphs);
    struct launch call = launch_of_call(id, data);
    if (problem) {
        tell_unprofiled(inject, graph, problem);
        graph_note_kernels(inject, graph);
        if (!inject->settings.whole_graphs)
            watch_unrepeatable(inject, graph, &call, data);
        return false;
    }
    return inject->settings.whole_graphs ? admit_whole(inject, graph, &call, data)
                                         : admit_nodes(inject, graph, &call, data);
}

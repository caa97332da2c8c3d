/* What a call that would join a window can get at. */
#include "collect/inject/program/exposed.h"
#include "collect/inject/program/graph_calls.h"
#include "collect/inject/program/graph_hazards.h"
#include "collect/inject/window/window_internal.h"

static bool is_node(const struct graph *graph, size_t i)
{
    return graph_node_is_kernel(&graph->nodes[i]) && graph_node_runs(&graph->nodes[i]);
}

bool window_leads_to_exposed(const struct window_need *need, const struct memory_tracker *tracker)
{
    bool leads = need->once || (need->launch && exposed_by_launch(tracker, need->launch));
    for (size_t i = 0; need->graph && !leads && i < need->graph->count; i++)
        leads =
            is_node(need->graph, i) && exposed_by_launch(tracker, &need->graph->nodes[i].launch);
    return leads;
}

bool window_leads_to_shared(const struct window_need *need, const struct memory_tracker *tracker)
{
    bool leads = need->launch && exposed_leads_to_shared(tracker, need->launch);
    for (size_t i = 0; need->graph && !leads && i < need->graph->count; i++)
        leads = is_node(need->graph, i) &&
                exposed_leads_to_shared(tracker, &need->graph->nodes[i].launch);
    return leads;
}

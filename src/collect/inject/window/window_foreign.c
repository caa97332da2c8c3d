/* Whether somebody else writes memory of the program of whom no call tells: a network card without
 * CU_POINTER_ATTRIBUTE_SYNC_MEMOPS, or a way that the tables of calls do not know.
 *
 * Blocks that only one of the program's own run and the replay changed are doubtful
 * (memory_changes.h). If a launch of the window can get at the memory, the launch is taken to have
 * done it: kernels that race write elsewhere each time. If none can, somebody else did. Pointers
 * are found as exposed.h has it; where that is not sure, a launch counts as one that can. */
#include "collect/inject/base/inject.h"
#include "collect/inject/program/exposed.h"
#include "collect/inject/program/graph_calls.h"
#include "collect/inject/program/graph_hazards.h"
#include "collect/inject/window/window_internal.h"

/* Of all memory, after one window. */
enum { MOST_SEARCHES = 8 };

const char window_foreign_text[] =
    "device memory that no launch can reach was written while launches ran again: another process, "
    "GPU or engine, or the processor, writes memory of this program, and no call of the driver "
    "tells of it. What it wrote meanwhile was left alone; where it had written just before, too, "
    "some of it may be lost. Nothing more is profiled in this process; --replay-mode application "
    "does not write memory";

static bool graph_leads(const struct window *w, const struct whole_graph *whole)
{
    const struct memory_tracker *tracker = w->inject->program.memory;
    const struct graph *graph = graph_find(w->inject, whole->handle);
    bool leads = !graph || graph->unread;
    for (size_t i = 0; !leads && i < graph->count; i++) {
        const struct graph_node *node = &graph->nodes[i];
        if (graph_node_is_kernel(node))
            leads = exposed_leads_to_doubtful(tracker, &node->launch);
        else if (graph_node_is_work(node))
            leads = exposed_doubtful_at(tracker, node->work.to);
    }
    return leads;
}

static bool any_leads(const struct window *w)
{
    const struct memory_tracker *tracker = w->inject->program.memory;
    bool leads = false;
    for (size_t i = 0; !leads && i < w->count; i++) {
        const struct window_item *item = w->items[i];
        if (item->kind == ITEM_WORK)
            leads = exposed_doubtful_at(tracker, item->work.to);
        else if (item->graph)
            leads = graph_leads(w, item->graph);
        else
            leads = item->record || exposed_leads_to_doubtful(tracker, &item->launch);
    }
    return leads;
}

/* Most launches have a pointer to what they write among their arguments: only for the others is
 * memory searched. */
static bool is_foreign(struct window *w, struct region *region, size_t *searches)
{
    region->doubtful = true;
    const bool foreign = !any_leads(w) && ++*searches <= MOST_SEARCHES &&
                         window_find_leads_to_doubtful(w) && !any_leads(w);
    region->doubtful = false;
    leads_forget_doubtful(w->inject->program.memory);
    return foreign;
}

bool window_find_foreign(struct window *w)
{
    struct snapshot *s = &w->context->snapshot;
    const struct memory_tracker *tracker = w->inject->program.memory;
    size_t searches = 0;
    bool any = false;
    if (w->stuck || s->managed_globals ||
        !memory_changes_doubt(&s->changes, s, w->inject, w->context->stream))
        return false;
    for (size_t i = 0; i < s->count; i++) {
        struct snapshot_item *item = &s->items[i];
        const struct region *region = item->doubtful ? memory_find(tracker, item->address) : NULL;
        item->foreign =
            region && is_foreign(w, &tracker->regions[region - tracker->regions], &searches);
        any = any || item->foreign;
    }
    return any;
}

/* Where memory is sparse (saved/sparse.h) the old content of what a window's launches, fills and
 * copies will write has to be at hand before they run. After a window whose launches wrote more
 * than was foreseen, what they wrote is learned. */
#include "collect/inject/base/inject.h"
#include "collect/inject/program/functions.h"
#include "collect/inject/program/graph_hazards.h"
#include "collect/inject/program/kernel_hazards.h"
#include "collect/inject/window/window_internal.h"

/* How many times as far as usual a kernel may be thought to write. */
enum { MOST_REACH = 1024 };

CUstream window_stream_of(const struct launch *launch)
{
    return launch->per_thread_stream && !launch->config.hStream ? CU_STREAM_PER_THREAD
                                                                : launch->config.hStream;
}

bool window_foresee(struct window *w, const struct launch *launch, bool host)
{
    struct snapshot *s = &w->context->snapshot;
    if (!s->sparse.blocks || w->uncounted)
        return true;
    const struct function *function = functions_get(w->inject->program.functions, launch->f);
    return foresight_save(s, w->inject, window_stream_of(launch), launch,
                          function && function->reach ? function->reach : 1, host);
}

void window_foresee_launch(struct window *w, const struct launch *launch)
{
    window_foresee(w, launch, true);
}

void window_foresee_work(struct window *w, const struct work *work, CUstream stream)
{
    const size_t size = work_reach(work);
    if (size && w->context->snapshot.sparse.blocks && !w->uncounted)
        sparse_save(&w->context->snapshot, w->inject, stream, work->to, size, true);
}

void window_foresee_graph(struct window *w, const struct graph *graph, CUstream stream)
{
    for (size_t i = 0; i < graph->count; i++) {
        struct launch launch = graph->nodes[i].launch;
        launch.config.hStream = stream;
        if (graph_node_is_kernel(&graph->nodes[i]))
            window_foresee(w, &launch, true);
        else if (graph_node_is_work(&graph->nodes[i]))
            window_foresee_work(w, &graph->nodes[i].work, stream);
    }
}

static bool is_unproven(struct inject *inject, const struct foresight *foresight,
                        struct function *function, const struct launch *launch)
{
    return kernel_hazard_order_matters(inject, function, launch->mangled) &&
           !foresight_is_proven(foresight, launch);
}

bool window_is_apart(struct inject *inject, const struct context_state *context,
                     struct function *function, const struct launch *launch)
{
    const struct snapshot *s = &context->snapshot;
    return s->sparse.blocks && !sparse_is_complete(&s->sparse) &&
           ((function->apart && !foresight_knows(&s->foresight, launch)) ||
            is_unproven(inject, &s->foresight, function, launch));
}

static const char not_foreseen[] =
    "device memory is nearly full, and it wrote where that was not foreseen, so it was not run "
    "again: it is measured when it comes again";
static const char no_room[] =
    "device memory is nearly full, and there is no room for a copy of what it writes";
static const char not_proven[] =
    "device memory is nearly full, and what it writes may depend on the order of its threads: it "
    "is measured when it has written the same places twice";

static const char not_as_one[] =
    "device memory is nearly full, and what a graph or a range writes is not known before it runs: "
    "profile its kernels (leave out --graph-profiling graph, --replay-mode range), or use "
    "--replay-mode app-range";

static struct function *function_of(const struct window *w, const struct window_item *item)
{
    return item->kind == ITEM_WORK || item->graph || item->record
               ? NULL
               : functions_get(w->inject->program.functions, item->launch.f);
}

static void learn(struct window *w, const struct launch *launch)
{
    struct snapshot *s = &w->context->snapshot;
    for (size_t i = 0; i < s->changes.count; i++) {
        const struct extent *extent = &s->changes.extents[i];
        const struct snapshot_item *item = &s->items[extent->item];
        if (item->sparse)
            foresight_learn(&s->foresight, launch, item->address + extent->offset, extent->size);
    }
}

/* What launches are found to write, and was not foreseen, is foreseen the next time. In a window of
 * many it is not known which of them wrote it: if it is too much to be copied for each of them,
 * they are measured one by one until that is known. */
static const char *learn_lost(struct window *w)
{
    const struct snapshot *s = &w->context->snapshot;
    const bool large = s->changes.lost_bytes > s->sparse.guess;
    bool known = false;
    for (size_t i = 0; i < w->count; i++) {
        struct function *function = function_of(w, w->items[i]);
        if (!function)
            continue;
        known = w->launches == 1 && foresight_knows(&s->foresight, &w->items[i]->launch);
        function->reach = function->reach < MOST_REACH ? 4 * (function->reach + !function->reach)
                                                       : function->reach;
        function->apart = true;
        if (w->launches == 1 || !large)
            learn(w, &w->items[i]->launch);
    }
    return known ? no_room : not_foreseen;
}

/* Launches that may write elsewhere in a replay are let run again only after they have written the
 * same places twice. */
static const char *prove(struct window *w)
{
    struct foresight *foresight = &w->context->snapshot.foresight;
    bool proven = true;
    for (size_t i = 0; i < w->count; i++) {
        const struct window_item *item = w->items[i];
        struct function *function = function_of(w, item);
        if (!function || !is_unproven(w->inject, foresight, function, &item->launch) ||
            foresight_agrees(foresight, &w->context->snapshot, &item->launch))
            continue;
        proven = false;
        if (w->launches == 1 || item->launch.is_node)
            learn(w, &item->launch);
    }
    return proven ? NULL : not_proven;
}

const char *window_forbids_replay(struct window *w)
{
    const struct snapshot *s = &w->context->snapshot;
    if (s->changes.lost)
        return learn_lost(w);
    if (!s->sparse.blocks || sparse_is_complete(&s->sparse))
        return NULL;
    return w->items[0]->graph || w->items[0]->record ? not_as_one : prove(w);
}

/* Where memory is sparse (saved/sparse.h) the old content of what a window's launches, fills and
 * copies will write has to be at hand before they run. After a window whose launches wrote more
 * than was foreseen, what they wrote is learned. */
#include <unistd.h>

#include "collect/inject/base/inject.h"
#include "collect/inject/base/wait_clock.h"
#include "collect/inject/program/functions.h"
#include "collect/inject/program/graph_hazards.h"
#include "collect/inject/program/kernel_hazards.h"
#include "collect/inject/program/memory.h"
#include "collect/inject/window/window_internal.h"

/* How many times as far as usual a kernel may be thought to write. */
enum { MOST_REACH = 1024 };

/* Nanoseconds for copies on another GPU, and microseconds between two questions. */
enum { MOST_WAIT = 1000 * 1000 * 1000, PAUSE = 10 };

CUstream window_stream_of(const struct launch *launch)
{
    return launch->per_thread_stream && !launch->config.hStream ? CU_STREAM_PER_THREAD
                                                                : launch->config.hStream;
}

/* What a call of the window's context may write. */
struct reach {
    const struct launch *launch; /* or NULL: it is a fill or a copy */
    const struct work *work;
    unsigned times; /* as far as usual, see foresight_save() */
    bool host;
};

static bool save_in(struct window *w, struct snapshot *s, CUstream stream,
                    const struct reach *reach)
{
    const struct foresight *foresight = &w->context->snapshot.foresight;
    return reach->launch ? foresight_save(foresight, s, w->inject, stream, reach->launch,
                                          reach->times, reach->host)
                         : sparse_save(s, w->inject, stream, reach->work->to,
                                       work_reach(reach->work), reach->host);
}

/* What runs there may wait for the call. */
static bool ends_soon(const struct window *w, CUstream stream)
{
    struct wait_clock wait_clock = wait_clock_begin();
    while (w->inject->driver.stream_query(stream) == CUDA_ERROR_NOT_READY) {
        if (wait_clock_spent(&wait_clock) > MOST_WAIT)
            return false;
        usleep(PAUSE);
    }
    return true;
}

/* Memory of another GPU is copied on that GPU before the call is made. */
static bool save_of_others(struct window *w, const struct reach *reach)
{
    bool good = true;
    for (size_t i = 0; i < w->member_count; i++) {
        struct context_state *member = w->members[i];
        const size_t copied = member->snapshot.sparse.copied;
        if (member == w->context || !member->snapshot.sparse.blocks)
            continue;
        if (window_enter(w, member) != CUDA_SUCCESS) {
            good = false;
            continue;
        }
        good = save_in(w, &member->snapshot, member->stream, reach) && good;
        if (member->snapshot.sparse.copied != copied)
            good = ends_soon(w, member->stream) && good;
        window_leave(w);
    }
    return good;
}

static bool save(struct window *w, CUstream stream, const struct reach *reach)
{
    struct snapshot *s = &w->context->snapshot;
    if (w->uncounted)
        return true;
    const bool good = !s->sparse.blocks || save_in(w, s, stream, reach);
    return save_of_others(w, reach) && good;
}

bool window_foresee(struct window *w, const struct launch *launch, bool host)
{
    const struct function *function = functions_get(w->inject->program.functions, launch->f);
    const unsigned times = function && function->reach ? function->reach : 1;
    return save(w, window_stream_of(launch),
                &(struct reach){.launch = launch, .times = times, .host = host});
}

void window_foresee_launch(struct window *w, const struct launch *launch)
{
    window_foresee(w, launch, true);
}

void window_foresee_work(struct window *w, const struct work *work, CUstream stream)
{
    if (work_reach(work))
        save(w, stream, &(struct reach){.work = work, .host = true});
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

static bool is_incomplete(const struct snapshot *s)
{
    return s->sparse.blocks && !sparse_is_complete(&s->sparse);
}

/* Whether that is so of memory that kernels of the context may write. */
static bool reaches_incomplete(const struct inject *inject, const struct context_state *context)
{
    for (const struct context_state *c = inject->contexts; c; c = c->next)
        if (is_incomplete(&c->snapshot) &&
            (c == context || memory_meets(inject->program.memory, context->context, c->context)))
            return true;
    return false;
}

bool window_is_apart(struct inject *inject, const struct context_state *context,
                     struct function *function, const struct launch *launch)
{
    const struct foresight *foresight = &context->snapshot.foresight;
    return reaches_incomplete(inject, context) &&
           ((function->apart && !foresight_knows(foresight, launch)) ||
            is_unproven(inject, foresight, function, launch));
}

static const char not_foreseen[] =
    "device memory is nearly full, and it wrote where that was not foreseen, so it was not run "
    "again: it is measured when it comes again";
static const char no_room[] =
    "device memory is nearly full, and there is no room for a copy of what it writes";
static const char not_kept[] = "device memory is nearly full, and there is no room to keep what it "
                               "computed, so it was not run "
                               "again";
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

/* Whatever memory of the window it is in: to be foreseen when the launch's context makes it again.
 */
static void learn(struct window *w, const struct window_item *launch)
{
    for (size_t i = 0; i < w->member_count; i++) {
        const struct snapshot *s = &w->members[i]->snapshot;
        for (size_t j = 0; j < s->changes.count; j++) {
            const struct extent *extent = &s->changes.extents[j];
            const struct snapshot_item *item = &s->items[extent->item];
            if (item->sparse)
                foresight_learn(&launch->context->snapshot.foresight, &launch->launch,
                                item->address + extent->offset, extent->size);
        }
    }
}

/* What launches are found to write, and was not foreseen, is foreseen the next time. In a window of
 * many it is not known which of them wrote it: if it is too much to be copied for each of them,
 * they are measured one by one until that is known. */
static const char *learn_lost(struct window *w)
{
    bool known = false, large = false;
    for (size_t i = 0; i < w->member_count; i++)
        large = large ||
                w->members[i]->snapshot.changes.lost_bytes > w->members[i]->snapshot.sparse.guess;
    for (size_t i = 0; i < w->count; i++) {
        const struct window_item *item = w->items[i];
        struct function *function = function_of(w, item);
        if (!function)
            continue;
        known =
            w->launches == 1 && foresight_knows(&item->context->snapshot.foresight, &item->launch);
        function->reach = function->reach < MOST_REACH ? 4 * (function->reach + !function->reach)
                                                       : function->reach;
        function->apart = true;
        if (w->launches == 1 || !large)
            learn(w, item);
    }
    return known ? no_room : not_foreseen;
}

/* After the program's own run. */
static bool agrees(const struct window *w, const struct window_item *item)
{
    bool agree = true;
    for (size_t i = 0; agree && i < w->member_count; i++)
        agree = foresight_agrees(&item->context->snapshot.foresight, &w->members[i]->snapshot,
                                 &item->launch);
    return agree;
}

/* Launches that may write elsewhere in a replay are let run again only after they have written the
 * same places twice. */
static const char *prove(struct window *w)
{
    bool proven = true;
    for (size_t i = 0; i < w->count; i++) {
        const struct window_item *item = w->items[i];
        struct function *function = function_of(w, item);
        if (!function ||
            !is_unproven(w->inject, &item->context->snapshot.foresight, function, &item->launch) ||
            agrees(w, item))
            continue;
        proven = false;
        if (w->launches == 1 || item->launch.is_node)
            learn(w, item);
    }
    return proven ? NULL : not_proven;
}

bool window_has_lost(const struct window *w)
{
    bool lost = false;
    for (size_t i = 0; i < w->member_count; i++)
        lost = lost || w->members[i]->snapshot.changes.lost;
    return lost;
}

const char *window_forbids_replay(struct window *w)
{
    bool incomplete = false, unkept = false;
    for (size_t i = 0; i < w->member_count; i++) {
        incomplete = incomplete || is_incomplete(&w->members[i]->snapshot);
        unkept = unkept || w->members[i]->snapshot.changes.unkept;
    }
    if (window_has_lost(w))
        return learn_lost(w);
    if (unkept)
        return not_kept;
    if (!incomplete)
        return NULL;
    return w->items[0]->graph || w->items[0]->record ? not_as_one : prove(w);
}

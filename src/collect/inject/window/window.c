/* What is in a window, and what happens when it closes. While it is open only copies of calls are
 * collected; the program's own calls run the work. window_close() waits for that run, finds which
 * memory it changed (memory_changes.h), measures part by part (window_parts.c, window_passes.c),
 * and puts memory back to what the program's own run left. So the program never sees a replayed
 * value, even where kernels race. The order of the steps in replay() is what makes this right: do
 * not move one without reading window.h and snapshot.h. */
#include "collect/inject/window/window.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "collect/inject/base/host_room.h"
#include "collect/inject/base/inject.h"
#include "collect/inject/base/now.h"
#include "collect/inject/base/wait_clock.h"
#include "collect/inject/context/introduce.h"
#include "collect/inject/context/mps_turn.h"
#include "collect/inject/program/activity.h"
#include "collect/inject/program/call_sets.h"
#include "collect/inject/program/exposed.h"
#include "collect/inject/program/graph_calls.h"
#include "collect/inject/program/graph_hazards.h"
#include "collect/inject/program/known_config.h"
#include "collect/inject/program/modules.h"
#include "collect/inject/program/other_threads.h"
#include "collect/inject/program/running.h"
#include "collect/inject/saved/reached.h"
#include "collect/inject/saved/snapshot_copy.h"
#include "collect/inject/window/window_internal.h"

/* Nanoseconds that a window stays open, so that a program that launches now and then sees its
 * results come. If the last window took long, this one stays open so many times as long, but not
 * for ever: longer where nobody waits for results. */
enum { LONGEST_OPEN = 500 * 1000 * 1000, TIMES_OPEN = 4, LAST_OPEN = 2000 * 1000 * 1000 };
static const uint64_t last_open_patient = 4 * (uint64_t)LAST_OPEN;

/* Nanoseconds that a copy to the host may have to wait for earlier launches. */
enum { SOON = 20 * 1000 * 1000 };

/* Most bytes of copies from the host that a window keeps, and the part of main memory that they
 * may take. */
enum { MOST_UPLOADED = 256 << 20, SHARE_UPLOADED = 16 };

/* Nanoseconds for which it is asked without a pause whether launches have ended. */
enum { QUICK = 1000 * 1000 };

/* Waits until nothing writes the memory that is to be saved, some of which may belong to other
 * contexts. */
static CUresult settle(struct inject *inject, CUcontext context)
{
    const struct memory_tracker *tracker = inject->program.memory;
    const struct foil_driver *driver = &inject->driver;
    CUresult result = driver->ctx_synchronize();
    CUcontext last = context, previous;
    for (size_t i = 0; i < tracker->count && result == CUDA_SUCCESS; i++) {
        const struct region *region = &tracker->regions[i];
        if (region->kind == REGION_HOST || !region->context || region->context == last ||
            (!tracker->crossed && !memory_reaches(tracker, context, region) &&
             !memory_is_allowed(tracker, region->context, context)))
            continue;
        last = region->context;
        if (driver->ctx_push_current(last) != CUDA_SUCCESS)
            continue;
        result = driver->ctx_synchronize();
        driver->ctx_pop_current(&previous);
    }
    return result;
}

/* Memory of the host belongs to no context: what any of them has under way may write it. NULL, or
 * why it is not known when that ends. */
static const char *settle_others(const struct window *w)
{
    struct inject *inject = w->inject;
    const struct memory_tracker *tracker = inject->program.memory;
    const struct foil_driver *driver = &inject->driver;
    CUcontext last = w->context->context, previous;
    for (size_t i = 0; i < tracker->count; i++) {
        const CUcontext context = tracker->regions[i].context;
        if (!context || context == last || context == w->context->context)
            continue;
        last = context;
        if (!running_none(inject, context))
            return running_not_ended;
        if (driver->ctx_push_current(context) != CUDA_SUCCESS)
            continue;
        const CUresult result = driver->ctx_synchronize();
        driver->ctx_pop_current(&previous);
        if (result != CUDA_SUCCESS)
            return inject_driver_error(inject, result);
    }
    return NULL;
}

static void drop_item(struct window *w);

/* Whether launches run again without the memory that the program shares with them: nothing leads
 * there, or what leads there is led to shadows. */
static bool stays_apart(struct window *w, const struct window_need *need)
{
    struct inject *inject = w->inject;
    struct snapshot *s = &w->context->snapshot;
    if (s->managed_globals || need->reach.other ||
        !pointer_scan_memory(&s->pointer_scan, s, inject, w->context->stream))
        return false;
    w->may_shadow = need->may_shadow && w->kernel_hazard == HAZARD_NONE &&
                    !kernel_hazard_heap_in_use(inject) &&
                    shadows_make_room(&w->context->shadows, inject, need->reach.bytes);
    if (!s->pointer_scan.count && !need->reach.any)
        return true;
    if (w->may_shadow && (!s->pointer_scan.count || window_shadow_found(w, &s->pointer_scan)))
        return true;
    w->may_shadow = w->shadowed = false;
    while (w->count)
        drop_item(w);
    return false;
}

const char window_shared_text[] =
    "it can reach memory that it shares with the program, which other processes or threads may "
    "write, so it cannot run again; --replay-mode application measures it";

/* Others have a part in the program. Device memory is saved; nothing else is ever written, so
 * launches that would need more do not run again. */
static const char *guard_others(struct window *w, const struct window_need *need)
{
    struct inject *inject = w->inject;
    struct snapshot *s = &w->context->snapshot;
    const struct memory_tracker *tracker = inject->program.memory;
    if (!window_find_leads(w))
        return "memory could not be searched for pointers to what other processes write";
    if (window_leads_to_exposed(need, tracker))
        return exposed_text;
    if (need->shares || need->reach.other || s->managed_globals ||
        window_leads_to_shared(need, tracker))
        return window_shared_text;
    w->apart = true;
    w->may_shadow = need->may_shadow && w->kernel_hazard == HAZARD_NONE &&
                    !kernel_hazard_heap_in_use(inject) &&
                    shadows_make_room(&w->context->shadows, inject, need->reach.bytes);
    return need->reach.any && !w->may_shadow ? window_shared_text : NULL;
}

/* *alone: the window's launches may reach memory that they share with the program's own code. */
static bool save(struct window *w, const struct window_need *need, bool *alone, const char **error)
{
    struct inject *inject = w->inject;
    struct context_state *context = w->context;
    struct snapshot *s = &context->snapshot;
    const bool shared = memory_is_shared(inject->program.memory);
    *alone = false;
    w->apart = true;
    window_choose_members(w, need);
    if (window_save_members(w, need))
        return true;
    w->apart = false;
    shadows_begin(&context->shadows, inject);
    if (inject->program.memory->guarded)
        return snapshot_take(s, inject, context->context, context->stream, false, error) &&
               !(*error = guard_others(w, need));
    *alone = shared && need->shares;
    /* What a launch can get at is found in what was saved. */
    if ((!*alone || need->launch) &&
        !snapshot_take(s, inject, context->context, context->stream, false, error))
        return false;
    *alone = *alone || (shared && !stays_apart(w, need)) || s->managed_globals;
    w->apart = !*alone;
    if (w->apart)
        return true;
    w->shares = !inject->program.threads_run && other_threads_come_to_rest();
    if (!w->shares) {
        *error = window_shared_text;
        return false;
    }
    if (!shared)
        return true;
    *error = settle_others(w);
    if (*error)
        return false;
    reached_mark(s, inject, context->stream, need->launch);
    return snapshot_take(s, inject, context->context, context->stream, true, error);
}

bool window_open(struct window *w, struct inject *inject, struct context_state *context,
                 const struct window_need *need, const char **error)
{
    const enum kernel_hazard kernel_hazard = need->kernel_hazard;
    *w = (struct window){.inject = inject,
                         .context = context,
                         .members = {context},
                         .member_count = 1,
                         .kernel_hazard = kernel_hazard};
    uint64_t since = now_ns();
    if (inject->stuck.context == context->context &&
        inject->driver.stream_query(inject->stuck.stream) == CUDA_ERROR_NOT_READY) {
        *error = running_not_ended;
        return false;
    }
    inject->stuck.context = NULL;
    CUresult result = settle(inject, context->context);
    if (result != CUDA_SUCCESS) {
        *error = inject_driver_error(inject, result);
        return false;
    }
    introduce_end(inject); /* before code of ours is loaded */
    bool heap = kernel_hazard == HAZARD_HEAP || kernel_hazard_heap_in_use(inject);
    if (heap && !context->heap_started)
        w->uncounted = checkpoint_start_heap(inject);
    context->heap_started = context->heap_started || (heap && !w->uncounted);
    bool alone;
    inject->replaying = true; /* what is loaded now is ours */
    bool good = save(w, need, &alone, error);
    inject->replaying = false;
    if (good && heap && !w->uncounted)
        w->uncounted = checkpoint_save(&w->checkpoint, inject, context->context);
    w->generation = inject->program.modules->generation;
    w->most = kernel_hazard != HAZARD_NONE || alone || need->alone ? 1 : context->window_launches;
    for (size_t i = 1; i < w->member_count; i++)
        if (w->members[i]->window_launches < w->most)
            w->most = w->members[i]->window_launches;
    w->upload_room = host_room("") / SHARE_UPLOADED;
    w->upload_room = w->upload_room < MOST_UPLOADED ? w->upload_room : MOST_UPLOADED;
    window_spent(&w->nanoseconds[PHASE_SAVE], &since);
    w->opened = since;
    if (good && need->launch)
        window_foresee(w, need->launch, true);
    if (good)
        activity_begin(inject);
    else
        while (w->count)
            drop_item(w);
    return good;
}

static bool extend(struct window *w, void *unused)
{
    (void)unused;
    return snapshot_extend(&w->context->snapshot, w->inject, w->context->stream);
}

static bool knows_modules(struct window *w)
{
    if (w->generation == w->inject->program.modules->generation)
        return true;
    w->generation = w->inject->program.modules->generation;
    return window_each(w, extend, NULL);
}

/* Waits up to this time for one launch. */
static bool ends(const struct window *w, const struct window_item *item,
                 struct wait_clock *wait_clock, uint64_t nanoseconds)
{
    const CUstream stream = window_stream_of(&item->launch);
    while (w->inject->driver.stream_query(stream) == CUDA_ERROR_NOT_READY) {
        uint64_t spent = wait_clock_spent(wait_clock);
        if (spent > nanoseconds)
            return false;
        if (spent > QUICK)
            usleep(100);
    }
    return true;
}

/* Waits up to this number of nanoseconds for the program's own run. Returns the first launch that
 * has not ended by then, or NULL. */
static const struct window_item *unfinished(const struct window *w, uint64_t nanoseconds)
{
    struct wait_clock wait_clock = wait_clock_begin();
    for (size_t i = 0; i < w->count; i++) {
        const struct window_item *item = w->items[i];
        if (item->kind == ITEM_WORK || window_enter(w, item->context) != CUDA_SUCCESS)
            continue;
        const bool ended = ends(w, item, &wait_clock, nanoseconds);
        window_leave(w);
        if (!ended)
            return item;
    }
    return NULL;
}

bool window_runs(const struct window *w)
{
    return unfinished(w, 0) != NULL;
}

/* A shadow is made only while nothing runs, because that may wait for what runs. */
bool window_can_shadow(struct window *w, const struct window_need *need)
{
    const struct shadows *s = &w->context->shadows;
    if (!need->reach.any)
        return true;
    return w->may_shadow && need->may_shadow && !need->reach.other &&
           need->reach.bytes <= s->slots_size - s->slots_used &&
           (!need->reach.missing || !unfinished(w, 0));
}

/* Whether results may come late: nobody waits for them, later launches are not measured without a
 * replay, and nothing has to be learned of what launches write. */
static bool is_patient(const struct window *w)
{
    return w->inject->settings.patient && !counters_fit_one_pass(&w->context->counters) &&
           !w->context->snapshot.sparse.blocks;
}

static bool is_old(const struct window *w)
{
    const bool patient = is_patient(w), first = !w->context->measured;
    const uint64_t last = patient ? last_open_patient : LAST_OPEN;
    /* What the first one takes is not known yet. */
    uint64_t most = first ? (patient ? LAST_OPEN : 0) : TIMES_OPEN * w->context->last_window;
    most = most < last ? most : last;
    return now_ns() - w->opened >= (most > LONGEST_OPEN ? most : LONGEST_OPEN);
}

const char *window_refuses(struct window *w, struct context_state *context,
                           const struct window_need *need)
{
    if (!window_turn_to(w, context->context)) {
        context->idle = 0;
        return "another context";
    }
    if (need->once)
        return "a launch that must not run again";
    if (need->kernel_hazard != HAZARD_NONE || need->alone || w->kernel_hazard != HAZARD_NONE)
        return "a kernel that is measured alone";
    if (w->launches + need->launches > w->most)
        return w->most == 1 ? "memory shared with the program" : "full";
    if (!need->wanted && w->others + need->launches > window_most_others(w))
        return "many launches that are not measured";
    if (is_old(w))
        return "time";
    if (need->shares || !window_can_shadow(w, need))
        return "a pointer to memory shared with the program";
    if (!knows_modules(w))
        return "variables of a module that came";
    return !need->launch || window_foresee(w, need->launch, false)
               ? NULL
               : "no room for the old content of what a launch may write";
}

bool window_lets_look(struct window *w, bool waits)
{
    const bool first = !w->context->measured;
    if ((first && !is_patient(w)) || w->most <= 1 || w->launches >= w->most / 2 || is_old(w) ||
        (waits && unfinished(w, SOON)))
        return false;
    if (first && !w->looked)
        inject_end_first(w->inject);
    w->looked = true;
    return true;
}

bool window_ends_soon(const struct window *w)
{
    return !unfinished(w, SOON);
}

bool window_lets_allocate(const struct window *w, size_t size)
{
    return w->most > 1 && size <= snapshot_room(w->inject) / 2;
}

bool window_lets_host_function(struct window *w)
{
    w->host_functions = true;
    return w->apart;
}

/* The dynamic shared memory of the launch of this function that has most; -1: there is none. */
static long long most_shared(const struct window *w, CUfunction handle)
{
    const struct function *function = functions_get(w->inject->program.functions, handle);
    long long most = -1;
    for (size_t i = 0; i < w->count; i++) {
        const struct window_item *item = w->items[i];
        if (item->kind != ITEM_WORK &&
            (item->launch.f == handle ||
             (function && function->function && item->launch.f == function->function)) &&
            item->launch.config.sharedMemBytes > most)
            most = item->launch.config.sharedMemBytes;
    }
    return most;
}

bool window_launches(const struct window *w, CUfunction handle)
{
    return most_shared(w, handle) >= 0;
}

bool window_lets_limit(struct window *w, CUpti_CallbackId id, const CUpti_CallbackData *data,
                       size_t shared)
{
    const long long most = most_shared(w, call_sets(id, data));
    return most <= (long long)shared || window_limits_add(&w->limits, id, data, (size_t)most);
}

void window_begin_call(struct window *w)
{
    w->call = w->count;
}

static struct window_item *add_item(struct window *w, enum window_item_kind kind)
{
    if (w->count == w->capacity) {
        size_t wanted = w->capacity ? 2 * w->capacity : 16;
        struct window_item **larger = realloc(w->items, wanted * sizeof(struct window_item *));
        if (!larger)
            return NULL;
        w->items = larger;
        w->capacity = wanted;
    }
    struct window_item *item = calloc(1, sizeof *item);
    if (!item)
        return NULL;
    item->kind = kind;
    item->context = w->context;
    w->items[w->count++] = item;
    return item;
}

static struct window_item *add_launch(struct window *w, const struct launch *launch, bool wanted,
                                      uint32_t correlation)
{
    struct window_item *item = add_item(w, wanted ? ITEM_WANTED : ITEM_OTHER);
    if (!item)
        return NULL;
    item->launch = *launch;
    /* CUPTI's string may not outlive the call. */
    item->launch.mangled = item->launch.name = strdup(launch->mangled);
    if (!item->launch.name)
        item->launch.mangled = "";
    item->correlation = correlation;
    w->launches++;
    w->others = wanted ? 0 : w->others + 1;
    w->wanted += wanted;
    return item;
}

bool window_add(struct window *w, const struct launch *launch, const struct function *function,
                uint32_t correlation)
{
    if (launch->is_node)
        window_foresee_launch(w, launch);
    bool reaches;
    struct window_item *item = window_shadow_launch(w, launch, &reaches)
                                   ? add_launch(w, launch, function, correlation)
                                   : NULL;
    if (item)
        item->reaches = reaches;
    if (item && function)
        facts_fill(&item->facts, w->inject, &item->launch, function, (unsigned)w->context->device,
                   w->context->id);
    return item;
}

bool window_add_graph(struct window *w, const struct launch *launch, const struct graph *graph,
                      uint32_t correlation)
{
    window_foresee_graph(w, graph, window_stream_of(launch));
    struct window_item *item = add_launch(w, launch, true, correlation);
    if (!item)
        return false;
    facts_of_call(&item->facts, w->inject, &item->launch, (unsigned)w->context->device,
                  w->context->id);
    item->graph = whole_graph_new(w->inject, graph, &item->launch, (unsigned)w->context->device,
                                  w->context->id);
    const bool made = item->graph;
    if (!made)
        drop_item(w);
    return made;
}

bool window_add_range(struct window *w, const struct launch *launch, struct range_record *record)
{
    struct window_item *item = add_launch(w, launch, true, 0);
    if (!item)
        return false;
    facts_of_call(&item->facts, w->inject, &item->launch, (unsigned)w->context->device,
                  w->context->id);
    item->record = record;
    return true;
}

bool window_add_work(struct window *w, const struct work *work)
{
    window_foresee_work(w, work, work->stream);
    struct window_item *item = add_item(w, ITEM_WORK);
    if (item)
        item->work = *work;
    w->upload_room -= item ? work->held : 0;
    return item != NULL;
}

bool window_add_upload(struct window *w, const struct work *work, CUstream stream)
{
    return (!w->may_shadow || window_shadow_bytes(w, work->bytes, work->held, stream)) &&
           window_add_work(w, work);
}

bool window_add_late_upload(struct window *w, const struct work *work, uint64_t address,
                            CUstream stream)
{
    const struct work copy = {
        .to = work->to,
        .count = work->count,
        .stream = stream,
        .from = shadows_catch(&w->context->shadows, w->inject, address, work->count, stream)};
    return copy.from && window_add_work(w, &copy);
}

static void drop_item(struct window *w)
{
    struct window_item *item = w->items[--w->count];
    w->launches -= item->kind != ITEM_WORK;
    w->wanted -= item->kind == ITEM_WANTED;
    work_free(&item->work);
    inside_values_free(&item->inside);
    whole_graph_free(item->graph);
    launch_free(&item->launch);
    free(item);
}

static void keep_config(const struct window *w, const struct window_item *item)
{
    struct function *function = functions_get(w->inject->program.functions, item->launch.f);
    if (w->inject->modes.in_place && function)
        known_config_keep(function, &item->facts.message, &item->launch);
}

static void add_activity(void *context, uint32_t correlation, const struct activity_record *record)
{
    struct window *w = context;
    for (size_t i = 0; i < w->count; i++) {
        struct window_item *item = w->items[i];
        if (item->record) {
            range_record_note(item->record, record);
            w->kernel_time += record->nanoseconds;
            return;
        }
        if (item->kind != ITEM_WANTED || item->correlation != correlation)
            continue;
        if (item->graph) {
            whole_graph_note(item->graph, record);
            w->kernel_time += record->nanoseconds;
            return;
        }
        if (item->timed || (item->launch.is_node && !activity_is_of(record, &item->launch)))
            continue;
        activity_fill(&item->facts.message, record);
        keep_config(w, item);
        item->timed = true;
        item->time = record->nanoseconds;
        w->kernel_time += record->nanoseconds;
        w->timed++;
        return;
    }
}

const char *window_measure_part(struct window *w)
{
    const struct counters *counters = &w->context->counters;
    const size_t count = counters->group_count, first = counters->configured;
    unsigned pass = 0, passes = 0;
    const char *error = NULL;
    for (size_t i = 0; i < count; i++)
        passes += counters->groups[i].lost ? 0 : counters->groups[i].passes;
    passes += window_inside_passes(w);
    window_choose_warm(w);
    window_number_ranges(w);
    /* Before the range profiler counts a kernel: CUPTI hands over no warp samples of kernels that
     * it counted before they were sampled once (warp_samples.h). */
    window_measure_inside(w, &pass, passes);
    for (size_t i = 0; !error && i < count; i++)
        if (!counters->groups[(first + i) % count].lost)
            error = window_measure_group(w, (first + i) % count, &pass, &passes);
    return error;
}

/* Measures the launches of one context, which is current. *left: launches that are measured neither
 * yet; the results of the last part are sent when memory is right. */
static const char *measure_member(struct window *w, size_t *left)
{
    const char *error = NULL;
    w->begin = w->end = 0;
    while (!error && window_next_part(w)) {
        error = window_measure_part(w);
        *left -= w->part_wanted;
        if (error || !*left)
            continue;
        window_send_results(w, w->begin, w->end, true, NULL);
        memset(w->nanoseconds, 0, sizeof w->nanoseconds);
    }
    return error;
}

static const char *measure_members(struct window *w)
{
    const char *error = NULL;
    size_t left = w->wanted;
    for (size_t i = 0; i < w->member_count && left && !error; i++) {
        if (!window_measures(w, w->members[i]))
            continue;
        if (window_enter(w, w->context) != CUDA_SUCCESS)
            return "the context is gone";
        const bool turn = w->member_count > 1 && mps_turn_begin(w->inject, w->context, false);
        error = measure_member(w, &left);
        if (turn)
            mps_turn_end(w->inject, w->context);
        window_leave(w);
    }
    if (error)
        window_measures(w, NULL);
    return error;
}

static bool finish(struct window *w, void *unused)
{
    (void)unused;
    struct snapshot *s = &w->context->snapshot;
    w->foreign = window_find_foreign(w) || w->foreign;
    return snapshot_finish(s, w->inject, w->context->stream);
}

/* Replays the window after the program's own run; the context is idle before and after. */
static const char *replay(struct window *w)
{
    struct inject *inject = w->inject;
    struct snapshot *snapshot = &w->members[0]->snapshot; /* several have no pages of the host */
    const char *error = NULL, *restored;
    uint64_t since = now_ns();
    /* The program may have woken others since its launch. Their writes stay as they are. */
    if (w->shares && !other_threads_come_to_rest()) {
        inject->program.threads_run = true;
        return window_shared_text;
    }
    /* The heap of malloc and the pointers into it must come from the same run. */
    if (!window_find_changes(w))
        return "not enough memory to compare memory with its copy";
    error = window_forbids_replay(w);
    if (!error)
        error = window_shadow_problem(w); /* several contexts have no shadows */
    if (!error)
        error = window_limits_raise(&w->limits, inject);
    window_spent(&w->nanoseconds[PHASE_SAVE], &since);
    const bool keeps = snapshot->changes.keeps;
    if (error)
        return error; /* nothing has run again */
    error = measure_members(w);
    if (!error && inject->settings.series_count)
        window_series(w);
    bool done;
    if (w->counting)
        counters_stop(&w->context->counters, &inject->cupti, &done);
    since = now_ns();
    /* If the final content of memory is at hand, what came after the last measured launch need not
     * run again. A pass that broke off may have left anything behind: then everything runs once
     * more, as the program did it. That also makes good host memory that could not be put back, if
     * the launches only write it. */
    const bool again = !keeps || snapshot->changed_count;
    if (w->stuck)
        snapshot_finish_host(snapshot);
    else if (again && !error && !w->sent)
        window_run_items(w, w->end, w->count, false);
    else if (again && window_restore_checkpoint(w) &&
             (window_restore(w, &restored) || restored == snapshot_host_refused))
        window_run_items(w, 0, w->count, false);
    if (keeps && !window_each(w, finish, NULL))
        error = "device memory could not be put back";
    if (window_has_lost(w))
        inject_notice(
            inject, false,
            "%s: its replay wrote where its own run did not, and what was there could not "
            "be put back: what the program computes from here on may be wrong; leave it "
            "out with -k",
            window_first_wanted(w)->mangled);
    if (w->items[0]->record) /* its copies to the host are not made again where they went */
        snapshot_finish_host(snapshot);
    else if (!w->stuck)
        snapshot_finish_words(snapshot);
    window_spent(&w->nanoseconds[PHASE_RESTORE], &since);
    return error;
}

/* A kernel that waits for what the program does next would never end here. */
bool window_ends_in_time(struct window *w)
{
    struct inject *inject = w->inject;
    const struct window_item *stuck = NULL;
    if (inject->settings.replay_timeout)
        stuck = unfinished(w, inject->settings.replay_timeout * (uint64_t)1000000000u);
    if (stuck) {
        inject->stuck.context = stuck->context->context;
        inject->stuck.stream = window_stream_of(&stuck->launch);
    }
    return !stuck;
}

/* A kernel that did not end once would take as long again each time. */
static void never_again(struct window *w)
{
    for (size_t i = 0; i < w->count; i++) {
        const struct window_item *item = w->items[i];
        struct graph *graph = item->graph ? graph_find(w->inject, item->graph->handle) : NULL;
        struct function *function =
            item->kind == ITEM_WANTED && !item->graph
                ? functions_get(w->inject->program.functions, item->launch.f)
                : NULL;
        if (graph)
            graph->stuck = true;
        /* Where one pass is enough the next launch is measured in place and need not run again. */
        if (function) {
            function->stuck = true;
            function->never = !w->inject->modes.in_place || w->context->counters.group_count != 1 ||
                              w->context->counters.groups[0].passes != 1;
        }
    }
}

/* Its launches ran to their end on shadows, so others of them may share a window. */
static void note_ends(const struct window *w)
{
    for (size_t i = 0; w->shadowed && !w->stuck && i < w->count; i++) {
        const struct window_item *item = w->items[i];
        struct function *function =
            item->kind == ITEM_WORK ? NULL
                                    : functions_get(w->inject->program.functions, item->launch.f);
        if (function)
            function->shared_well = true;
    }
}

static void measure(struct window *w)
{
    struct inject *inject = w->inject;
    uint64_t since = w->opened;
    window_spent(&w->nanoseconds[PHASE_OPEN], &since);
    if (!window_ends_in_time(w)) {
        activity_end(w->inject, NULL, NULL);
        never_again(w);
        window_send_results(
            w, 0, w->count, false,
            "it did not end within --replay-timeout: it may wait for what the "
            "program does next; use --replay-mode application, or leave it out with -k");
        return;
    }
    CUresult result = window_synchronize(w);
    const char *error = result == CUDA_SUCCESS ? NULL : inject_driver_error(inject, result);
    activity_end(inject, add_activity, w);
    window_spent(&w->nanoseconds[PHASE_SETTLE], &since);
    /* Without the host nobody wants results. */
    if (!error && !w->uncounted && inject->channel.socket >= 0) {
        error = replay(w);
        window_limits_put_back(&w->limits, inject);
    }
    if (w->stuck)
        never_again(w);
    else if (!error)
        note_ends(w);
    if (!w->sent)
        window_send_results(w, error && w->member_count > 1 ? 0 : w->begin, w->count, false, error);
    else if (error && inject->active)
        inject_notice(inject, false, "after a series: %s", error);
    if (w->foreign && inject->active)
        inject_notice(inject, true, "%s", window_foreign_text);
}

void window_close(struct window *w, const char *why)
{
    w->ended_by = why;
    w->context = w->members[0];
    const struct foil_driver *driver = &w->inject->driver;
    CUcontext previous;
    /* The call that closes the window may come from a thread with another context. */
    bool current = driver->ctx_push_current(w->context->context) == CUDA_SUCCESS;
    if (!w->wanted || !current) {
        activity_end(w->inject, NULL, NULL);
        window_send_results(w, 0, w->count, false, "the context is gone");
    } else {
        w->inject->replaying = true;
        /* Those of several GPUs take the turn of each while its counters run. */
        const bool turn = w->member_count == 1 && mps_turn_begin(w->inject, w->context, false);
        const bool first = !w->context->measured;
        const uint64_t since = now_ns();
        measure(w);
        for (size_t i = 0; i < w->member_count; i++) {
            w->members[i]->last_window = now_ns() - since;
            w->members[i]->measured = true;
        }
        w->context = w->members[0];
        window_count_idle(w);
        if (turn)
            mps_turn_end(w->inject, w->context);
        if (first)
            inject_end_first(w->inject);
        w->inject->replaying = false;
    }
    window_free_now(w, current);
    if (current) {
        checkpoint_free(&w->checkpoint);
        driver->ctx_pop_current(&previous);
    }
    while (w->count)
        drop_item(w);
    free(w->items);
    free(w->pinned.writes);
    window_limits_free(&w->limits);
}

void window_drop_call(struct window *w, const char *reason)
{
    window_send_results(w, w->call, w->count, false, reason);
    while (w->count > w->call)
        drop_item(w);
}

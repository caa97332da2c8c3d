#include "window.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "activity.h"
#include "graph_calls.h"
#include "inject.h"
#include "send_module.h"

/* More passes than any schedule has: a broken profiler must not keep the program forever. */
enum { MOST_PASSES = 1000 };

/* Nanoseconds: a program that launches now and then still sees its results come. */
enum { LONGEST_OPEN = 200 * 1000 * 1000 };

/* Nanoseconds of all launches together. Chosen, not measured: the warm-up runs kernels once more in
 * each pass, and what it mends is a share of short ones. */
enum { WARM_UP_BELOW = 20 * 1000 * 1000 };

/* Kernels that the warm-up runs, at most. */
enum { MOST_WARM = 32 };

/* Nanoseconds: so long it is asked again and again whether launches have ended, then now and then.
 */
enum { QUICK = 1000 * 1000 };

/* Launches without results, one behind the other: starting and stopping the counters costs as much
 * as about so many. */
enum { MOST_OTHERS = 24 };

static uint64_t now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

static void spent(struct window *w, enum phase phase, uint64_t *since)
{
    uint64_t time = now();
    w->nanoseconds[phase] += time - *since;
    *since = time;
}

/* *alone: the window's launches may reach memory that they share with the program's own code. */
static bool save(struct window *w, bool reaches, bool *alone, const char **error)
{
    struct inject *inject = w->inject;
    struct context_state *context = w->context;
    struct snapshot *s = &context->snapshot;
    const bool shared = memory_is_shared(&inject->memory);
    *alone = shared && reaches;
    if (!snapshot_take(s, inject, context->context, context->stream, *alone, error))
        return false;
    bool more = shared && !*alone &&
                (s->managed_globals || reach_of_snapshot(&s->reach, s, inject, context->stream));
    *alone = *alone || more || s->managed_globals;
    return !more || snapshot_take(s, inject, context->context, context->stream, true, error);
}

bool window_open(struct window *w, struct inject *inject, struct context_state *context,
                 const struct window_need *need, const char **error)
{
    const enum treatment treatment = need->treatment;
    *w = (struct window){.inject = inject, .context = context, .treatment = treatment};
    uint64_t since = now();
    if (inject->stuck_context == context->context &&
        inject->driver.stream_query(inject->stuck_stream) == CUDA_ERROR_NOT_READY) {
        *error = "a kernel that was launched before has not ended";
        return false;
    }
    inject->stuck_context = NULL;
    CUresult result = inject->driver.ctx_synchronize();
    if (result != CUDA_SUCCESS) {
        *error = inject_driver_error(inject, result);
        return false;
    }
    bool heap = treatment == TREAT_HEAP || treatment_heap_in_use(inject);
    if (heap && !context->heap_started)
        w->uncounted = checkpoint_start_heap(inject);
    context->heap_started = context->heap_started || (heap && !w->uncounted);
    bool alone;
    inject->replaying = true; /* what is loaded now is ours */
    bool good = save(w, need->shares, &alone, error);
    inject->replaying = false;
    if (good && heap && !w->uncounted)
        w->uncounted = checkpoint_save(&w->checkpoint, inject, context->context);
    w->generation = inject->modules.generation;
    w->most = treatment != TREAT_TOGETHER || alone || need->alone ? 1 : context->window_launches;
    spent(w, PHASE_SAVE, &since);
    w->opened = since;
    if (good)
        activity_begin(inject);
    return good;
}

static bool knows_modules(struct window *w)
{
    if (w->generation == w->inject->modules.generation)
        return true;
    w->generation = w->inject->modules.generation;
    return snapshot_extend(&w->context->snapshot, w->inject, w->context->stream);
}

const char *window_refuses(struct window *w, const struct context_state *context,
                           const struct window_need *need)
{
    if (w->context != context)
        return "another context";
    if (need->treatment != TREAT_TOGETHER || need->alone || w->treatment != TREAT_TOGETHER)
        return "a kernel that is measured alone";
    if (w->launches + need->launches > w->most)
        return w->most == 1 ? "memory shared with the program" : "full";
    if (!need->wanted && w->others + need->launches > MOST_OTHERS)
        return "many launches that are not measured";
    if (now() - w->opened >= LONGEST_OPEN)
        return "time";
    if (need->shares)
        return "a pointer to memory shared with the program";
    return knows_modules(w) ? NULL : "variables of a module that came";
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
    /* CUPTI's string need not outlive the call. */
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
    struct window_item *item = add_launch(w, launch, function, correlation);
    if (item && function)
        facts_fill(&item->facts, w->inject, &item->launch, function, (unsigned)w->context->device,
                   w->context->id);
    return item;
}

static void drop_item(struct window *w);

bool window_add_graph(struct window *w, const struct launch *launch, const struct graph *graph,
                      uint32_t correlation)
{
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

bool window_add_work(struct window *w, const struct work *work)
{
    struct window_item *item = add_item(w, ITEM_WORK);
    if (item)
        item->work = *work;
    return item != NULL;
}

static void drop_item(struct window *w)
{
    struct window_item *item = w->items[--w->count];
    w->launches -= item->kind != ITEM_WORK;
    w->wanted -= item->kind == ITEM_WANTED;
    whole_graph_free(item->graph);
    launch_free(&item->launch);
    free(item);
}

static const struct launch *first_wanted(const struct window *w)
{
    size_t i = w->begin;
    while (w->items[i]->kind != ITEM_WANTED)
        i++;
    return &w->items[i]->launch;
}

static void send_pass(struct window *w, unsigned pass, unsigned passes)
{
    Wire__ToHost message = WIRE__TO_HOST__INIT;
    Wire__Pass m = WIRE__PASS__INIT;
    m.has_launch = m.has_pass = m.has_passes = m.has_launches = true;
    m.launch = first_wanted(w)->id;
    m.pass = pass;
    m.passes = passes;
    m.launches = (uint32_t)w->part_wanted;
    message.pass = &m;
    if (pass < passes) {
        channel_send(&w->inject->channel, &message);
        return;
    }
    /* The program goes on after the last pass and may print: the host's line must be gone by then.
     */
    Wire__ToTarget *answer = channel_ask(&w->inject->channel, &message);
    if (answer)
        wire__to_target__free_unpacked(answer, NULL);
}

enum { MOST_GROUPS = CHANNEL_MOST_FILES };

static bool flush_has_kernel(const struct window *w)
{
    return w->inject->flush_caches && !w->context->flush.evicts;
}

/* The next items to measure: up to as many launches as the counters have room for, and from one
 * that is measured to another. false: no more of these. Those that only run stand before or behind
 * a part if they are many. */
static bool next_part(struct window *w)
{
    size_t others = 0, first = w->end;
    w->part_launches = w->part_wanted = 0;
    while (first < w->count && w->items[first]->kind != ITEM_WANTED)
        others += w->items[first++]->kind == ITEM_OTHER;
    if (first == w->count)
        return false;
    if (w->end > 0 || others > MOST_OTHERS || others >= w->context->window_launches)
        others = 0;
    else
        first = 0;
    w->begin = first;
    size_t launches = 0;
    for (size_t i = first; i < w->count && launches < w->context->window_launches; i++) {
        const enum window_item_kind kind = w->items[i]->kind;
        launches += kind != ITEM_WORK;
        others = kind == ITEM_WANTED ? 0 : others + (kind == ITEM_OTHER);
        if (kind == ITEM_WANTED) {
            w->end = i + 1;
            w->part_launches = launches;
            w->part_wanted++;
        } else if (w->part_wanted && others > MOST_OTHERS) {
            break;
        }
    }
    return true;
}

/* The first launch of each kernel warms up, if the launches are short. A part that does not begin
 * with the window finds memory changed by what ran before it, which a warm-up would undo. */
static void choose_warm(struct window *w)
{
    const struct launch *seen[MOST_WARM];
    w->warm = 0;
    for (size_t i = 0; i < w->count; i++)
        w->items[i]->warms = false;
    /* A checkpoint is put back before the counters start, and so before a warm-up. */
    if (w->begin > 0 || w->treatment != TREAT_TOGETHER || w->checkpoint.size ||
        w->timed < w->wanted || w->kernel_time >= WARM_UP_BELOW)
        return;
    for (size_t i = 0; i < w->end && w->warm < MOST_WARM; i++) {
        struct window_item *item = w->items[i];
        size_t at = 0;
        if (item->kind == ITEM_WORK || item->graph)
            continue;
        while (at < w->warm && seen[at]->f != item->launch.f)
            at++;
        item->warms = at == w->warm;
        if (item->warms)
            seen[w->warm++] = &item->launch;
    }
}

/* Every kernel of a pass is a range, and every graph that is launched as one: those of the warm-up
 * come first; with a flush that is a kernel one of these precedes them all, and one each that is
 * measured. */
static void number_ranges(struct window *w)
{
    const uint32_t flush = flush_has_kernel(w);
    uint32_t range = (uint32_t)w->warm + flush;
    for (size_t i = w->begin; i < w->end; i++) {
        struct window_item *item = w->items[i];
        range += item->kind == ITEM_WANTED ? flush : 0;
        item->range = range;
        range += item->kind != ITEM_WORK;
    }
}

static size_t ranges_of(const struct window *w)
{
    return w->part_launches + w->warm + (flush_has_kernel(w) ? w->part_wanted + 1 : 0);
}

static void fill_result(const struct window *w, Wire__Result *result, Wire__WholeGraph *graph,
                        struct window_item *item, const char *error)
{
    wire__result__init(result);
    result->has_launch = result->has_range = result->has_uncounted = true;
    result->launch = item->launch.id;
    result->error = (char *)(uintptr_t)error;
    result->facts = &item->facts.message;
    result->range = item->range;
    result->uncounted = w->uncounted != NULL;
    if (!item->graph)
        return;
    wire__whole_graph__init(graph);
    graph->kernels = item->graph->messages;
    graph->n_kernels = item->graph->count;
    graph->has_device_launch = true;
    graph->device_launch = item->graph->device_launch;
    result->graph = graph;
}

static size_t fill_groups(const struct window *w, Wire__GroupData *data, Wire__GroupData **pointers,
                          int *files, size_t *file_count)
{
    const struct counters *counters = &w->context->counters;
    size_t count = 0;
    for (; count < counters->group_count && count < MOST_GROUPS; count++) {
        const struct counter_group *group = &counters->groups[count];
        wire__group_data__init(&data[count]);
        data[count].has_passes = data[count].has_ranges = true;
        if (!group->lost && group->image.file >= 0) {
            data[count].has_shared = true;
            data[count].shared = group->image.size;
            files[(*file_count)++] = group->image.file;
        } else if (!group->lost) {
            data[count].has_image = true;
            data[count].image = (ProtobufCBinaryData){group->image.size, group->image.bytes};
        }
        data[count].passes = group->passes;
        data[count].ranges = group->ranges;
        pointers[count] = &data[count];
    }
    return count;
}

static void send_modules(struct window *w, const struct window_item *item)
{
    if (!item->graph)
        send_module(w->inject, &item->facts.message);
    for (size_t i = 0; item->graph && i < item->graph->count; i++)
        send_module(w->inject, item->graph->messages[i]);
}

/* Of the items from begin to end. more: of the window are still to be measured. */
static void send_results(struct window *w, size_t begin, size_t end, bool more, const char *error)
{
    Wire__ToHost message = WIRE__TO_HOST__INIT;
    Wire__Window m = WIRE__WINDOW__INIT;
    Wire__GroupData data[MOST_GROUPS], *data_pointers[MOST_GROUPS];
    Wire__Result one, *one_pointer = &one, *results = calloc(w->wanted + 1, sizeof *results);
    Wire__Result **pointers = calloc(w->wanted + 1, sizeof *pointers);
    Wire__WholeGraph *graphs = calloc(w->wanted + 1, sizeof *graphs), one_graph;
    const bool counted = !w->uncounted, room = results && pointers && graphs;
    int files[MOST_GROUPS];
    size_t file_count = 0;
    m.results = room ? pointers : &one_pointer;
    m.has_bytes_accessible = m.has_bytes_saved = m.has_more = true;
    m.bytes_accessible = m.bytes_saved = counted ? w->context->snapshot.bytes : 0;
    m.n_nanoseconds = PHASE_COUNT;
    m.nanoseconds = w->nanoseconds;
    m.groups = data_pointers;
    m.more = more;
    m.ended_by = (char *)(uintptr_t)w->ended_by;
    message.window = &m;
    for (size_t i = begin; i < end; i++) {
        if (w->items[i]->kind != ITEM_WANTED)
            continue;
        if (!room) {
            fill_result(w, &one, &one_graph, w->items[i], "out of memory");
            m.n_results = 1;
            channel_send(&w->inject->channel, &message);
            continue;
        }
        pointers[m.n_results] = &results[m.n_results];
        fill_result(w, &results[m.n_results], &graphs[m.n_results], w->items[i], error);
        m.n_results++;
        if (!error)
            send_modules(w, w->items[i]);
    }
    if (!error && counted && room)
        m.n_groups = fill_groups(w, data, data_pointers, files, &file_count);
    if (room && m.n_results)
        channel_send_files(&w->inject->channel, &message, files, file_count);
    counters_drop_images(&w->context->counters);
    free(results);
    free(pointers);
    free(graphs);
}

static CUresult run_again(const struct window_item *item, struct inject *inject)
{
    return item->graph ? whole_graph_again(item->graph, inject)
                       : launch_again(&item->launch, inject);
}

/* In the program's order, one after the other: the counters let one kernel run at a time, and what
 * is on another stream than its predecessor waits for it. Each measured launch has its flush right
 * before it: what lies between the two, such as starting the counters, would warm the caches again
 * and let the memory go idle. */
static CUresult run_items(struct window *w, size_t begin, size_t end, bool flush)
{
    const struct foil_driver *driver = &w->inject->driver;
    const struct launch *last = NULL;
    CUresult result = CUDA_SUCCESS;
    for (size_t i = begin; i < end && result == CUDA_SUCCESS; i++) {
        struct window_item *item = w->items[i];
        const bool work = item->kind == ITEM_WORK;
        if (last && (work || last->config.hStream != item->launch.config.hStream ||
                     last->per_thread_stream != item->launch.per_thread_stream))
            result = driver->ctx_synchronize();
        if (work && result == CUDA_SUCCESS)
            result = work_again(&item->work, w->inject, w->context->stream);
        if (work && result == CUDA_SUCCESS)
            result = driver->stream_synchronize(w->context->stream);
        if (item->kind == ITEM_WANTED && flush && result == CUDA_SUCCESS)
            result = flush_run(&w->context->flush, w->inject, item->launch.config.hStream);
        if (!work && result == CUDA_SUCCESS)
            result = run_again(item, w->inject);
        last = work ? NULL : &item->launch;
    }
    CUresult finished = driver->ctx_synchronize();
    return result != CUDA_SUCCESS ? result : finished;
}

static CUresult warm_up(struct window *w)
{
    CUresult result = CUDA_SUCCESS;
    for (size_t i = 0; i < w->count && w->warm && result == CUDA_SUCCESS; i++)
        if (w->items[i]->warms)
            result = launch_again(&w->items[i]->launch, w->inject);
    CUresult finished = w->inject->driver.ctx_synchronize();
    return result != CUDA_SUCCESS ? result : finished;
}

static bool restore_checkpoint(struct window *w)
{
    return !w->checkpoint.size || checkpoint_restore(&w->checkpoint, w->inject);
}

static const char stuck_text[] =
    "it does not end when it runs again: it may wait for the program, another process or another "
    "GPU; use --replay-mode application, leave it out with -k, or give it more time with "
    "--replay-timeout";

/* On the watchdog's thread: what the kernel waits for may be what the program's own code wrote
 * while it ran first, and what was put back since. */
static void on_stuck(void *context)
{
    struct window *w = context;
    Wire__ToHost message = WIRE__TO_HOST__INIT;
    Wire__Notice m = WIRE__NOTICE__INIT;
    w->stuck = true;
    m.text = (char *)(uintptr_t)stuck_text;
    m.kernel = (char *)(uintptr_t)first_wanted(w)->mangled;
    message.notice = &m;
    channel_send(&w->inject->channel, &message);
    snapshot_finish_host(&w->context->snapshot);
}

/* Of a pass, beyond ten times what the launches took by themselves. */
static void watch(struct window *w)
{
    const struct inject *inject = w->inject;
    if (inject->replay_timeout)
        watchdog_arm(&w->inject->watchdog,
                     inject->replay_timeout * (uint64_t)1000000000u + 10 * w->kernel_time, on_stuck,
                     w);
}

/* Memory as the part that is measured finds it. NULL, or what went wrong. */
static const char *lead_up(struct window *w)
{
    const char *error;
    if (!snapshot_restore(&w->context->snapshot, w->inject, w->context->stream, &error))
        return error;
    watch(w);
    CUresult result = run_items(w, 0, w->begin, false);
    watchdog_disarm(&w->inject->watchdog);
    if (w->stuck)
        return stuck_text;
    return result == CUDA_SUCCESS ? NULL : inject_driver_error(w->inject, result);
}

static const char *measure_pass(struct window *w, bool *done)
{
    struct inject *inject = w->inject;
    struct context_state *context = w->context;
    const char *error;
    uint64_t since = now();
    if (!restore_checkpoint(w))
        return "the memory of malloc on the device could not be put back";
    if (w->begin > 0 && (error = lead_up(w)))
        return error;
    spent(w, PHASE_RESTORE, &since);
    CUptiResult cupti = counters_start(&context->counters, &inject->cupti);
    spent(w, PHASE_START, &since);
    if (cupti != CUPTI_SUCCESS)
        return inject_cupti_error(inject, cupti);
    w->counting = true;
    /* With the warm-up fewer values of short kernels differ from the reference
     * (tests/gpu/RESULTS.md has the comparison). The reason is a guess: starting the counters
     * leaves address translations cold. A flush by reading that comes first writes back the dirty
     * lines that restoring memory leaves in the L2 cache. */
    watch(w);
    CUresult result = warm_up(w);
    if (result == CUDA_SUCCESS && w->begin == 0 &&
        !snapshot_restore(&context->snapshot, inject, context->stream, &error)) {
        watchdog_disarm(&inject->watchdog);
        return error;
    }
    if (result == CUDA_SUCCESS && flush_has_kernel(w)) {
        result = flush_run(&context->flush, inject, context->stream);
        CUresult finished = inject->driver.ctx_synchronize();
        result = result != CUDA_SUCCESS ? result : finished;
    }
    spent(w, PHASE_RESTORE, &since);
    if (result == CUDA_SUCCESS)
        result = run_items(w, w->begin, w->end, inject->flush_caches);
    watchdog_disarm(&inject->watchdog);
    spent(w, PHASE_RUN, &since);
    cupti = counters_stop(&context->counters, &inject->cupti, done);
    w->counting = cupti != CUPTI_SUCCESS;
    spent(w, PHASE_STOP, &since);
    if (w->stuck)
        return stuck_text;
    if (result != CUDA_SUCCESS)
        return inject_driver_error(inject, result);
    return cupti == CUPTI_SUCCESS ? NULL : inject_cupti_error(inject, cupti);
}

/* A group that the device refuses before it has measured anything. */
static bool can_lose(const struct window *w, struct counter_group *group, const char *error)
{
    if (!group->optional)
        return false;
    group->lost = true;
    inject_notice(w->inject, false, "the GPU refuses %.*s and what is counted with it: %s",
                  (int)strcspn(group->metrics[0], "."), group->metrics[0], error);
    return true;
}

static const char *measure_group(struct window *w, size_t index, unsigned *pass, unsigned *passes)
{
    struct counters *counters = &w->context->counters;
    struct counter_group *group = &counters->groups[index];
    const struct foil_cupti *cupti = &w->inject->cupti;
    uint64_t since = now();
    CUptiResult result = counters_begin(counters, cupti, index, ranges_of(w));
    spent(w, PHASE_CONFIGURE, &since);
    const char *error = result == CUPTI_SUCCESS ? NULL : inject_cupti_error(w->inject, result);
    bool done = false;
    for (unsigned i = 0; !done && !error; i++) {
        error = measure_pass(w, &done);
        if (!error && i >= MOST_PASSES)
            error = "the profiler asks for passes without end";
        if (error && i > 0)
            return error;
        if (!error)
            send_pass(w, ++*pass, *passes);
    }
    if (error) {
        if (w->counting || !can_lose(w, group, error))
            return error;
        *passes -= group->passes;
        if (*pass == *passes) /* what was thought to be one of the passes was the last */
            send_pass(w, *pass, *passes);
        return NULL;
    }
    since = now();
    result = counters_end(counters, cupti);
    spent(w, PHASE_DECODE, &since);
    return result == CUPTI_SUCCESS ? NULL : inject_cupti_error(w->inject, result);
}

static void add_activity(void *context, uint32_t correlation, const struct activity_record *record)
{
    struct window *w = context;
    for (size_t i = 0; i < w->count; i++) {
        struct window_item *item = w->items[i];
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
        item->timed = true;
        w->kernel_time += record->nanoseconds;
        w->timed++;
        return;
    }
}

static const char *measure_part(struct window *w)
{
    const struct counters *counters = &w->context->counters;
    const size_t count = counters->group_count, first = counters->configured;
    unsigned pass = 0, passes = 0;
    const char *error = NULL;
    for (size_t i = 0; i < count; i++)
        passes += counters->groups[i].lost ? 0 : counters->groups[i].passes;
    choose_warm(w);
    number_ranges(w);
    for (size_t i = 0; !error && i < count; i++)
        if (!counters->groups[(first + i) % count].lost)
            error = measure_group(w, (first + i) % count, &pass, &passes);
    return error;
}

/* The launches are those that the program made; the context is idle again. */
static const char *replay(struct window *w)
{
    struct inject *inject = w->inject;
    struct context_state *context = w->context;
    struct snapshot *snapshot = &context->snapshot;
    const char *error = NULL, *restored;
    size_t measured = 0;
    uint64_t since = now();
    /* What the heap of malloc holds and what points into it have to come from the same run. */
    if (!snapshot_find_changes(snapshot, inject, context->stream, !w->checkpoint.size))
        return "not enough memory to compare memory with its copy";
    spent(w, PHASE_SAVE, &since);
    const bool keeps = snapshot->changes.keeps;
    while (!error && next_part(w)) {
        error = measure_part(w);
        measured += w->part_wanted;
        if (error || measured == w->wanted)
            continue;
        send_results(w, w->begin, w->end, true, NULL);
        memset(w->nanoseconds, 0, sizeof w->nanoseconds);
    }
    bool done;
    if (w->counting)
        counters_stop(&context->counters, &inject->cupti, &done);
    since = now();
    /* With the final content of memory at hand, what came after the last measured launch need not
     * run again. A pass that broke off may have left anything behind: then all runs once more as
     * the program did. Host memory that could not be put back they make good if they only write it.
     */
    const bool again = !keeps || snapshot->changed_count;
    if (w->stuck)
        snapshot_finish_host(snapshot);
    else if (again && !error)
        run_items(w, w->end, w->count, false);
    else if (again && restore_checkpoint(w) &&
             (snapshot_restore(snapshot, inject, context->stream, &restored) ||
              restored == snapshot_host_refused))
        run_items(w, 0, w->count, false);
    if (keeps && !snapshot_finish(snapshot, inject, context->stream))
        error = "device memory could not be put back";
    spent(w, PHASE_RESTORE, &since);
    return error;
}

static CUstream stream_of(const struct launch *launch)
{
    return launch->per_thread_stream && !launch->config.hStream ? CU_STREAM_PER_THREAD
                                                                : launch->config.hStream;
}

/* A kernel that waits for what the program does next would never end here. */
static bool ends_in_time(struct window *w)
{
    struct inject *inject = w->inject;
    const uint64_t limit = inject->replay_timeout * (uint64_t)1000000000u, since = now();
    for (size_t i = 0; limit && i < w->count; i++) {
        const struct window_item *item = w->items[i];
        while (item->kind != ITEM_WORK &&
               inject->driver.stream_query(stream_of(&item->launch)) == CUDA_ERROR_NOT_READY) {
            uint64_t spent = now() - since;
            if (spent > limit) {
                inject->stuck_context = w->context->context;
                inject->stuck_stream = stream_of(&item->launch);
                return false;
            }
            if (spent > QUICK)
                usleep(100);
        }
    }
    return true;
}

/* What did not end once would take as long again each time. */
static void never_again(struct window *w)
{
    for (size_t i = 0; i < w->count; i++) {
        const struct window_item *item = w->items[i];
        struct graph *graph = item->graph ? graph_find(w->inject, item->graph->handle) : NULL;
        struct function *function = item->kind == ITEM_WANTED && !item->graph
                                        ? functions_get(w->inject->functions, item->launch.f)
                                        : NULL;
        if (graph)
            graph->stuck = true;
        if (function)
            function->never = function->stuck = true;
    }
}

static void measure(struct window *w)
{
    if (!ends_in_time(w)) {
        activity_end(w->inject, NULL, NULL);
        never_again(w);
        send_results(w, 0, w->count, false,
                     "it has not ended in the time of --replay-timeout: it may wait for what the "
                     "program does next; use --replay-mode application, or leave it out with -k");
        return;
    }
    CUresult result = w->inject->driver.ctx_synchronize();
    const char *error = result == CUDA_SUCCESS ? NULL : inject_driver_error(w->inject, result);
    activity_end(w->inject, add_activity, w);
    if (!error && !w->uncounted)
        error = replay(w);
    if (w->stuck)
        never_again(w);
    send_results(w, w->begin, w->count, false, error);
}

void window_close(struct window *w, const char *why)
{
    w->ended_by = why;
    const struct foil_driver *driver = &w->inject->driver;
    CUcontext previous;
    /* The call that closes the window may come from a thread with another context. */
    bool current = driver->ctx_push_current(w->context->context) == CUDA_SUCCESS;
    if (!w->wanted || !current) {
        activity_end(w->inject, NULL, NULL);
        send_results(w, 0, w->count, false, "the context is gone");
    } else {
        w->inject->replaying = true;
        measure(w);
        w->inject->replaying = false;
    }
    if (current) {
        checkpoint_free(&w->checkpoint, w->inject);
        driver->ctx_pop_current(&previous);
    }
    while (w->count)
        drop_item(w);
    free(w->items);
}

void window_drop_call(struct window *w, const char *reason)
{
    send_results(w, w->call, w->count, false, reason);
    while (w->count > w->call)
        drop_item(w);
}

#include "peer_window.h"

#include <stdlib.h>

#include "app_replay.h"
#include "demangle.h"
#include "mem.h"
#include "module_functions.h"
#include "peer.h"
#include "result_builder.h"
#include "result_rules.h"
#include "run_end.h"
#include "shared_images.h"
#include "strbuf.h"

/* Windows that wait: their counter data takes up to 200 MB each. Of small ones, of a launch or a
 * few, so many more wait that every thread that evaluates has something to do. */
enum { MOST_WAITING = 2, MOST_SMALL_WAITING = 64, SMALL_BYTES = 64 << 20 };

/* A program that launches asks again within microseconds: making a result meanwhile, some
 * milliseconds, would keep it waiting each time. */
enum { QUIET_MS = 5 };

static void show(const struct peer *peer, const Wire__Pass *pass)
{
    const struct profile *p = peer->profile;
    struct profile_progress progress = {
        .kernel = peer->kernel ? peer->kernel : "",
        .number = p->results - p->variants + p->queued + 1,
        .expected = p->settings.filter->mode == FILTER_GLOBAL ? p->settings.filter->count : 0,
        .pass = pass->pass,
        .passes = pass->passes};
    double spent = run_now() - peer->window_started;
    uint64_t launches = pass->launches ? pass->launches : 1;
    if (pass->pass && pass->passes >= pass->pass) {
        double window = spent / pass->pass * pass->passes;
        double launch =
            p->results ? p->measured_seconds / (double)p->results : window / (double)launches;
        progress.seconds_left = window - spent;
        progress.number += launches - 1;
        if (progress.expected > progress.number)
            progress.seconds_left += launch * (double)(progress.expected - progress.number);
    }
    p->events.progress(p->events.context, &progress);
}

void peer_pass(struct peer *peer, const Wire__Pass *pass)
{
    peer->launching = false;
    if (peer->profile->series)
        app_replay_show(peer, true);
    else
        show(peer, pass);
    if (pass->pass >= pass->passes) {
        Wire__ToTarget message = WIRE__TO_TARGET__INIT;
        peer_answer(peer, &message);
    }
}

void peer_window_trace(struct profile *p, const Wire__Window *window)
{
    static const char *const phases[] = {"save", "restore", "configure", "start", "run",
                                         "stop", "decode",  "open",      "settle"};
    struct strbuf text = {0};
    if (!getenv("ROOFTOP_TRACE") || !window->n_nanoseconds)
        return;
    strbuf_addf(&text, "window of %zu:", window->n_results);
    for (size_t i = 0; i < window->n_nanoseconds && i < sizeof phases / sizeof *phases; i++)
        strbuf_addf(&text, " %s %.2f ms", phases[i], (double)window->nanoseconds[i] / 1e6);
    strbuf_addf(&text, "; ended by: %s", window->ended_by ? window->ended_by : "");
    run_say(p, MESSAGE_NOTE, "%s", text.data);
    strbuf_free(&text);
}

/* Only the host knows; with the other facts it is what the result is made of, and recorded. */
static void find_code(const struct peer *peer, Wire__Facts *facts)
{
    facts->code = facts->has_module
                      ? module_function_address(peer->profile->report, peer->process.processid,
                                                facts->module, facts->mangled)
                      : 0;
    facts->has_code = facts->code != 0;
}

static bool has_shape(const Wire__Result *result)
{
    bool has = result->graph || (result->facts->grid && result->facts->block);
    for (size_t i = 0; result->graph && i < result->graph->n_kernels; i++)
        has = has && result->graph->kernels[i]->grid && result->graph->kernels[i]->block;
    return has;
}

/* The results of a launch with a series come one after the other, its own first. true: this is not
 * the launch's own. */
static bool is_variant(struct peer *peer, const Wire__Result *result)
{
    struct peer_series *s = &peer->series;
    if (!result->combination)
        return false;
    if (s->begun && s->launch == result->launch)
        return true;
    *s = (struct peer_series){true, result->launch, ++peer->profile->launch_series};
    return false;
}

static struct chip_state *chip_of(const struct peer *peer, const Wire__Result *result)
{
    return result->facts && result->facts->device < MOST_DEVICES
               ? peer->devices[result->facts->device].chip
               : NULL;
}

static bool is_measured(const Wire__Result *result)
{
    return !result->error && result->facts;
}

static bool is_whole(const struct peer *peer, const Wire__Result *result)
{
    return chip_of(peer, result) && result->facts->mangled && has_shape(result);
}

static void begin_evaluation(struct pending_window *pending)
{
    const Wire__Window *window = pending->window;
    const struct peer *peer = pending->peer;
    struct evaluators_launch *launches = mem_alloc(window->n_results * sizeof *launches);
    for (size_t i = 0; i < window->n_results; i++) {
        const Wire__Result *result = window->results[i];
        const struct chip_state *chip =
            is_measured(result) && is_whole(peer, result) ? chip_of(peer, result) : NULL;
        if (chip)
            launches[i] = (struct evaluators_launch){{&chip->plan, window, result}, chip->chip};
    }
    pending->evaluation = evaluation_begin(peer->profile->evaluators, launches, window->n_results);
    free(launches);
}

static void add_result(const struct pending_window *pending, Rep__NvtxState *nvtx,
                       const struct peer_stack *stack)
{
    struct peer *peer = pending->peer;
    struct profile *p = peer->profile;
    const Wire__Result *result = pending->window->results[pending->at];
    struct error error;
    size_t length;
    if (!is_whole(peer, result)) {
        run_say(p, MESSAGE_ERROR, "the program sent a result of an unknown device");
        return;
    }
    const uint32_t ordinal = result->facts->device;
    const double *values = evaluation_values(pending->evaluation, pending->at, &error);
    if (!values) {
        run_say(p, MESSAGE_ERROR, "launch %llu: %s", (unsigned long long)result->launch,
                error.text);
        p->failed = true;
        return;
    }
    find_code(peer, result->facts);
    for (size_t i = 0; result->graph && i < result->graph->n_kernels; i++)
        find_code(peer, result->graph->kernels[i]);
    struct result_input input = {.report = p->report,
                                 .plan = &p->plan,
                                 .sections = &p->sections,
                                 .chip_plan = &peer->devices[ordinal].chip->plan,
                                 .values = values,
                                 .device = peer->devices[ordinal].device,
                                 .result = result,
                                 .window = pending->window,
                                 .series = peer->series.number,
                                 .clock_requested = p->settings.clocks != CLOCKS_LEFT,
                                 .clock_locked = peer->devices[ordinal].clock_locked,
                                 .nvtx = nvtx,
                                 .cpu_stack = stack ? stack->native : NULL,
                                 .python_stack = stack ? stack->python : NULL,
                                 .driver = p->driver};
    uint8_t *packed = result_build(&input, &length);
    const enum entry_kind whole = result->is_range ? ENTRY_RANGE : ENTRY_GRAPH;
    const enum entry_kind kind = result->graph ? whole : ENTRY_KERNEL;
    if (kind == ENTRY_KERNEL)
        recorder_result(p->recorder, p->report, pending->at, packed, length);
    size_t index = report_add_result(p->report, kind, packed, length, &peer->process);
    if (p->rules.library)
        result_rules_store(p->report, index, &p->rules);
    if (p->writer) {
        const struct entry *entry = report_entry(p->report, index);
        report_writer_result(p->writer, p->report, kind, entry->data, entry->length,
                             &peer->process);
    }
    p->results++;
    p->events.result(p->events.context, index);
}

static void say_unmeasured(struct profile *p, const Wire__Result *result)
{
    char *full = demangle_full(result->facts && result->facts->mangled ? result->facts->mangled
                                                                       : "a kernel");
    const bool range = p->settings.choice.whole_ranges;
    run_say(p, MESSAGE_WARNING, "%s (%slaunch %llu) was not measured: %s", range ? "a range" : full,
            range ? "from " : "", (unsigned long long)result->launch,
            result->error ? result->error : "nothing was sent");
    free(full);
}

/* All its results are made. */
static void finish_window(struct profile *p)
{
    struct pending_window *pending = p->pending;
    struct peer *peer = pending->peer;
    p->pending = pending->next;
    if (pending->device < MOST_DEVICES && peer->devices[pending->device].chip)
        recorder_window(p->recorder, peer->devices[pending->device].chip->name, pending->window);
    peer_window_trace(p, pending->window);
    const bool more = pending->window->more;
    evaluation_free(pending->evaluation);
    shared_images_unmap(pending->window);
    wire__window__free_unpacked(pending->window, NULL);
    free(pending);
    if (p->settings.kill_when_done && p->settings.filter->count && !more &&
        p->results + p->unmeasured - p->variants >= p->settings.filter->count)
        run_stop(p);
}

int peer_window_wait(void *context)
{
    const struct profile *p = context;
    if (!p->pending)
        return -1;
    for (const struct peer *peer = p->peers; peer; peer = peer->next)
        if (peer->launching)
            return QUIET_MS;
    return 0;
}

void peer_window_work(void *context)
{
    struct profile *p = context;
    struct pending_window *pending = p->pending;
    if (!pending)
        return;
    if (pending->at < pending->window->n_results) {
        const Wire__Result *result = pending->window->results[pending->at];
        struct peer_nvtx *states = &pending->peer->nvtx;
        Rep__NvtxState *nvtx = result->combination && pending->window->more
                                   ? peer_nvtx_look(states, result->launch)
                                   : peer_nvtx_take(states, result->launch);
        struct peer_stack *stack = result->combination && pending->window->more
                                       ? peer_stacks_look(&pending->peer->stacks, result->launch)
                                       : peer_stacks_take(&pending->peer->stacks, result->launch);
        p->queued--;
        const bool variant = is_variant(pending->peer, result);
        if (is_measured(result)) {
            p->variants += variant;
            add_result(pending, nvtx, stack);
            pending->device = result->facts->device;
        } else {
            p->unmeasured += !variant;
            say_unmeasured(p, result);
        }
        peer_nvtx_done(nvtx);
        peer_stack_done(stack);
        pending->at++;
    }
    if (pending->at >= pending->window->n_results)
        finish_window(p);
}

static bool has_room(const struct profile *p)
{
    size_t windows = 0, bytes = 0;
    for (const struct pending_window *w = p->pending; w; w = w->next, windows++)
        for (size_t i = 0; i < w->window->n_groups; i++)
            bytes += w->window->groups[i]->image.len;
    return windows <= (bytes > SMALL_BYTES ? MOST_WAITING : MOST_SMALL_WAITING);
}

void peer_window_queue(struct peer *peer, Wire__Window *window)
{
    struct profile *p = peer->profile;
    struct pending_window **end = &p->pending;
    struct error error;
    if (!shared_images_map(window, &peer->reader, &error)) {
        run_say(p, MESSAGE_ERROR, "%s", error.text);
        p->failed = true;
    }
    while (*end)
        end = &(*end)->next;
    *end = mem_alloc(sizeof **end);
    **end = (struct pending_window){.peer = peer, .window = window, .device = MOST_DEVICES};
    begin_evaluation(*end);
    p->queued += window->n_results;
    while (!has_room(p))
        peer_window_work(p);
}

void peer_window(struct peer *peer, Wire__Window *window)
{
    struct profile *p = peer->profile;
    double now = run_now(), spent = peer->window_started > 0 ? now - peer->window_started : 0;
    peer->open -= window->n_results < peer->open ? window->n_results : peer->open;
    run_detail(p, "process %u: %zu launch%s measured together in %.3f s", peer->process.processid,
               window->n_results, window->n_results == 1 ? "" : "es", spent);
    p->measured_seconds += spent;
    peer->window_started = window->more ? now : 0;
    if (p->series)
        app_replay_window(peer, window);
    else
        peer_window_queue(peer, window);
}

static bool waits(const struct profile *p, const struct peer *peer)
{
    const struct pending_window *pending = p->pending;
    while (pending && pending->peer != peer)
        pending = pending->next;
    return pending != NULL;
}

void peer_window_finish(const struct peer *peer)
{
    if (waits(peer->profile, peer))
        evaluators_hurry(peer->profile->evaluators);
    while (waits(peer->profile, peer))
        peer_window_work(peer->profile);
}

/* A window that comes is put at the end of a list, and threads begin with the values of its
 * launches (evaluators.h). The loop calls result_queue_work() while it has nothing else to do. Each
 * call makes one result, always the next of the first window, so results come in the order of the
 * launches. When too many windows wait, peer.c reads no more from the program, which waits then;
 * the loop goes on, so that keys are served between two results. */
#include "collect/run/result_queue.h"

#include <stdlib.h>

#include "collect/os/private_file.h"
#include "collect/program/notices.h"
#include "collect/program/shared_images.h"
#include "collect/result/module_functions.h"
#include "collect/result/result_builder.h"
#include "collect/result/result_rules.h"
#include "collect/run/run_end.h"
#include "collect/run/run_mode.h"
#include "report/base/mem.h"
#include "report/base/strbuf.h"
#include "report/names/demangle.h"

/* A window that waits for its results to be made. */
struct pending_window {
    struct pending_window *next;
    struct peer *peer;
    Wire__Window *window;
    struct evaluation *evaluation;
    size_t at;       /* the next result to make */
    uint32_t device; /* ordinal that its results are of; MOST_DEVICES: not known yet */
};

/* How many windows may wait. Their counter data takes up to 200 MB each. More windows may wait if
 * they are small, so that every thread that evaluates has something to do. */
enum { MOST_WAITING = 2, MOST_SMALL_WAITING = 64, SMALL_BYTES = 64 << 20 };

/* A program that launches asks again within microseconds: making a result meanwhile, some
 * milliseconds, would keep it waiting each time. */
enum { QUIET_MS = 5 };

void result_queue_trace(struct profile *p, const Wire__Window *window)
{
    static const char *const phases[] = {"save",   "restore", "configure", "start",  "run",
                                         "stop",   "decode",  "open",      "settle", "samples",
                                         "counts", "times",   "search"};
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

/* Adds the address of the kernel's code, which only the host knows. It becomes one of the facts, so
 * that recordings have it, too. */
static void find_code(const struct peer *peer, Wire__Facts *facts)
{
    facts->code = facts->has_module ? module_function_address(peer->profile->output.report,
                                                              peer->process.processid,
                                                              facts->module, facts->mangled)
                                    : 0;
    facts->has_code = facts->code != 0;
}

static bool has_shape(const Wire__Result *result)
{
    bool has = result->graph || (result->facts->grid && result->facts->block);
    for (size_t i = 0; result->graph && i < result->graph->n_kernels; i++)
        has = has && result->graph->kernels[i]->grid && result->graph->kernels[i]->block &&
              result->graph->kernels[i]->mangled;
    return has;
}

/* The results of a launch with a series come one after the other, the launch's own result first.
 * true: this is the result of another variant. */
static bool is_variant(struct peer *peer, const Wire__Result *result)
{
    struct peer_series *s = &peer->series;
    if (!result->variant)
        return false;
    if (s->begun && s->launch == result->launch)
        return true;
    *s = (struct peer_series){true, result->launch, ++peer->profile->results.series};
    return false;
}

static struct chip_state *chip_of(const struct peer *peer, const Wire__Result *result)
{
    return result->facts && result->facts->device < MOST_DEVICES
               ? peer->devices[result->facts->device].chip
               : NULL;
}

bool result_is_watched(const Wire__Result *result)
{
    return result->uncounted && result->facts && result->facts->has_watched_time;
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
    pending->evaluation =
        evaluation_begin(peer->profile->results.evaluators, launches, window->n_results);
    free(launches);
}

/* Without a report file, results that are more than this go into a file without a name. */
enum { MOST_IN_MEMORY = 64 << 20 };

/* The result's place in that file. false: there is no file, or no room. */
static bool spill(struct run_output *output, const struct entry *entry, off_t *offset)
{
    struct error error;
    output->in_memory += entry->length;
    if (output->in_memory <= MOST_IN_MEMORY)
        return false;
    if (output->spill < 0 && (output->spill = private_file_open(false, &error)) < 0)
        return false;
    *offset = (off_t)output->spilled;
    if (!private_file_write(output->spill, entry->data, entry->length, *offset))
        return false;
    output->spilled += entry->length;
    return true;
}

/* Writes a result to the report file. Its memory is not needed any more when it is in a file. */
static void keep_result(struct profile *p, size_t index, const Rep__ProcessInfo *process)
{
    struct run_output *output = &p->output;
    const struct entry *entry = report_entry(output->report, index);
    int file;
    off_t offset;
    if (output->writer) {
        report_writer_result(output->writer, output->report, entry->kind, entry->data,
                             entry->length, process);
        if (report_writer_last(output->writer, entry->length, &file, &offset))
            report_put_away(output->report, index, file, offset);
    } else if (spill(output, entry, &offset)) {
        report_put_away(output->report, index, output->spill, offset);
    }
}

static void add_result(const struct pending_window *pending, Rep__NvtxState *nvtx,
                       const struct launch_stack *stack, const struct chosen_launch *chosen)
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
        p->outcome.failed = true;
        return;
    }
    find_code(peer, result->facts);
    for (size_t i = 0; result->graph && i < result->graph->n_kernels; i++)
        find_code(peer, result->graph->kernels[i]);
    struct result_input input = {.report = p->output.report,
                                 .plan = &p->metrics.plan,
                                 .sections = &p->metrics.sections,
                                 .chip_plan = &peer->devices[ordinal].chip->plan,
                                 .values = values,
                                 .device = peer->devices[ordinal].device,
                                 .result = result,
                                 .window = pending->window,
                                 .process = peer->process.processid,
                                 .series = peer->series.number,
                                 .choice = p->settings.choice,
                                 .chosen = chosen,
                                 .clock_requested = p->settings.clocks != CLOCKS_LEFT,
                                 .clock_locked = peer->devices[ordinal].clock_locked,
                                 .nvtx = nvtx,
                                 .cpu_stack = stack ? stack->native : NULL,
                                 .python_stack = stack ? stack->python : NULL,
                                 .driver = p->machine.driver};
    uint8_t *packed = result_build(&input, &length);
    const enum entry_kind whole = result->is_range ? ENTRY_RANGE : ENTRY_GRAPH;
    const enum entry_kind kind = result->graph ? whole : ENTRY_KERNEL;
    if (kind == ENTRY_KERNEL)
        recorder_result(p->output.recorder, p->output.report, pending->at, packed, length);
    size_t index = report_add_result(p->output.report, kind, packed, length, &peer->process);
    if (p->output.rules.library)
        result_rules_store(p->output.report, index, &p->output.rules);
    keep_result(p, index, &peer->process);
    p->results.made++;
    p->events.result(p->events.context, index);
    report_rest(p->output.report, index);
}

/* What is missing of a launch, and why. more: for the count of those that are not said. */
static void say_missing(struct profile *p, const Wire__Result *result, const char *missing,
                        const char *more, const char *why)
{
    const Wire__Facts *facts = result->facts;
    char *full = demangle_full(facts && facts->mangled ? facts->mangled : "a kernel");
    char *reason = mem_printf("%s %s: %s", result->is_range ? "the ranges" : full, more, why);
    if (name_counts_add(&p->results.reasons, reason) <= UNMEASURED_SAID) {
        char *what = p->mode->describe(result);
        run_say(p, MESSAGE_WARNING, "%s %s: %s", what, missing, why);
        free(what);
    }
    free(reason);
    free(full);
}

/* The last window of this process that waits, before a certain one. */
static struct pending_window *last_of(const struct peer *peer, const struct pending_window *end)
{
    struct pending_window *last = NULL;
    for (struct pending_window *w = peer->profile->results.pending; w && w != end; w = w->next)
        last = w->peer == peer ? w : last;
    return last;
}

/* All results of a window are made. */
static void finish_window(struct profile *p, struct pending_window *pending)
{
    struct peer *peer = pending->peer;
    struct pending_window **at = &p->results.pending;
    struct pending_window *before = last_of(peer, pending);
    while (*at != pending)
        at = &(*at)->next;
    *at = pending->next;
    if (before && !pending->window->beside)
        before->window->beside = false;
    if (pending->device < MOST_DEVICES && peer->devices[pending->device].chip)
        recorder_window(p->output.recorder, peer->devices[pending->device].chip->name,
                        pending->window);
    result_queue_trace(p, pending->window);
    const bool more = pending->window->more;
    evaluation_free(pending->evaluation);
    shared_images_unmap(pending->window);
    wire__window__free_unpacked(pending->window, NULL);
    free(pending);
    if (p->settings.kill_when_done && p->settings.filter->count && !more &&
        p->results.made + p->results.unmeasured - p->results.variants - p->results.watched >=
            p->settings.filter->count)
        run_stop(p);
}

static uint64_t next_launch(const struct pending_window *pending)
{
    const Wire__Window *window = pending->window;
    return pending->at < window->n_results ? window->results[pending->at]->launch : UINT64_MAX;
}

/* The window that the next result of this process is of: its first one, or of those that were
 * measured beside it the one whose launch came first. NULL: not all of these are there. */
static struct pending_window *next_of(struct pending_window *first)
{
    struct pending_window *next = first;
    for (struct pending_window *w = first; w; w = w->next) {
        if (w->peer != first->peer)
            continue;
        if (next_launch(w) < next_launch(next))
            next = w;
        if (!w->window->beside)
            return next;
    }
    return NULL;
}

/* The window that the next result is of. A process whose windows are not all there holds up no
 * other: it sends them only when those are heard that wait for the loop. A recording keeps each
 * window by itself. NULL: there is none now. */
static struct pending_window *next_window(const struct profile *p)
{
    struct pending_window *next = NULL;
    if (p->output.recorder)
        return p->results.pending;
    for (struct pending_window *w = p->results.pending; w && !next; w = w->next)
        if (!last_of(w->peer, w))
            next = next_of(w);
    return next;
}

int result_queue_wait(void *context)
{
    const struct profile *p = context;
    if (!next_window(p))
        return -1;
    for (const struct peer *peer = p->processes.connected; peer; peer = peer->next)
        if (peer->launching && !peer->paused)
            return QUIET_MS;
    return 0;
}

/* Whether more results of the same launch follow in other windows. */
static bool launch_goes_on(const struct pending_window *pending, const Wire__Result *result)
{
    return result->variant && pending->window->more;
}

static void make_result(struct pending_window *pending)
{
    struct peer *peer = pending->peer;
    struct profile *p = peer->profile;
    const Wire__Result *result = pending->window->results[pending->at];
    const bool goes_on = launch_goes_on(pending, result), variant = is_variant(peer, result);
    Rep__NvtxState *nvtx = goes_on ? launch_nvtx_look(&peer->nvtx, result->launch)
                                   : launch_nvtx_take(&peer->nvtx, result->launch);
    struct launch_stack *stack = goes_on ? launch_stacks_look(&peer->stacks, result->launch)
                                         : launch_stacks_take(&peer->stacks, result->launch);
    const struct chosen_launch *chosen =
        p->launches.chosen
            ? chosen_launches_take(p->launches.chosen, peer->process.processid, result->launch)
            : NULL;
    if (is_measured(result)) {
        p->results.variants += variant;
        if (result->time_alone)
            say_missing(p, result, "has a time and no counters", "with a time and no counters",
                        result->time_alone);
        else
            p->results.watched += result_is_watched(result);
        add_result(pending, nvtx, stack, chosen);
        pending->device = result->facts->device;
    } else {
        p->results.unmeasured += !variant;
        char *why = notices_explained(result->error ? result->error : "nothing was sent");
        say_missing(p, result, "was not measured", "not measured", why);
        free(why);
    }
    launch_nvtx_done(nvtx);
    launch_stack_done(stack);
}

void result_queue_work(void *context)
{
    struct profile *p = context;
    struct pending_window *pending = next_window(p);
    if (!pending)
        return;
    if (pending->at < pending->window->n_results) {
        p->results.queued--;
        make_result(pending);
        pending->at++;
    }
    if (pending->at >= pending->window->n_results)
        finish_window(p, pending);
}

bool result_queue_has_room(const struct profile *p)
{
    size_t windows = 0, bytes = 0;
    for (const struct pending_window *w = p->results.pending; w; w = w->next, windows++)
        for (size_t i = 0; i < w->window->n_groups; i++)
            bytes += w->window->groups[i]->image.len;
    return windows <= (bytes > SMALL_BYTES ? MOST_WAITING : MOST_SMALL_WAITING) || !next_window(p);
}

void result_queue_add(struct peer *peer, Wire__Window *window)
{
    struct profile *p = peer->profile;
    struct pending_window **end = &p->results.pending;
    struct error error;
    if (!shared_images_map(window, &peer->reader, &error)) {
        run_say(p, MESSAGE_ERROR, "%s", error.text);
        p->outcome.failed = true;
    }
    while (*end)
        end = &(*end)->next;
    *end = mem_alloc(sizeof **end);
    **end = (struct pending_window){.peer = peer, .window = window, .device = MOST_DEVICES};
    begin_evaluation(*end);
    p->results.queued += window->n_results;
}

void result_queue_make_room(struct profile *p)
{
    while (!result_queue_has_room(p))
        result_queue_work(p);
}

static bool waits(const struct profile *p, const struct peer *peer)
{
    const struct pending_window *pending = p->results.pending;
    while (pending && pending->peer != peer)
        pending = pending->next;
    return pending != NULL;
}

void result_queue_finish(const struct peer *peer)
{
    struct pending_window *last = last_of(peer, NULL);
    if (last)
        last->window->beside = false; /* what follows will not come */
    if (waits(peer->profile, peer))
        evaluators_hurry(peer->profile->results.evaluators);
    while (waits(peer->profile, peer))
        result_queue_work(peer->profile);
}

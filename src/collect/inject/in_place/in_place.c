/* Launches that are measured where the program makes them share a session of the counters. This
 * file decides which launch joins, and when the session ends. The counters must not stop while a
 * kernel runs, so an event is recorded behind the last launch of each stream, and a session ends
 * only when all events have. A session whose launches do not end stays open and the program goes
 * on: waiting longer could be waiting for the program itself. A thread (the idle watchdog) ends
 * sessions in pauses of the program. */
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "collect/inject/base/flush.h"
#include "collect/inject/base/inject.h"
#include "collect/inject/base/now.h"
#include "collect/inject/base/wait_clock.h"
#include "collect/inject/context/mps_turn.h"
#include "collect/inject/host/ask_host.h"
#include "collect/inject/in_place/in_place_internal.h"
#include "collect/inject/in_place/watched.h"
#include "collect/inject/program/in_flight.h"
#include "collect/inject/program/kernel_hazards.h"
#include "collect/inject/program/known_config.h"
#include "collect/inject/program/running.h"
#include "collect/inject/window/window_internal.h"
#include "collect/inject/window/window_mode.h"

/* Nanoseconds: the most that a session stays open; the pause of the program that ends it; and how
 * long it is asked in short steps whether launches have ended. With application replay a session
 * costs up to 0.3 s, so it stays open longer (LONGEST_RUNS, seconds). */
#define SECOND ((uint64_t)1000 * 1000 * 1000)
enum { LONGEST_RUNS = 5 };
static const uint64_t longest = SECOND / 2, longest_idle = SECOND / 10, quick = SECOND / 1000;

/* Launches without results in a row that cost about as much as a new session of application
 * replay. */
enum { MOST_OTHERS_RUNS = 10 * MOST_OTHERS };

/* A series and whole graphs need windows. */
static bool open_in_place(struct inject *inject, const Wire__Setup *setup)
{
    if (setup->ranges || inject->settings.series_count || setup->whole_graphs)
        return true;
    struct in_place *s = calloc(1, sizeof *s);
    if (!s)
        return false;
    s->in_runs = setup->single_pass;
    s->first_run = setup->first_run;
    s->left = setup->launches;
    s->idle = (struct watchdog)WATCHDOG_INIT;
    inject->modes.in_place = s;
    return true;
}

bool in_place_in_runs(const struct inject *inject)
{
    return inject->modes.in_place && inject->modes.in_place->in_runs;
}

static void forked(struct inject *inject)
{
    if (inject->modes.in_place)
        watchdog_forked(&inject->modes.in_place->idle);
}

/* ---- the end of a session ---- */

static bool event_has_ended(const struct inject *inject, const struct in_place_place *place)
{
    return inject->driver.event_query(place->event) != CUDA_ERROR_NOT_READY;
}

static bool has_ended(const struct inject *inject, const struct in_place *s)
{
    for (size_t i = 0; i < s->place_count; i++)
        if (!event_has_ended(inject, &s->places[i]))
            return false;
    return true;
}

/* limit: nanoseconds; UINT64_MAX: no limit. */
static bool wait_for_end(const struct inject *inject, const struct in_place *s, uint64_t limit)
{
    struct wait_clock wait_clock = wait_clock_begin();
    while (!has_ended(inject, s)) {
        const uint64_t spent = wait_clock_spent(&wait_clock);
        if (spent >= limit)
            return false;
        if (spent > quick)
            usleep(100);
    }
    return true;
}

/* A session waits in vain only once: then the program should go on. */
static uint64_t longest_wait(const struct inject *inject, const struct in_place *s)
{
    if (s->waited)
        return 0;
    return inject->settings.replay_timeout ? inject->settings.replay_timeout * SECOND : UINT64_MAX;
}

/* For endings that can be put off: a kernel that ran on in a pause may wait for the program. */
static uint64_t short_wait(const struct inject *inject, const struct in_place *s)
{
    return s->ran_on ? 0 : longest_wait(inject, s);
}

static void forget(struct inject *inject, struct in_place *s)
{
    for (size_t i = 0; i < s->place_count; i++)
        inject->driver.event_destroy(s->places[i].event);
    while (s->count)
        in_place_item_free(s->items[--s->count]);
    counters_drop_images(&s->context->counters);
    s->context = NULL;
    s->place_count = 0;
}

/* The context is current. false: a launch has not ended in this time. */
static bool end_session(struct inject *inject, uint64_t limit)
{
    struct in_place *s = inject->modes.in_place;
    uint64_t since = now_ns();
    if (!wait_for_end(inject, s, limit)) {
        s->waited = s->waited || limit;
        return false;
    }
    CUresult result = inject->driver.ctx_synchronize();
    window_spent(&s->nanoseconds[PHASE_SETTLE], &since);
    const char *error = in_place_stop(inject, s, result == CUDA_SUCCESS);
    if (result != CUDA_SUCCESS)
        error = inject_driver_error(inject, result);
    if (s->has_mps_turn || inject->shares_gpu)
        mps_turn_end(inject, s->context);
    s->has_mps_turn = false;
    in_place_send(inject, s, s->items, s->count, error);
    if (!s->context->measured)
        inject_end_first(inject);
    s->context->measured = true;
    forget(inject, s);
    return true;
}

static bool close_within(struct inject *inject, const char *why, uint64_t limit)
{
    struct in_place *s = inject->modes.in_place;
    CUcontext previous;
    if (!s || !s->context)
        return true;
    s->ended_by = why;
    if (inject->driver.ctx_push_current(s->context->context) != CUDA_SUCCESS) {
        in_place_send(inject, s, s->items, s->count, "the context is gone");
        forget(inject, s);
        return true;
    }
    const bool was_replaying = inject->replaying;
    inject->replaying = true; /* what is loaded now is ours */
    const bool ended = end_session(inject, limit);
    inject->replaying = was_replaying;
    inject->driver.ctx_pop_current(&previous);
    return ended;
}

/* To wait for the context would break a capture. A session that is open then holds a launch that
 * had not ended when the capture began. */
bool in_place_close(struct inject *inject, const char *why)
{
    return !inject->modes.in_place || !inject->modes.in_place->context ||
           (!inject->program.capturing &&
            close_within(inject, why, longest_wait(inject, inject->modes.in_place)));
}

void in_place_make_way(struct inject *inject, CUcontext context)
{
    const struct in_place *s = inject->modes.in_place;
    CUdevice device;
    if (s && s->context && contexts_is_new(inject, context) &&
        inject->driver.ctx_get_device(&device) == CUDA_SUCCESS && device == s->context->device)
        in_place_close(inject, "another context");
}

/* The counters are read when they stop, and they must not stop while a kernel runs. */
static const char itself_not_ended[] =
    "it did not end within --replay-timeout: it may wait for what the program does next, "
    "or for a kernel that runs at the same time; leave it out with -k";
static const char other_not_ended[] =
    "another kernel did not end within --replay-timeout, and the counters of launches that are "
    "measured together are read when all have ended; --replay-window 1 measures each launch by "
    "itself";

static void give_up(struct inject *inject)
{
    struct in_place *s = inject->modes.in_place;
    for (size_t i = 0; i < s->count; i++) {
        const struct in_place_item *item = s->items[i];
        const bool ended = item->place && event_has_ended(inject, &s->places[item->place - 1]);
        in_place_send(inject, s, &s->items[i], 1, ended ? other_not_ended : itself_not_ended);
    }
    forget(inject, s);
}

static void finish(struct inject *inject)
{
    struct in_place *s = inject->modes.in_place;
    if (!s || !s->context)
        return;
    s->waited = false;
    if (!close_within(inject, "the end of the program", longest_wait(inject, s)))
        give_up(inject);
}

static void drop_context(struct inject *inject, CUcontext context)
{
    struct in_place *s = inject->modes.in_place;
    if (s && s->context && s->context->context == context &&
        !close_within(inject, "the end of the context", 0))
        give_up(inject);
}

/* On the watchdog's thread. Nothing can be done for the program, since CUPTI is inside its launch.
 */
static void on_idle(void *context)
{
    struct inject *inject = context;
    struct in_place *s = inject->modes.in_place;
    guard_lock(&inject->guard);
    const uint64_t now = now_ns();
    if (s->context && inject->program.capturing)
        watchdog_arm(&s->idle, longest_idle, on_idle, inject);
    else if (s->context && now - s->last < longest_idle)
        watchdog_arm(&s->idle, longest_idle - (now - s->last), on_idle, inject);
    else if (!close_within(inject, "a pause of the program", 0)) {
        s->ran_on = true;
        watchdog_arm(&s->idle, longest_idle, on_idle, inject);
    }
    guard_unlock(&inject->guard);
}

/* ---- what joins it ---- */

static uint32_t ranges_of_launch(const struct inject *inject, const struct in_place *s,
                                 const struct context_state *context)
{
    return !s->first_run && inject->settings.flush_caches && !context->flush.evicts ? 2 : 1;
}

/* Why the session cannot go on with one more, or NULL. */
static const char *ending(const struct inject *inject, const struct in_place *s,
                          const struct context_state *context)
{
    const uint64_t age = now_ns() - s->opened;
    if (s->context != context)
        return "another context";
    if (s->count >= s->most || s->ranges + ranges_of_launch(inject, s, context) > s->room)
        return "full";
    return age > (s->in_runs ? LONGEST_RUNS * SECOND : longest) ? "time" : NULL;
}

/* Room for the launches that are still to come, where their number is known, since room takes
 * time. */
static uint32_t room_of(const struct inject *inject, const struct in_place *s,
                        const struct context_state *context)
{
    const size_t most = context->counters.most;
    const size_t launches = s->left < s->most ? s->left : s->most;
    const size_t wanted = launches * ranges_of_launch(inject, s, context);
    const size_t room = s->large ? most : wanted > FIRST_ROOM ? wanted : FIRST_ROOM;
    return (uint32_t)(room < most ? room : most);
}

/* The number of launches that are to come says nothing of kernels that are not measured. */
static bool needs_more_room(const struct inject *inject, const struct in_place *s)
{
    return s->count < s->most &&
           (!s->left || s->count * ranges_of_launch(inject, s, s->context) < s->room / 2);
}

static const char *begin(struct inject *inject, struct context_state *context)
{
    struct in_place *s = inject->modes.in_place;
    if (inject->stuck.context == context->context &&
        inject->driver.stream_query(inject->stuck.stream) == CUDA_ERROR_NOT_READY)
        return running_not_ended;
    CUresult result = inject->driver.ctx_synchronize();
    if (result != CUDA_SUCCESS)
        return inject_driver_error(inject, result);
    watched_end(inject, "a launch that is measured where it is made");
    s->most = inject->settings.window_launches && inject->settings.window_launches < MOST_WATCHED
                  ? inject->settings.window_launches
                  : MOST_WATCHED;
    if (context->mps) /* others wait for the counters */
        s->most = 1;
    s->room = s->first_run ? MOST_WATCHED : room_of(inject, s, context);
    s->ranges = s->others = 0;
    s->waited = s->ran_on = false;
    memset(s->nanoseconds, 0, sizeof s->nanoseconds);
    s->context = context;
    inject->replaying = true;
    const char *error = in_place_start(inject, s);
    inject->replaying = false;
    s->opened = s->last = now_ns();
    if (error)
        s->context = NULL;
    else
        watchdog_arm(&s->idle, longest_idle, on_idle, inject);
    return error;
}

/* Opens a session that the launch can join, if none is open. NULL, or why there is none. */
static const char *session_for(struct inject *inject, struct context_state *context)
{
    struct in_place *s = inject->modes.in_place;
    const char *why;
    /* Repeated because the lock is free meanwhile: another thread may open a session and fill it.
     */
    do {
        why = s->context ? ending(inject, s, context) : NULL;
        if (s->context && !why)
            return NULL;
        s->large = s->large || (why && strcmp(why, "full") == 0 && needs_more_room(inject, s));
        const bool must = why && strcmp(why, "time") != 0;
        if (!close_within(inject, why, must ? longest_wait(inject, s) : short_wait(inject, s)))
            return must ? running_not_ended : NULL;
        window_mode_close(inject, "a launch that is measured where it is made");
        /* A call that another thread has under way might run a kernel. */
        if (!running_own_calm(inject, context->context, &why))
            return why == running_not_ended
                       ? why
                       : "a call of another thread may run kernels during the pass";
        if (inject->program.capturing)
            return "a stream is being captured";
        window_mode_close(inject, "a launch that is measured where it is made");
    } while (s->context);
    return begin(inject, context);
}

static bool reserve(struct in_place *s)
{
    if (s->count < s->capacity)
        return true;
    const size_t wanted = s->capacity ? 2 * s->capacity : 64;
    struct in_place_item **larger = realloc(s->items, wanted * sizeof(struct in_place_item *));
    if (!larger)
        return false;
    s->items = larger;
    s->capacity = wanted;
    return true;
}

/* On the watchdog's thread. Nothing can be done for the program: CUPTI is in its launch. */
static void on_held_up(void *context)
{
    struct inject *inject = context;
    const struct in_place *s = inject->modes.in_place;
    Wire__ToHost message = WIRE__TO_HOST__INIT;
    Wire__Notice m = WIRE__NOTICE__INIT;
    m.text = "its launch does not return: with most counters, it returns only when the kernel has "
             "ended, which may wait for the thread that launches it; measure the time alone "
             "(--metrics gpu__time_duration.sum), use --replay-mode app-range, leave it out with "
             "-k, or give it more time with --replay-timeout";
    m.kernel = (char *)(uintptr_t)s->pending_name;
    message.notice = &m;
    channel_send(&inject->channel, &message);
}

static void begin_launch(struct inject *inject, const struct launch *launch,
                         enum in_place_pending pending)
{
    struct in_place *s = inject->modes.in_place;
    s->pending = pending;
    s->pending_name = launch->mangled;
    s->pending_stream = launch->config.hStream;
    s->pending_per_thread = launch->per_thread_stream && !launch->config.hStream;
    s->last = now_ns();
    if (s->counting && inject->settings.replay_timeout)
        watchdog_arm(&inject->watchdog, inject->settings.replay_timeout * SECOND, on_held_up,
                     inject);
}

/* Nothing may come between the flush and the launch: it would warm the caches again. */
static const char *flush(struct inject *inject, struct in_place *s, const struct launch *launch)
{
    if (!s->counting || !inject->settings.flush_caches)
        return NULL;
    if (!wait_for_end(inject, s, longest_wait(inject, s))) {
        s->waited = true;
        return running_not_ended;
    }
    inject->replaying = true;
    CUresult result = flush_run(&s->context->flush, inject, launch->config.hStream,
                                memory_is_shared(inject->program.memory));
    inject->replaying = false;
    s->ranges += !s->context->flush.evicts;
    return result == CUDA_SUCCESS ? NULL : inject_driver_error(inject, result);
}

bool in_place_is_enough(const struct inject *inject, const struct context_state *context)
{
    return inject->modes.in_place && !context->mps && counters_fit_one_pass(&context->counters);
}

bool in_place_knows(struct inject *inject, const struct context_state *context,
                    const struct function *function, const struct launch *launch)
{
    struct facts facts;
    facts_fill(&facts, inject, launch, function, (unsigned)context->device, context->id);
    return known_config_find(function, &facts.message, launch);
}

bool in_place_add(struct inject *inject, const struct launch *launch, struct function *function,
                  const CUpti_CallbackData *data)
{
    struct in_place *s = inject->modes.in_place;
    struct context_state *context = contexts_get(inject, launch->context, data->contextUid);
    struct in_place_item *item =
        context ? in_place_item_new(inject, context, launch, function) : NULL;
    if (!item) {
        ask_host_report_failure(inject, launch,
                                context ? "out of memory" : "this context cannot be profiled");
        return in_place_pass_by(inject, launch, function);
    }
    const char *error = session_for(inject, context);
    if (!error)
        error = reserve(s) ? flush(inject, s, launch) : "out of memory";
    if (error) {
        /* The table may have grown while the lock was free. */
        function = functions_get(inject->program.functions, launch->f);
        const bool watches = error == running_not_ended && !s->context && !s->in_runs && function &&
                             watched_add(inject, launch, function, data, error);
        if (!watches)
            in_place_send(inject, s, &item, 1, error);
        in_place_item_free(item);
        return function && in_place_pass_by(inject, launch, function);
    }
    item->correlation = data->correlationId;
    item->range = s->ranges++;
    s->items[s->count++] = item;
    s->left -= s->left > 0;
    s->others = 0;
    begin_launch(inject, launch, PENDING_WANTED);
    return true;
}

bool in_place_pass_by(struct inject *inject, const struct launch *launch,
                      const struct function *function)
{
    struct in_place *s = inject->modes.in_place;
    if (!s || !s->context || s->context->context != launch->context)
        return false;
    const bool runs_alone =
        !function->stuck && !kernel_hazard_waits_for_others(inject, launch->context, launch);
    const uint32_t most = s->in_runs ? MOST_OTHERS_RUNS : MOST_OTHERS;
    const bool must = !inject->active || !runs_alone || s->ranges >= s->room;
    if (must || s->others >= most) {
        s->large = s->large || (s->ranges >= s->room && needs_more_room(inject, s));
        close_within(inject, "launches that are not measured",
                     must ? longest_wait(inject, s) : short_wait(inject, s));
        if (!s->context)
            return false;
    }
    s->ranges++;
    s->others++;
    begin_launch(inject, launch, PENDING_OTHER);
    return true;
}

/* Records an event behind the launch; later work of the stream does not matter. false: there are
 * too many streams. */
static bool mark_place(struct inject *inject, struct in_place *s, enum in_place_pending pending)
{
    const pid_t thread = s->pending_per_thread ? (pid_t)syscall(SYS_gettid) : 0;
    size_t i = 0;
    while (i < s->place_count &&
           (s->places[i].stream != s->pending_stream || s->places[i].thread != thread))
        i++;
    if (i == MOST_PLACES)
        return false;
    struct in_place_place *place = &s->places[i];
    if (pending == PENDING_WANTED)
        s->items[s->count - 1]->place = i + 1;
    if (i == s->place_count) {
        if (inject->driver.event_create(&place->event, CU_EVENT_DISABLE_TIMING) != CUDA_SUCCESS)
            return false;
        place->stream = s->pending_stream;
        place->thread = thread;
        s->place_count++;
    }
    return inject->driver.event_record(place->event, s->pending_per_thread
                                                         ? CU_STREAM_PER_THREAD
                                                         : s->pending_stream) == CUDA_SUCCESS;
}

static bool leave(struct inject *inject, const struct replay_call *call, bool admitted)
{
    const CUresult result = *(const CUresult *)call->data->functionReturnValue;
    struct in_place *s = inject->modes.in_place;
    const enum in_place_pending pending = s ? s->pending : PENDING_NONE;
    if (!admitted || pending == PENDING_NONE)
        return false;
    watchdog_disarm(&inject->watchdog);
    s->pending = PENDING_NONE;
    s->last = now_ns();
    if (result != CUDA_SUCCESS) {
        s->ranges--;
        if (pending == PENDING_WANTED) {
            struct in_place_item *item = s->items[--s->count];
            in_place_send(inject, s, &item, 1, inject_driver_error(inject, result));
            in_place_item_free(item);
        }
    } else if (!mark_place(inject, s, pending)) {
        in_place_close(inject, "many streams");
    } else if (s->most == 1 && s->count) {
        close_within(inject, "measured alone", SECOND);
    }
    return true;
}

#define CBID(name) CUPTI_DRIVER_TRACE_CBID_##name

/* Calls that run kernels in other ways, that end what a session needs, or after which the context
 * cannot be waited for. */
static const CUpti_CallbackId ends[] = {
    CBID(cuGraphLaunch),
    CBID(cuGraphLaunch_ptsz),
    CBID(cuLaunch),
    CBID(cuLaunchGrid),
    CBID(cuLaunchGridAsync),
    CBID(cuLaunchCooperativeKernelMultiDevice),
    CBID(cuStreamBeginCapture),
    CBID(cuStreamBeginCapture_ptsz),
    CBID(cuStreamBeginCapture_v2),
    CBID(cuStreamBeginCapture_v2_ptsz),
    CBID(cuStreamBeginCaptureToGraph),
    CBID(cuStreamBeginCaptureToGraph_ptsz),
    CBID(cuModuleUnload),
    CBID(cuLibraryUnload),
    CBID(cuCtxDestroy),
    CBID(cuCtxDestroy_v2),
    CBID(cuCtxDetach),
    CBID(cuGreenCtxDestroy),
    CBID(cuDevicePrimaryCtxRelease),
    CBID(cuDevicePrimaryCtxRelease_v2),
    CBID(cuDevicePrimaryCtxReset),
    CBID(cuDevicePrimaryCtxReset_v2),
};

static void before(struct inject *inject, const struct replay_call *call)
{
    struct in_place *s = inject->modes.in_place;
    if (!s || !s->context)
        return;
    s->last = now_ns();
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
        if (ends[i] == call->id)
            in_place_close(inject, "a call that ends a session");
}

const struct replay_mode in_place_mode = {.name = "in place",
                                          .open = open_in_place,
                                          .before = before,
                                          .exit = leave,
                                          .finish = finish,
                                          .drop_context = drop_context,
                                          .forked = forked};

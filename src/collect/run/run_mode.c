/* Kernel and range replay: the program runs once and repeats launches or ranges by itself. The
 * modes that run the program again are in app_replay.c. */
#include "collect/run/run_mode.h"

#include <stdlib.h>

#include "collect/run/app_replay.h"
#include "collect/run/peer_answer.h"
#include "collect/run/result_queue.h"
#include "report/base/mem.h"
#include "report/names/demangle.h"

char *run_mode_describe_launch(const Wire__Result *result)
{
    const Wire__Facts *facts = result->facts;
    char *full = demangle_full(facts && facts->mangled ? facts->mangled : "a kernel");
    char *text = mem_printf("%s (launch %llu)", full, (unsigned long long)result->launch);
    free(full);
    return text;
}

char *run_mode_describe_range(const Wire__Result *result)
{
    return mem_printf("a range (from launch %llu)", (unsigned long long)result->launch);
}

void run_mode_hello_range(struct peer *peer, Wire__Setup *setup)
{
    setup->has_ranges = setup->has_leave_host = true;
    setup->ranges = true;
    setup->leave_host = peer->profile->settings.leave_host;
}

static bool open_nothing(struct profile *p, struct error *error)
{
    (void)p, (void)error;
    return true;
}

static void do_nothing(struct profile *p)
{
    (void)p;
}

static bool begin(struct profile *p, int *input, struct error *error)
{
    *input = -1;
    if (!p->settings.input || p->settings.null_input)
        return true;
    p->settings.input->loop = p->loop;
    return program_input_begin(p->settings.input, input, error);
}

static bool never_again(struct profile *p)
{
    (void)p;
    return false;
}

static bool always_first(const struct profile *p)
{
    (void)p;
    return true;
}

static bool is_full(const struct profile *p)
{
    return launch_filter_is_done(p->settings.filter, &p->launches.counts);
}

static void hello_launch(struct peer *peer, Wire__Setup *setup)
{
    (void)peer, (void)setup;
}

static struct schedule_part whole_plan(const struct profile *p, const struct chip_plan *plan,
                                       Wire__Schedule *schedule)
{
    (void)p, (void)schedule;
    return (struct schedule_part){0, plan->group_count};
}

static enum launch_verdict as_filtered(struct peer *peer, const Wire__Seen *seen,
                                       enum launch_verdict verdict, ProtobufCBinaryData *image)
{
    (void)peer, (void)seen, (void)image;
    return verdict;
}

/* Kernels that wait for other GPUs are measured as far as that holds nobody up. */
static enum launch_verdict watch_unnamed(struct peer *peer, const Wire__Seen *seen,
                                         enum launch_verdict verdict, ProtobufCBinaryData *image)
{
    (void)peer, (void)seen, (void)image;
    return verdict == LAUNCH_UNNAMED ? LAUNCH_WATCH : verdict;
}

static void show_pass(const struct peer *peer, const Wire__Pass *pass)
{
    const struct profile *p = peer->profile;
    if (!pass)
        return;
    struct profile_progress progress = {
        .kernel = peer->kernel ? peer->kernel : "",
        .number = p->results.made - p->results.variants + p->results.queued + 1,
        .expected = p->settings.filter->mode == FILTER_GLOBAL ? p->settings.filter->count : 0,
        .pass = pass->pass,
        .passes = pass->passes};
    double spent = run_now() - peer->window_started;
    uint64_t launches = pass->launches ? pass->launches : 1;
    if (pass->pass && pass->passes >= pass->pass) {
        double window = spent / pass->pass * pass->passes;
        double launch = p->results.made ? p->results.seconds / (double)p->results.made
                                        : window / (double)launches;
        progress.seconds_left = window - spent;
        progress.number += launches - 1;
        progress.launches = launches;
        if (progress.expected > progress.number)
            progress.seconds_left += launch * (double)(progress.expected - progress.number);
    }
    p->events.progress(p->events.context, &progress);
}

/* Only programs that run again ask for this. */
static void refuse_ranges(struct peer *peer, const Wire__BeginRanges *asked)
{
    Wire__ToTarget message = WIRE__TO_TARGET__INIT;
    Wire__Begun begun = WIRE__BEGUN__INIT;
    (void)asked;
    begun.has_good = true;
    message.begun = &begun;
    peer_answer(peer, &message);
    run_say(peer->profile, MESSAGE_ERROR,
            "the program asks for ranges in counter data, which only application replay needs");
}

static bool keep_none(const struct peer *peer)
{
    (void)peer;
    return false;
}

#define IN_PROGRAM                                                                                 \
    .open = open_nothing, .close = do_nothing, .begin = begin, .again = never_again,               \
    .finish = do_nothing, .is_first = always_first, .is_full = is_full, .schedule = whole_plan,    \
    .progress = show_pass, .begin_ranges = refuse_ranges, .window = result_queue_add,              \
    .keep = keep_none

static const struct run_mode kernel_replay = {.thing = "kernel",
                                              .things = "launches",
                                              .made = "launched",
                                              .measures_inside = true,
                                              .hello = hello_launch,
                                              .judge = watch_unnamed,
                                              .describe = run_mode_describe_launch,
                                              IN_PROGRAM};
static const struct run_mode range_replay = {.thing = "range",
                                             .things = "ranges",
                                             .made = "had",
                                             .hello = run_mode_hello_range,
                                             .judge = as_filtered,
                                             .describe = run_mode_describe_range,
                                             IN_PROGRAM};

const struct run_mode *run_mode_of(enum run_mode_id mode)
{
    static const struct run_mode *const modes[] = {
        [REPLAY_KERNEL] = &kernel_replay,
        [REPLAY_APPLICATION] = &app_launch_replay,
        [REPLAY_RANGE] = &range_replay,
        [REPLAY_APP_RANGE] = &app_range_replay,
    };
    return modes[mode];
}

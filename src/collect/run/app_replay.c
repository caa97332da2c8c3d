/* The runs of a series. When the program has ended, again() compares what it launched with the
 * first run, decides what the next run is to measure, and resets what the profile knows of the
 * program's end. The number of runs follows from the passes of the chip that needs most of them.
 * Processes of the first run are kept until the end, since results are theirs. A series that is
 * interrupted gives results with the metrics of the groups whose passes are all there. */
#include "collect/run/app_replay.h"

#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "collect/os/private_file.h"
#include "collect/program/process_choice.h"
#include "collect/run/app_replay_state.h"
#include "report/base/mem.h"

static bool open_files(struct app_replay *s, struct profile *p, struct error *error)
{
    const bool in_memory = p->settings.buffer_in_memory;
    return (s->file = private_file_open(in_memory, error)) >= 0 &&
           (s->merge = counter_merge_open(cupti_library_path(p->metrics.cupti), error)) &&
           program_input_open(&s->input, p->loop, in_memory, error);
}

static bool open_series(struct profile *p, bool of_ranges, struct error *error)
{
    struct app_replay *s = p->app = mem_alloc(sizeof *s);
    *s = (struct app_replay){.run = 1, .file = -1, .of_ranges = of_ranges};
    s->input.kept = s->input.pipe = -1;
    app_match_init(&s->match, p->settings.match_key, p->settings.match_mode);
    return open_files(s, p, error);
}

static bool open_launches(struct profile *p, struct error *error)
{
    return open_series(p, false, error);
}

static bool open_ranges(struct profile *p, struct error *error)
{
    return open_series(p, true, error);
}

static void close_series(struct profile *p)
{
    struct app_replay *s = p->app;
    if (!s)
        return;
    for (size_t i = 0; i < s->match.count; i++) {
        if (s->launches[i].window)
            wire__window__free_unpacked(s->launches[i].window, NULL);
        free(s->launches[i].images);
    }
    for (size_t i = 0; i < s->names.count; i++)
        free((char *)(uintptr_t)s->names.names[i]);
    name_index_free(&s->names);
    for (size_t i = 0; i < s->process_count; i++)
        free(s->processes[i].name);
    app_match_free(&s->match);
    program_input_close(&s->input);
    counter_merge_close(s->merge);
    if (s->file >= 0)
        close(s->file);
    free(s->launches);
    free(s->processes);
    free(s->open);
    free(s->stores);
    free(s);
    p->app = NULL;
}

static bool begin(struct profile *p, int *input, struct error *error)
{
    *input = -1;
    p->app->began = run_now();
    return p->settings.null_input || program_input_begin(&p->app->input, input, error);
}

static bool is_first(const struct profile *p)
{
    return p->app->run == 1;
}

/* Later runs have launches of the first run to measure, whatever the filters say now. */
static bool is_full(const struct profile *p)
{
    (void)p;
    return false;
}

static struct schedule_part schedule_pass(const struct profile *p, const struct chip_plan *plan,
                                          Wire__Schedule *schedule)
{
    const size_t group = app_replay_group(p->app, plan, &schedule->pass_index);
    schedule->has_pass_index = true;
    return (struct schedule_part){group, group < plan->group_count};
}

/* Processes that are started at the same time connect in any order, so their program and rank are
 * compared. */
static char *process_key(const struct peer *peer)
{
    return mem_printf("%s %d", peer->process.processname, process_rank(peer->pid));
}

/* The process of the first run that this one is, or process_count. A process of the first run is
 * added. */
static size_t find_process(struct app_replay *s, struct peer *peer)
{
    char *name = process_key(peer);
    if (s->run == 1) {
        mem_grow(&s->processes, s->process_count, &s->process_capacity, sizeof *s->processes);
        s->processes[s->process_count] = (struct app_process){.name = name, .peer = peer};
        return s->process_count++;
    }
    size_t i = 0;
    while (i < s->process_count &&
           (s->processes[i].found == s->run || strcmp(s->processes[i].name, name) != 0))
        i++;
    free(name);
    return i;
}

static void hello(struct peer *peer, Wire__Setup *setup)
{
    struct app_replay *s = peer->profile->app;
    setup->has_single_pass = setup->single_pass = setup->has_first_run = true;
    setup->first_run = s->run == 1;
    peer->number = find_process(s, peer);
    if (peer->number == s->process_count)
        return;
    struct app_process *process = &s->processes[peer->number];
    process->found = s->run;
    setup->has_launches = s->run > 1 && process->left <= UINT32_MAX;
    setup->launches = (uint32_t)process->left;
}

static void hello_ranges(struct peer *peer, Wire__Setup *setup)
{
    run_mode_hello_range(peer, setup);
    hello(peer, setup);
}

static bool keep(const struct peer *peer)
{
    struct app_replay *s = peer->profile->app;
    for (size_t i = 0; i < s->open_count;) {
        if (s->open[i].peer == peer)
            s->open[i] = s->open[--s->open_count];
        else
            i++;
    }
    for (size_t i = 0; i < s->process_count; i++)
        if (s->processes[i].peer == peer)
            return true;
    return false;
}

/* The first run and one for each pass of the chip that needs most. */
static void count_runs(struct profile *p)
{
    for (size_t i = 0; i < p->metrics.chip_count; i++) {
        const unsigned runs = app_replay_passes(&p->metrics.chips[i].plan) + 1;
        p->app->runs = runs > p->app->runs ? runs : p->app->runs;
    }
}

static void show(const struct peer *peer, const Wire__Pass *pass)
{
    struct profile *p = peer->profile;
    const struct app_replay *s = p->app;
    const struct launch_filter *filter = p->settings.filter;
    count_runs(p);
    struct profile_progress progress = {.kernel = peer->kernel ? peer->kernel : "",
                                        .number = s->measured + s->open_count,
                                        .expected = s->run > 1                      ? s->expected
                                                    : filter->mode == FILTER_GLOBAL ? filter->count
                                                                                    : 0,
                                        .pass = pass != NULL,
                                        .passes = 1,
                                        .run = s->run,
                                        .runs = s->runs};
    if (s->last > 0)
        progress.seconds_left = s->last * (s->runs - s->run + 1) - (run_now() - s->began);
    p->events.progress(p->events.context, &progress);
}

static bool ended_badly(const struct profile *p)
{
    return p->settings.check_exit_code && !p->program.stopped && !p->outcome.signalled &&
           p->program.status != 0;
}

/* Decides what the next run is to measure. false: nothing is left. */
static bool begin_run(struct app_replay *s)
{
    s->run++;
    s->expected = 0;
    for (size_t i = 0; i < s->process_count; i++)
        s->processes[i].left = 0;
    for (size_t i = 0; i < s->match.count; i++)
        if (app_launch_goes_on(s, &s->launches[i])) {
            s->processes[s->launches[i].is.process].left++;
            s->expected++;
        }
    if (!s->expected) {
        s->run--;
        return false;
    }
    s->last = run_now() - s->began;
    s->measured = 0;
    app_match_begin(&s->match);
    return true;
}

static bool again(struct profile *p)
{
    struct app_replay *s = p->app;
    program_input_end(&s->input);
    count_runs(p);
    if (s->input.problem)
        app_replay_fail(p, "the program's standard input could not be kept for the next run");
    if (p->outcome.signalled || p->outcome.interrupted || p->outcome.failed || ended_badly(p))
        return false;
    app_launches_missing(p);
    s->cut = s->run == 1 ? launch_filter_is_done(p->settings.filter, &p->launches.counts) : s->cut;
    if (s->over || s->run >= s->runs || !begin_run(s))
        return false;
    launch_counts_free(&p->launches.counts);
    p->program.gone = p->program.stopped = false;
    p->program.status = 0;
    p->program.killed_at = 0;
    /* On a screen the progress shows it, and a note would stay there. */
    if (!p->settings.own_output)
        run_say(p, MESSAGE_NOTE, "run %u of %u", s->run, s->runs);
    return true;
}

static void finish(struct profile *p)
{
    struct app_replay *s = p->app;
    if (!s || s->announced)
        return;
    s->announced = true;
    app_results_make(p, true);
    if (s->incomplete)
        run_say(p, MESSAGE_WARNING,
                "the series ended in run %u of %u: metrics whose passes are missing have no value "
                "in %llu result%s%s",
                s->run, s->runs, (unsigned long long)s->incomplete, s->incomplete == 1 ? "" : "s",
                ended_badly(p) ? " (--check-exit-code no goes on after a run that fails)" : "");
    if (s->missing || s->extra)
        run_say(
            p, MESSAGE_WARNING,
            "the runs differ, and launches that are not in all of them have no results: %llu of "
            "the first run are missing in a later run, %llu of later runs are missing in the first",
            (unsigned long long)s->missing, (unsigned long long)s->extra);
}

#define RUNS_AGAIN                                                                                 \
    .run_for_each_pass = true, .close = close_series, .begin = begin, .again = again,              \
    .finish = finish, .is_first = is_first, .is_full = is_full, .schedule = schedule_pass,         \
    .judge = app_replay_judge, .progress = show, .begin_ranges = app_replay_begin_ranges,          \
    .window = app_replay_window, .keep = keep

const struct run_mode app_launch_replay = {.thing = "kernel",
                                           .things = "launches",
                                           .made = "launched",
                                           .open = open_launches,
                                           .hello = hello,
                                           .describe = run_mode_describe_launch,
                                           RUNS_AGAIN};
const struct run_mode app_range_replay = {.thing = "range",
                                          .things = "ranges",
                                          .made = "had",
                                          .open = open_ranges,
                                          .hello = hello_ranges,
                                          .describe = run_mode_describe_range,
                                          RUNS_AGAIN};

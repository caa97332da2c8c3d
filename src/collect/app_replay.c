#include "app_replay.h"

#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "app_replay_state.h"
#include "mem.h"
#include "peer.h"
#include "private_file.h"
#include "process_choice.h"

struct app_replay *app_replay_new(const struct profile *p, struct error *error)
{
    const struct profile_settings *settings = &p->settings;
    struct app_replay *s = mem_alloc(sizeof *s);
    app_match_init(&s->match, settings->match_key, settings->match_mode);
    s->run = 1;
    s->file = private_file_open(settings->buffer_in_memory, error);
    s->merge = s->file >= 0 ? counter_merge_open(cupti_library_path(p->cupti), error) : NULL;
    if (s->merge && app_input_open(&s->input, p->loop, settings->buffer_in_memory, error))
        return s;
    counter_merge_close(s->merge);
    if (s->file >= 0)
        close(s->file);
    free(s);
    return NULL;
}

void app_replay_free(struct profile *p)
{
    struct app_replay *s = p->series;
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
    p->series = NULL;
    for (size_t i = 0; i < s->process_count; i++) {
        peer_free(s->processes[i].peer);
        free(s->processes[i].name);
    }
    app_match_free(&s->match);
    app_input_close(&s->input);
    counter_merge_close(s->merge);
    close(s->file);
    free(s->launches);
    free(s->processes);
    free(s->open);
    free(s->stores);
    free(s);
}

bool app_replay_input(struct profile *p, int *input, struct error *error)
{
    struct app_replay *s = p->series;
    *input = -1;
    if (!s)
        return true;
    s->began = run_now();
    if (p->settings.null_input)
        return true;
    return app_input_begin(&s->input, input, error);
}

bool app_replay_first(const struct profile *p)
{
    return !p->series || p->series->run == 1;
}

size_t app_replay_group(const struct app_replay *s, const struct chip_plan *plan, unsigned *pass)
{
    size_t group = 0;
    *pass = s->run > 1 ? s->run - 2 : 0;
    while (group < plan->group_count && *pass >= plan->groups[group].passes)
        *pass -= plan->groups[group++].passes;
    return group;
}

void app_replay_schedule(const struct profile *p, const struct chip_plan *plan, size_t *first,
                         size_t *count, Wire__Schedule *schedule)
{
    if (!p->series)
        return;
    *first = app_replay_group(p->series, plan, &schedule->pass_index);
    *count = *first < plan->group_count;
    schedule->has_pass_index = true;
}

/* Processes come in any order where several are started at once: the program and the rank tell them
 * apart first. */
static char *process_key(const struct peer *peer)
{
    return mem_printf("%s %d", peer->process.processname, process_rank(peer->pid));
}

void app_replay_hello(struct peer *peer, Wire__Setup *setup)
{
    struct app_replay *s = peer->profile->series;
    if (!s)
        return;
    setup->has_single_pass = setup->single_pass = setup->has_first_run = true;
    setup->first_run = s->run == 1;
    char *name = process_key(peer);
    size_t i = s->run == 1 ? s->process_count : 0;
    while (i < s->process_count &&
           (s->processes[i].found == s->run || strcmp(s->processes[i].name, name) != 0))
        i++;
    peer->number = i;
    if (s->run == 1) {
        mem_grow(&s->processes, i, &s->process_capacity, sizeof *s->processes);
        s->processes[s->process_count++] = (struct app_process){.name = name, .peer = peer};
    } else {
        free(name);
    }
    if (i == s->process_count)
        return;
    s->processes[i].found = s->run;
    setup->has_launches = s->run > 1 && s->processes[i].left <= UINT32_MAX;
    setup->launches = (uint32_t)s->processes[i].left;
}

bool app_replay_keep(struct peer *peer)
{
    struct app_replay *s = peer->profile->series;
    for (size_t i = 0; s && i < s->open_count;) {
        if (s->open[i].peer == peer)
            s->open[i] = s->open[--s->open_count];
        else
            i++;
    }
    for (size_t i = 0; s && i < s->process_count; i++)
        if (s->processes[i].peer == peer)
            return true;
    return false;
}

static void count_runs(struct profile *p)
{
    for (size_t i = 0; i < p->chip_count; i++) {
        unsigned passes = 0;
        for (size_t j = 0; j < p->chips[i].plan.group_count; j++)
            passes += p->chips[i].plan.groups[j].passes;
        p->series->runs = passes >= p->series->runs ? passes + 1 : p->series->runs;
    }
}

void app_replay_show(const struct peer *peer, bool measured)
{
    struct profile *p = peer->profile;
    const struct app_replay *s = p->series;
    const struct launch_filter *filter = p->settings.filter;
    count_runs(p);
    struct profile_progress progress = {.kernel = peer->kernel ? peer->kernel : "",
                                        .number = s->measured + s->open_count,
                                        .expected = s->run > 1                      ? s->expected
                                                    : filter->mode == FILTER_GLOBAL ? filter->count
                                                                                    : 0,
                                        .pass = measured,
                                        .passes = 1,
                                        .run = s->run,
                                        .runs = s->runs};
    if (s->last > 0)
        progress.seconds_left = s->last * (s->runs - s->run + 1) - (run_now() - s->began);
    p->events.progress(p->events.context, &progress);
}

void app_replay_fail(struct profile *p, const char *text)
{
    if (!p->series->over)
        run_say(p, MESSAGE_ERROR, "%s", text);
    p->series->over = p->failed = true;
}

static bool ended_badly(const struct profile *p)
{
    return p->settings.check_exit_code && !p->stopped && !p->signalled && p->child_status != 0;
}

/* What the next run is to measure; false: nothing. */
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

bool app_replay_again(struct profile *p)
{
    struct app_replay *s = p->series;
    if (!s)
        return false;
    app_input_end(&s->input);
    count_runs(p);
    if (s->input.problem)
        app_replay_fail(p, "the program's standard input could not be kept for the next run");
    if (p->signalled || p->interrupted || p->failed || ended_badly(p))
        return false;
    app_launches_missing(p);
    s->cut = s->run == 1 ? launch_filter_is_done(p->settings.filter, &p->counts) : s->cut;
    if (s->over || s->run >= s->runs || !begin_run(s))
        return false;
    launch_counts_free(&p->counts);
    p->child_gone = p->stopped = false;
    p->child_status = 0;
    p->killed_at = 0;
    /* On a screen the progress says it, and a note would stay. */
    if (!p->settings.own_output)
        run_say(p, MESSAGE_NOTE, "run %u of %u", s->run, s->runs);
    return true;
}

void app_replay_finish(struct profile *p)
{
    struct app_replay *s = p->series;
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
            "runs differ; left out: of the first run %llu that a later one lacks, of later runs "
            "%llu that the first lacks",
            (unsigned long long)s->missing, (unsigned long long)s->extra);
}

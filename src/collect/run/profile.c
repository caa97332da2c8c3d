/* A run is a chain of events in the loop: processes connect (peer.c), announce devices and
 * launches, report windows; results are made while nothing else happens (result_queue.c).
 * profile_check() looks after each step whether the program and its connections have gone. The mode
 * then decides whether the program is started again; if not, the user is told how the run ended
 * (run_end.c). */
#include "collect/run/profile.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "collect/machine/driver_version.h"
#include "collect/program/process_choice.h"
#include "collect/run/chips.h"
#include "collect/run/gpu_wait.h"
#include "collect/run/mps_control.h"
#include "collect/run/mps_turns.h"
#include "collect/run/peer.h"
#include "collect/run/result_queue.h"
#include "collect/run/run_end.h"
#include "collect/run/run_mode.h"
#include "report/base/mem.h"

static void keep_tail(struct run_program *program, const char *bytes, size_t length)
{
    const size_t room = sizeof program->tail;
    const size_t take = length < room ? length : room;
    const size_t kept = program->tail_length + take > room ? room - take : program->tail_length;
    memmove(program->tail, program->tail + program->tail_length - kept, kept);
    memcpy(program->tail + kept, bytes + length - take, take);
    program->tail_length = kept + take;
}

static void serve_output(void *context, int fd, short events)
{
    struct profile *p = context;
    char bytes[4096];
    (void)events;
    ssize_t got = read(fd, bytes, sizeof bytes);
    if (got > 0 && p->mode->is_first(p))
        p->events.output(p->events.context, bytes, (size_t)got);
    else if (got > 0)
        keep_tail(&p->program, bytes, (size_t)got);
    else if (got == 0 || errno != EINTR)
        loop_unwatch(p->loop, fd);
}

struct chosen_outcome profile_chosen(const struct profile *p)
{
    return p->launches.chosen ? chosen_launches_outcome(p->launches.chosen)
                              : (struct chosen_outcome){0};
}

bool profile_running(const struct profile *p)
{
    return !p->outcome.finished;
}

static void make_results(struct profile *p)
{
    while (p->results.pending)
        result_queue_work(p);
}

/* Starts the program, or finds the one that waits. */
static bool get_program(struct profile *p, const struct launcher_options *options,
                        struct error *error)
{
    const struct profile_settings *s = &p->settings;
    const struct attached *attached = &p->launcher.attached;
    if (!s->attaches)
        return !s->program || launcher_start(&p->launcher, s->program, options, error);
    if (!launcher_attach(&p->launcher, &s->ports, options, error))
        return false;
    run_say(p, MESSAGE_NOTE, "attached to %s (process %d), which waited at port %u", attached->name,
            (int)attached->pid, attached->port);
    return true;
}

static bool start_program(struct profile *p, struct error *error)
{
    const struct profile_settings *s = &p->settings;
    char *program_filter = program_filter_text(&s->program_filter);
    struct launcher_options options = {cupti_library_path(p->metrics.cupti),
                                       program_filter,
                                       s->null_input,
                                       s->own_output,
                                       s->rows,
                                       s->columns,
                                       .quiet = !p->mode->is_first(p),
                                       .folder = s->folder};
    bool good = p->mode->begin(p, &options.input, error) &&
                (p->mps.control || mps_control_start(p, program_filter, error));
    if (p->launcher.output >= 0)
        loop_unwatch(p->loop, p->launcher.output);
    p->program.gone = !s->program && !s->attaches;
    p->program.tail_length = 0;
    good = good && get_program(p, &options, error);
    free(program_filter);
    if (options.input >= 0)
        close(options.input);
    if (p->launcher.output >= 0)
        loop_watch(p->loop, p->launcher.output, POLLIN, serve_output, p);
    return good;
}

/* The program is gone. The mode may start it again; else what is left becomes results. */
static void end_run(struct profile *p)
{
    struct error error;
    make_results(p);
    if (p->mode->again(p)) {
        if (start_program(p, &error))
            return;
        run_say(p, MESSAGE_ERROR, "%s", error.text);
        p->outcome.failed = p->program.gone = true;
    }
    p->mode->finish(p);
    make_results(p);
    run_finish(p);
}

/* The parent of a program that was attached to is another process, which learns its status. */
static bool has_ended(struct profile *p)
{
    if (p->settings.attaches)
        return !process_is_alive(p->launcher.child);
    return waitpid(p->launcher.child, &p->program.status, WNOHANG) > 0;
}

/* The run is over when the program is gone and its sockets are empty. */
void profile_check(struct profile *p)
{
    if (p->outcome.finished)
        return;
    peer_resume(p);
    mps_turns_check(p);
    const enum mps_wait mps = mps_control_check(p);
    while (mps == MPS_GAVE_UP && p->processes.connected)
        peer_drop(p->processes.connected);
    if (!p->program.gone && has_ended(p))
        p->program.gone = true;
    if (p->program.killed_at > 0 && run_now() - p->program.killed_at > KILL_AFTER_MS / 1000.0)
        run_signal_all(p, SIGKILL);
    if (!p->program.gone || mps == MPS_WAITS)
        return;
    if (p->launcher.output >= 0) {
        struct pollfd ready = {p->launcher.output, POLLIN, 0};
        while (poll(&ready, 1, 0) > 0 && (ready.revents & POLLIN))
            serve_output(p, p->launcher.output, POLLIN);
    }
    /* Children of the program may outlive it. They are waited for while they are connected. */
    struct pollfd waiting = {p->launcher.listener, POLLIN, 0};
    const struct peer *newest;
    do {
        newest = p->processes.connected;
        if (poll(&waiting, 1, 0) > 0)
            peer_accept(p, p->launcher.listener, POLLIN);
    } while (newest != p->processes.connected); /* none is accepted while too many files are open */
    if (!p->processes.connected || p->outcome.interrupted)
        end_run(p);
}

static void set_output(struct profile *p)
{
    const struct profile_settings *s = &p->settings;
    const char *path = s->export_path ? s->export_path : "";
    p->output.spill = -1;
    p->output.recorder = recorder_open();
    p->output.report = s->joins ? s->joins : report_new(path);
    p->output.import.files =
        (struct source_files){.named = s->source_files, .folders = s->source_folders, .disk = true};
    p->output.rules = *s->rules;
    p->output.rules.source = p->output.rules.library ? rule_source_new(p->output.report) : NULL;
}

/* All that can fail. What was made before a failure is freed by profile_finish(). */
static bool start(struct profile *p, struct error *error)
{
    const struct profile_settings *s = &p->settings;
    if (!plan_make(&p->metrics.plan, s->library, &p->settings.request, error))
        return false;
    if (p->metrics.plan.left_out)
        run_say(p, MESSAGE_WARNING, "%s", p->metrics.plan.left_out);
    if (!launcher_prepare(&p->launcher, error) || !(p->metrics.cupti = cupti_library_open(error)) ||
        !chips_some_has_names(p, error))
        return false;
    if (s->export_path &&
        !(p->output.writer = report_writer_open(s->export_path, s->overwrite, error)))
        return false;
    return p->mode->open(p, error) && start_program(p, error);
}

static void abandon(struct profile *p)
{
    struct report *joins = p->settings.joins;
    bool written;
    p->program.gone = true;
    report_writer_abandon(p->output.writer);
    p->output.writer = NULL;
    struct report *report = profile_finish(p, &written);
    if (report != joins)
        report_close(report);
}

struct profile *profile_start(struct loop *loop, const struct profile_settings *settings,
                              const struct profile_events *events, struct error *error)
{
    struct profile *p = mem_alloc(sizeof *p);
    p->loop = loop;
    p->settings = *settings;
    p->events = *events;
    p->mode = run_mode_of(settings->mode);
    p->launcher.listener = p->launcher.output = p->machine.wait_timer = -1;
    p->metrics.chips = mem_alloc(MOST_DEVICES * sizeof *p->metrics.chips);
    p->results.evaluators = evaluators_new(evaluators_threads());
    p->machine.driver = driver_version();
    if (settings->choice)
        p->launches.chosen = chosen_launches_new(settings->choice, settings->budget);
    set_output(p);
    if (!start(p, error)) {
        abandon(p);
        return NULL;
    }
    if (settings->joins)
        report_begin_run(p->output.report, settings->export_path ? settings->export_path : "");
    p->outcome.started = run_now();
    if (settings->naming)
        run_say(p, MESSAGE_NOTE, "%s", settings->naming);
    loop_watch(loop, p->launcher.listener, POLLIN, peer_accept, p);
    loop_idle(loop, result_queue_wait, result_queue_work, p);
    return p;
}

struct report *profile_report(const struct profile *p)
{
    return p->output.report;
}

struct profile_measured profile_measured(const struct profile *p)
{
    struct profile_measured m = {.results = p->results.made,
                                 .application_replay = p->mode->run_for_each_pass,
                                 .passes = chips_passes(p),
                                 .measuring = p->results.seconds};
    double whole = (p->outcome.ended > 0 ? p->outcome.ended : run_now()) - p->outcome.started;
    m.program = m.application_replay ? whole / (m.passes + 1) : whole - p->results.seconds;
    return m;
}

int profile_exit_status(const struct profile *p)
{
    if (!p->program.stopped && WIFSIGNALED(p->program.status))
        return 128 + WTERMSIG(p->program.status);
    if (!p->program.stopped && WIFEXITED(p->program.status) && WEXITSTATUS(p->program.status))
        return WEXITSTATUS(p->program.status);
    return p->outcome.failed && p->settings.rank < 0;
}

void profile_stop_waiting(struct profile *p)
{
    p->outcome.signalled = true;
    p->outcome.interrupted = p->outcome.interrupted || !p->settings.program;
    p->program.gone = p->program.gone || p->settings.attaches; /* it goes on without us */
    gpu_wait_end(p);
}

void profile_signal(struct profile *p, int signal_number)
{
    profile_stop_waiting(p);
    bool again = p->program.gone && p->program.killed_at > 0;
    if (p->settings.attaches)
        return;
    if (!p->program.gone) {
        kill(p->launcher.child, signal_number);
        return;
    }
    run_signal_all(p, signal_number);
    p->program.killed_at = run_now();
    p->outcome.interrupted = again;
}

static void wait_for_child(struct profile *p)
{
    for (int i = 0; i < KILL_AFTER_MS / 10 && !p->program.gone; i++) {
        p->program.gone = waitpid(p->launcher.child, &p->program.status, WNOHANG) > 0;
        usleep(10000);
    }
}

static void end_program(struct profile *p)
{
    static const int signals[] = {SIGTERM, SIGKILL};
    p->program.gone = p->program.gone || p->settings.attaches;
    /* A program that hangs in the kernel driver does not even end by the second one. */
    for (size_t i = 0; i < 2 && !p->program.gone; i++) {
        kill(p->launcher.child, signals[i]);
        wait_for_child(p);
    }
}

/* false: a file could not be written, and the user was told. */
static bool close_files(struct profile *p)
{
    struct error error;
    bool good = true;
    if (p->output.writer && !p->results.made) {
        /* Nothing is written, and an older report of that name stays. */
        report_writer_abandon(p->output.writer);
    } else if (p->output.writer && !report_writer_finish(p->output.writer, &error)) {
        run_say(p, MESSAGE_ERROR, "%s", error.text);
        good = false;
    }
    if (!recorder_close(p->output.recorder, &error)) {
        run_say(p, MESSAGE_ERROR, "%s", error.text);
        good = false;
    }
    return good;
}

static void free_profile(struct profile *p)
{
    if (p->output.spill >= 0)
        close(p->output.spill);
    evaluators_free(p->results.evaluators);
    chips_free(p);
    if (p->machine.facts)
        wire__machine__free_unpacked(p->machine.facts, NULL);
    if (p->launcher.listener >= 0)
        loop_unwatch(p->loop, p->launcher.listener);
    if (p->launcher.output >= 0)
        loop_unwatch(p->loop, p->launcher.output);
    mps_control_stop(p);
    launcher_free(&p->launcher);
    cupti_library_close(p->metrics.cupti);
    rule_source_free(p->output.rules.source);
    packed_sections_forget(&p->metrics.sections);
    plan_free(&p->metrics.plan);
    name_counts_free(&p->launches.names);
    name_counts_free(&p->results.reasons);
    name_counts_free(&p->processes.excluded);
    unasked_launches_free(&p->launches.unasked);
    source_import_free(&p->output.import);
    symbolizer_free(&p->symbolizer);
    notices_free(&p->notices);
    launch_counts_free(&p->launches.counts);
    chosen_launches_free(p->launches.chosen);
    free(p);
}

struct report *profile_finish(struct profile *p, bool *written)
{
    struct report *report = p->output.report;
    end_program(p);
    if (p->settings.input)
        program_input_end(p->settings.input);
    loop_idle(p->loop, NULL, NULL, NULL);
    clock_guard_stop(p->machine.guard);
    while (p->processes.connected)
        peer_drop(p->processes.connected);
    p->mode->finish(p);
    make_results(p);
    p->mode->close(p);
    peer_free_gone(p);
    gpu_wait_free(p);
    *written = close_files(p);
    free_profile(p);
    return report;
}

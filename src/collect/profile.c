#include "profile.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "app_replay.h"
#include "driver_version.h"
#include "gpu_wait.h"
#include "mem.h"
#include "mps_control.h"
#include "mps_turns.h"
#include "peer.h"
#include "peer_device.h"
#include "peer_window.h"
#include "run_end.h"

static void serve_output(void *context, int fd, short events)
{
    struct profile *p = context;
    char bytes[4096];
    (void)events;
    ssize_t got = read(fd, bytes, sizeof bytes);
    if (got > 0)
        p->events.output(p->events.context, bytes, (size_t)got);
    else if (got == 0 || errno != EINTR)
        loop_unwatch(p->loop, fd);
}

bool profile_running(const struct profile *p)
{
    return !p->finished;
}

static void make_results(struct profile *p)
{
    while (p->pending)
        peer_window_work(p);
}

static bool start_program(struct profile *p, struct error *error)
{
    const struct profile_settings *s = &p->settings;
    char *choice = choice_text(&s->choice);
    struct launcher_options options = {
        cupti_library_path(p->cupti), choice, s->null_input, s->own_output, s->rows, s->columns,
        .folder = s->folder};
    bool good = app_replay_input(p, &options.input, error) &&
                (p->mps || mps_control_start(p, choice, error));
    if (p->launcher.output >= 0)
        loop_unwatch(p->loop, p->launcher.output);
    p->child_gone = !s->program;
    good = good && (!s->program || launcher_start(&p->launcher, s->program, &options, error));
    free(choice);
    if (options.input >= 0)
        close(options.input);
    if (p->launcher.output >= 0)
        loop_watch(p->loop, p->launcher.output, POLLIN, serve_output, p);
    return good;
}

/* The program is gone: with application replay it may run again. */
static void end_run(struct profile *p)
{
    struct error error;
    make_results(p);
    if (app_replay_again(p)) {
        if (start_program(p, &error))
            return;
        run_say(p, MESSAGE_ERROR, "%s", error.text);
        p->failed = p->child_gone = true;
    }
    app_replay_finish(p);
    make_results(p);
    run_finish(p);
}

/* Called on SIGCHLD and after each step: the run is over when the program is gone and its sockets
 * are empty. */
void profile_check(struct profile *p)
{
    if (p->finished)
        return;
    mps_turns_check(p);
    const bool waits = mps_control_waits(p);
    if (!p->child_gone && waitpid(p->launcher.child, &p->child_status, WNOHANG) > 0)
        p->child_gone = true;
    if (p->killed_at > 0 && run_now() - p->killed_at > KILL_AFTER_MS / 1000.0)
        run_signal_all(p, SIGKILL);
    if (!p->child_gone || waits)
        return;
    if (p->launcher.output >= 0) {
        struct pollfd ready = {p->launcher.output, POLLIN, 0};
        while (poll(&ready, 1, 0) > 0 && (ready.revents & POLLIN))
            serve_output(p, p->launcher.output, POLLIN);
    }
    /* Children of the program may outlive it; they are waited for as long as they send. */
    struct pollfd waiting = {p->launcher.listener, POLLIN, 0};
    while (poll(&waiting, 1, 0) > 0)
        peer_accept(p, p->launcher.listener, POLLIN);
    if (!p->peers || p->interrupted)
        end_run(p);
}

struct profile *profile_start(struct loop *loop, const struct profile_settings *settings,
                              const struct profile_events *events, struct error *error)
{
    struct profile *p = mem_alloc(sizeof *p);
    p->loop = loop;
    p->settings = *settings;
    p->events = *events;
    p->launcher.listener = p->launcher.output = p->wait_timer = -1;
    p->chips = mem_alloc(MOST_DEVICES * sizeof *p->chips);
    p->evaluators = evaluators_new(evaluators_threads());
    p->recorder = recorder_open();
    p->driver = driver_version();
    const char *path = settings->export_path ? settings->export_path : "";
    p->report = settings->joins ? settings->joins : report_new(path);
    p->import.files = (struct source_files){
        .named = settings->source_files, .folders = settings->source_folders, .disk = true};
    p->rules = *settings->rules;
    p->rules.source = p->rules.library ? rule_source_new(p->report) : NULL;
    bool good = plan_make(&p->plan, settings->library, &p->settings.request, error);
    good = good && launcher_prepare(&p->launcher, error);
    good = good && (p->cupti = cupti_library_open(error)) != NULL;
    if (good && settings->export_path)
        good = (p->writer =
                    report_writer_open(settings->export_path, settings->overwrite, error)) != NULL;
    if (good && settings->application_replay)
        good = (p->series = app_replay_new(p, error)) != NULL;
    good = good && start_program(p, error);
    if (!good) {
        p->child_gone = true;
        report_writer_abandon(p->writer);
        p->writer = NULL;
        bool written;
        struct report *report = profile_finish(p, &written);
        if (report != settings->joins)
            report_close(report);
        return NULL;
    }
    if (settings->joins)
        report_begin_run(p->report, path);
    p->started = run_now();
    if (settings->naming)
        run_say(p, MESSAGE_NOTE, "%s", settings->naming);
    loop_watch(loop, p->launcher.listener, POLLIN, peer_accept, p);
    loop_idle(loop, peer_window_wait, peer_window_work, p);
    return p;
}

struct report *profile_report(const struct profile *p)
{
    return p->report;
}

struct profile_measured profile_measured(const struct profile *p)
{
    struct profile_measured m = {.results = p->results,
                                 .application_replay = p->series != NULL,
                                 .measuring = p->measured_seconds};
    for (size_t i = 0; i < p->chip_count; i++) {
        unsigned passes = 0;
        for (size_t j = 0; j < p->chips[i].plan.group_count; j++)
            passes += p->chips[i].plan.groups[j].passes;
        m.passes = passes > m.passes ? passes : m.passes;
    }
    double whole = (p->ended > 0 ? p->ended : run_now()) - p->started;
    m.program = m.application_replay ? whole / (m.passes + 1) : whole - p->measured_seconds;
    return m;
}

int profile_exit_status(const struct profile *p)
{
    if (!p->stopped && WIFSIGNALED(p->child_status))
        return 128 + WTERMSIG(p->child_status);
    if (!p->stopped && WIFEXITED(p->child_status) && WEXITSTATUS(p->child_status))
        return WEXITSTATUS(p->child_status);
    return p->failed && p->settings.rank < 0;
}

void profile_stop_waiting(struct profile *p)
{
    p->signalled = true;
    p->interrupted = p->interrupted || !p->settings.program;
    gpu_wait_end(p);
}

void profile_signal(struct profile *p, int signal_number)
{
    profile_stop_waiting(p);
    bool again = p->child_gone && p->killed_at > 0;
    if (!p->child_gone) {
        kill(p->launcher.child, signal_number);
        return;
    }
    run_signal_all(p, signal_number);
    p->killed_at = run_now();
    p->interrupted = again;
}

static void wait_for_child(struct profile *p)
{
    for (int i = 0; i < KILL_AFTER_MS / 10 && !p->child_gone; i++) {
        p->child_gone = waitpid(p->launcher.child, &p->child_status, WNOHANG) > 0;
        usleep(10000);
    }
}

struct report *profile_finish(struct profile *p, bool *written)
{
    struct report *report = p->report;
    *written = true;
    if (!p->child_gone) {
        kill(p->launcher.child, SIGTERM);
        wait_for_child(p);
        if (!p->child_gone) {
            /* One that hangs in the kernel driver does not even end then. */
            kill(p->launcher.child, SIGKILL);
            wait_for_child(p);
        }
    }
    loop_idle(p->loop, NULL, NULL, NULL);
    clock_guard_stop(p->guard);
    while (p->peers)
        peer_drop(p->peers);
    app_replay_finish(p);
    make_results(p);
    app_replay_free(p);
    gpu_wait_free(p);
    if (p->writer) {
        struct error error;
        /* Without results the name stays free, and an older report under it stays. */
        if (!p->results) {
            report_writer_abandon(p->writer);
        } else if (!report_writer_finish(p->writer, &error)) {
            run_say(p, MESSAGE_ERROR, "%s", error.text);
            *written = false;
        }
    }
    struct error record_error;
    if (!recorder_close(p->recorder, &record_error)) {
        run_say(p, MESSAGE_ERROR, "%s", record_error.text);
        *written = false;
    }
    evaluators_free(p->evaluators);
    peer_device_free_chips(p);
    if (p->machine)
        wire__machine__free_unpacked(p->machine, NULL);
    if (p->launcher.listener >= 0)
        loop_unwatch(p->loop, p->launcher.listener);
    if (p->launcher.output >= 0)
        loop_unwatch(p->loop, p->launcher.output);
    mps_control_stop(p);
    launcher_free(&p->launcher);
    cupti_library_close(p->cupti);
    rule_source_free(p->rules.source);
    packed_sections_forget(&p->sections);
    plan_free(&p->plan);
    seen_kernels_free(&p->seen);
    seen_kernels_free(&p->unprofiled);
    left_out_free(&p->left_out);
    source_import_free(&p->import);
    symbolizer_free(&p->symbolizer);
    notices_free(&p->notices);
    launch_counts_free(&p->counts);
    free(p);
    return report;
}

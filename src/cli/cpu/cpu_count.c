#include "cli/cpu/cpu_count.h"

#include <errno.h>
#include <math.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include "cli/cpu/cpu_parts.h"
#include "cli/options/shell_words.h"
#include "cli/options/terminal_columns.h"
#include "collect/os/signals.h"
#include "cpu/machine/cpu_misfits.h"
#include "cpu/measure/cpu_child.h"
#include "cpu/measure/cpu_measure.h"
#include "cpu/pages/cpu_list_page.h"
#include "cpu/pages/cpu_page.h"
#include "report/base/strbuf.h"
#include "tui/cpu/cpu_screen.h"

static const size_t usual_columns = 100;
static const double usual_interval = 0.5; /* of the screen, s */

struct counting {
    struct cpu_work *work;
    struct cpu_run *run;
    struct cpu_plan plan;
    struct cpu_parts parts;
    int signals;
    bool stopped; /* by a signal or by the end of --duration */
};

/* Takes signals. Whether the program may have ended. */
static bool take_signals(struct counting *c)
{
    struct signalfd_siginfo info;
    bool child = false;
    while (read(c->signals, &info, sizeof info) == sizeof info)
        if (info.ssi_signo == SIGCHLD)
            child = true;
        else if (info.ssi_signo != SIGWINCH)
            c->stopped = true;
    return child;
}

static void step(struct counting *c, struct cpu_measure *measure)
{
    const struct cpu_options *o = &c->work->options;
    cpu_measure_step(measure, c->run);
    if (o->format != FORMAT_TEXT || !c->run->step_count)
        return;
    const size_t columns = terminal_columns(c->work->pages);
    cpu_run_settle(c->run);
    cpu_page_step(c->run, &c->work->choice, c->run->step_count - 1,
                  columns ? columns : usual_columns, c->work->pages);
    fflush(c->work->pages);
}

/* Until the program ends, a signal comes or the time is over. */
static void wait_for_end(struct counting *c, struct cpu_measure *measure, struct cpu_child *child,
                         int *status)
{
    const struct cpu_options *o = &c->work->options;
    const double start = perf_calls_real.now();
    double next = isnan(o->interval) ? INFINITY : start + o->interval * 1e9;
    const double end = isnan(o->duration) ? INFINITY : start + o->duration * 1e9;
    while (!c->stopped || child) {
        struct pollfd fd = {c->signals, POLLIN, 0};
        const double now = perf_calls_real.now(), until = next < end ? next : end;
        if (now >= end)
            break;
        if (now >= next) {
            step(c, measure);
            next += o->interval * 1e9;
            continue;
        }
        const double wait = (until - now) / 1e6 + 1;
        poll(&fd, 1, isinf(until) ? -1 : wait < 1e9 ? (int)wait : 1000000000);
        take_signals(c);
        if (child && cpu_child_ended(child, false, status))
            return;
    }
}

static bool count_round(struct counting *c, size_t round, int *status, struct error *error)
{
    char **program = c->work->options.program;
    struct cpu_child child = {.pid = -1};
    const bool whole = c->work->options.whole_machine;
    if (program && !cpu_child_start(&child, program, -1, error))
        return false;
    const struct cpu_target target = {whole ? -1 : child.pid};
    struct cpu_measure *measure = cpu_measure_open(&c->work->machine, &c->plan, &c->parts, target,
                                                   round, &perf_calls_real, c->run, error);
    if (!measure) {
        if (program)
            cpu_child_drop(&child);
        return false;
    }
    cpu_measure_start(measure);
    const bool runs = !program || cpu_child_release(&child, program, error);
    if (runs)
        wait_for_end(c, measure, program ? &child : NULL, status);
    if (runs && c->run->step_count)
        step(c, measure);
    cpu_measure_finish(measure, c->run, !c->work->options.no_pin_check);
    return runs;
}

/* Metrics that were asked for by name are not left out silently. */
static void note_misfits(const struct counting *c)
{
    const struct cpu_work *w = c->work;
    struct cpu_choice named = {0};
    char *text = NULL;
    if (w->options.metrics && cpu_choice_add_metrics(&named, &w->catalog, w->options.metrics, NULL))
        text = cpu_misfits_text(&w->machine, &named, w->options.whole_machine);
    if (text)
        cpu_run_note(c->run, "left out, %s", text);
    free(text);
    cpu_choice_free(&named);
}

/* Without the counters of Grace the generic events of this processor are counted, if no others are
 * asked for. */
static bool check_machine(const struct cpu_work *w, const struct counting *c, struct error *error)
{
    if (c->plan.count) {
        note_misfits(c);
        return true;
    }
    char *misfits = cpu_misfits_text(&w->machine, &w->choice, w->options.whole_machine),
         *missing = misfits ? NULL : cpu_missing_text(&w->machine);
    if (misfits)
        error_set(error, "these metrics are %s", misfits);
    else
        error_set(error, "%s", missing ? missing : "this machine has no event of these metrics");
    free(misfits);
    free(missing);
    return false;
}

static bool make_plan(struct counting *c, struct error *error)
{
    struct cpu_work *w = c->work;
    const struct cpu_options *o = &w->options;
    struct cpu_probe probe = {&w->machine, &perf_calls_real};
    if (!o->events || o->groups || o->metrics)
        cpu_plan_make(&c->plan, &w->catalog, &w->choice, &w->machine, &c->parts, cpu_probe_capacity,
                      &probe);
    return (!o->events ||
            cpu_plan_add_events(&c->plan, &w->catalog, &w->machine, o->events, error)) &&
           check_machine(w, c, error);
}

static bool has_core(const struct cpu_machine *machine)
{
    for (size_t i = 0; i < machine->device_count; i++)
        if (strcmp(machine->devices[i].unit->name, "core") == 0)
            return true;
    return false;
}

static void describe(struct cpu_work *w, struct cpu_run *run)
{
    struct strbuf command = {0};
    run->machine = cpu_machine_text(&w->machine);
    run->chip = w->machine.chip;
    run->sockets = w->machine.sockets;
    run->whole_machine = w->options.whole_machine;
    for (char **word = w->options.program; word && *word; word++)
        shell_word_add(&command, *word);
    if (command.length)
        run->command = strbuf_detach(&command);
    if (!cpu_machine_has_grace(&w->machine))
        cpu_run_note(run,
                     "NVIDIA Grace's counters are not here, so this is what the %s count; "
                     "rooftop cpu --list says what is missing",
                     has_core(&w->machine) ? "cores" : "generic events");
    if (w->machine.slots_differ)
        cpu_run_note(run, "this core has another number of issue slots than 8, which the formulas "
                          "of retiring and bad speculation take for granted");
}

static bool begin(struct counting *c, bool screen, struct error *error)
{
    if (!cpu_parts_read(&c->parts, &c->work->options, &c->work->machine, error))
        return false;
    describe(c->work, c->run);
    c->signals = signals_open(screen ? SIGNALS_OF_SCREEN : 0);
    return make_plan(c, error);
}

static void end(struct counting *c)
{
    close(c->signals);
    cpu_plan_free(&c->plan);
    number_list_free(&c->parts.sockets);
    cpu_run_settle(c->run);
}

bool cpu_count(struct cpu_work *w, struct cpu_run *run, int *status, struct error *error)
{
    struct counting c = {.work = w, .run = run, .signals = -1};
    bool good = begin(&c, false, error);
    const size_t rounds = w->options.repeat ? cpu_measure_rounds(&c.plan) : 1;
    for (size_t i = 0; i < rounds && good && !c.stopped; i++)
        good = count_round(&c, w->options.repeat ? i : SIZE_MAX, status, error);
    end(&c);
    return good;
}

/* A count beside the screen. */
struct live {
    struct counting counting;
    struct cpu_measure *measure; /* NULL: it has ended */
    struct cpu_child child;
    int *status;
    double start, next, stop; /* ns */
};

static int live_wait(void *context)
{
    const struct live *live = context;
    const double until = live->next < live->stop ? live->next : live->stop;
    const double left = (until - perf_calls_real.now()) / 1e6;
    return left <= 0 ? 0 : (int)left + 1;
}

static void live_finish(struct live *live)
{
    cpu_measure_finish(live->measure, live->counting.run,
                       !live->counting.work->options.no_pin_check);
    live->measure = NULL;
    cpu_run_settle(live->counting.run);
}

static bool live_work(void *context, double interval, bool *ended)
{
    struct live *live = context;
    const bool program = live->child.pid > 0;
    const double now = perf_calls_real.now();
    const bool over =
        program ? cpu_child_ended(&live->child, false, live->status) : now >= live->stop;
    const bool due = over || now >= live->next;
    if (due) {
        cpu_measure_step(live->measure, live->counting.run);
        cpu_run_settle(live->counting.run);
        live->next = now + interval * 1e9;
    }
    if (over)
        live_finish(live);
    *ended = over;
    return due;
}

/* What the program printed while the screen was open. */
static void copy_output(int from)
{
    char bytes[4096];
    ssize_t count;
    lseek(from, 0, SEEK_SET);
    while ((count = read(from, bytes, sizeof bytes)) > 0)
        fwrite(bytes, 1, (size_t)count, stdout);
    fflush(stdout);
}

static bool live_start(struct live *live, int output, struct error *error)
{
    struct cpu_work *w = live->counting.work;
    char **program = w->options.program;
    if (program && !cpu_child_start(&live->child, program, output, error))
        return false;
    const struct cpu_target target = {w->options.whole_machine ? -1 : live->child.pid};
    live->measure = cpu_measure_open(&w->machine, &live->counting.plan, &live->counting.parts,
                                     target, SIZE_MAX, &perf_calls_real, live->counting.run, error);
    if (!live->measure) {
        if (program)
            cpu_child_drop(&live->child);
        return false;
    }
    cpu_measure_start(live->measure);
    if (!program || cpu_child_release(&live->child, program, error))
        return true;
    live_finish(live);
    return false;
}

/* The signal that ended the screen ends the program, too; one that goes on is left alone. */
static void end_program(struct live *live)
{
    enum { PATIENCE_MS = 2000, STEP_MS = 10 };
    kill(live->child.pid, signals_ended_by());
    for (int ms = 0; ms < PATIENCE_MS; ms += STEP_MS) {
        if (cpu_child_ended(&live->child, false, live->status))
            return;
        poll(NULL, 0, STEP_MS);
    }
}

static void live_show(struct live *live, bool *again, bool *left)
{
    struct cpu_work *w = live->counting.work;
    const struct cpu_live feed = {live, live->counting.signals, live_wait, live_work,
                                  isnan(w->options.interval) ? usual_interval
                                                             : w->options.interval};
    live->start = perf_calls_real.now();
    live->next = live->start + feed.interval * 1e9;
    live->stop = isnan(w->options.duration) ? INFINITY : live->start + w->options.duration * 1e9;
    cpu_screen_show(live->counting.run, &w->all, &feed, w->options.theme, again);
    *left = live->measure != NULL;
    if (!live->measure)
        return;
    if (live->child.pid > 0 && signals_ended_by()) {
        end_program(live);
    } else if (live->child.pid > 0) {
        fprintf(stderr, "rooftop: waiting for %s to end\n", w->options.program[0]);
        wait_for_end(&live->counting, live->measure, &live->child, live->status);
    }
    live_finish(live);
}

bool cpu_count_screen(struct cpu_work *w, struct cpu_run *run, int *status, bool *again, bool *left,
                      struct error *error)
{
    struct live live = {
        .counting = {.work = w, .run = run, .signals = -1}, .child = {.pid = -1}, .status = status};
    const int output = w->options.program ? memfd_create("output", MFD_CLOEXEC) : -1;
    const bool good = begin(&live.counting, true, error) && live_start(&live, output, error);
    if (good)
        live_show(&live, again, left);
    end(&live.counting);
    if (output >= 0) {
        copy_output(output);
        close(output);
    }
    return good;
}

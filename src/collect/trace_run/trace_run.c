#include "collect/trace_run/trace_run.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "collect/cupti/cupti_host.h"
#include "collect/program/program_filter_text.h"
#include "collect/trace_run/trace_blocks.h"
#include "collect/trace_run/trace_peer.h"
#include "report/base/mem.h"
#include "report/trace/trace_block.h"

/* How long the program may take to end when it is asked to. */
enum { END_STEPS = 300, END_STEP_MS = 10 };

static void serve_output(void *context, int fd, short events)
{
    struct trace_run *run = context;
    char bytes[4096];
    (void)events;
    const ssize_t got = read(fd, bytes, sizeof bytes);
    if (got > 0)
        run->events.output(run->events.context, bytes, (size_t)got);
    else if (got == 0 || errno != EINTR)
        loop_unwatch(run->loop, fd);
}

void trace_run_add(struct trace_run *run, enum trace_kind kind, size_t count,
                   const uint64_t *columns, size_t stride, const char *const *texts, uint64_t now)
{
    const struct trace_rows rows = {.kind = kind,
                                    .process = (uint32_t)getpid(),
                                    .now = now,
                                    .rows = count,
                                    .columns = columns,
                                    .stride = stride,
                                    .texts = texts};
    uint8_t *bytes = mem_alloc(trace_block_room(&rows));
    trace_blocks_add(run, bytes, trace_block_pack(&rows, bytes));
    free(bytes);
}

/* Records of our own: what was traced. */
static void add_fact(struct trace_run *run, enum trace_fact what, const char *text)
{
    const uint64_t value = what;
    trace_run_add(run, TRACE_FACT, 1, &value, 1, &text, 0);
}

static void add_facts(struct trace_run *run)
{
    char host[256] = "";
    gethostname(host, sizeof host - 1);
    add_fact(run, FACT_COMMAND, run->settings.command_line);
    add_fact(run, FACT_HOST, host);
    add_fact(run, FACT_VERSION, "rooftop " ROOFTOP_VERSION);
}

/* *input: for the program, which is closed then; -1: it gets ours. */
static bool begin_input(struct trace_run *run, int *input, struct error *error)
{
    *input = -1;
    if (!run->settings.input || run->settings.null_input)
        return true;
    run->settings.input->loop = run->loop;
    return program_input_begin(run->settings.input, input, error);
}

static bool start(struct trace_run *run, struct error *error)
{
    const struct trace_settings *s = &run->settings;
    static const struct nvtx_filter no_nvtx;
    static const struct range_filter no_ranges;
    const struct program_filter_settings filter = {
        .nvtx_filter = &no_nvtx, .ranges = &no_ranges, .nvtx = s->kinds.nvtx};
    if (!launcher_prepare(&run->launcher, error) || !(run->cupti = cupti_library_open(error)))
        return false;
    if (s->export_path && !(run->writer = trace_writer_open(s->export_path, s->overwrite, error)))
        return false;
    int input;
    if (!begin_input(run, &input, error))
        return false;
    char *text = program_filter_text(&filter);
    const struct launcher_options options = {.cupti_path = cupti_library_path(run->cupti),
                                             .program_filter = text,
                                             .null_input = s->null_input,
                                             .own_output = s->own_output,
                                             .rows = s->rows,
                                             .columns = s->columns,
                                             .input = input};
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    run->started = (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
    const bool good = launcher_start(&run->launcher, s->program, &options, error);
    free(text);
    if (input >= 0)
        close(input);
    return good;
}

static void free_run(struct trace_run *run)
{
    if (run->settings.input)
        program_input_end(run->settings.input);
    trace_peer_drop_all(run);
    if (run->launcher.listener >= 0)
        loop_unwatch(run->loop, run->launcher.listener);
    if (run->launcher.output >= 0)
        loop_unwatch(run->loop, run->launcher.output);
    launcher_free(&run->launcher);
    cupti_library_close(run->cupti);
    trace_limits_free(&run->limits);
    free(run);
}

struct trace_run *trace_run_start(struct loop *loop, const struct trace_settings *settings,
                                  const struct trace_events *events, struct error *error)
{
    struct trace_run *run = mem_alloc(sizeof *run);
    run->loop = loop;
    run->settings = *settings;
    run->events = *events;
    run->launcher.listener = run->launcher.output = -1;
    run->trace = trace_new();
    if (!start(run, error)) {
        trace_writer_abandon(run->writer);
        trace_free(run->trace);
        free_run(run);
        return NULL;
    }
    add_facts(run);
    loop_watch(loop, run->launcher.listener, POLLIN, trace_peer_accept, run);
    if (run->launcher.output >= 0)
        loop_watch(loop, run->launcher.output, POLLIN, serve_output, run);
    return run;
}

static const char *program_name(const struct trace_run *run)
{
    return run->settings.program[0];
}

static void explain_end(struct trace_run *run)
{
    if (WIFSIGNALED(run->status) && !run->stopped)
        trace_run_say(run, TRACE_MESSAGE_WARNING, "%s was ended by signal %d (%s); %s",
                      program_name(run), WTERMSIG(run->status), strsignal(WTERMSIG(run->status)),
                      run->records ? "the records until then are kept" : "there are no records");
    else if (WIFEXITED(run->status) && WEXITSTATUS(run->status) && run->settings.check_exit_code)
        trace_run_say(run, TRACE_MESSAGE_WARNING, "%s ended with status %d", program_name(run),
                      WEXITSTATUS(run->status));
    if (run->lost)
        trace_run_say(
            run, TRACE_MESSAGE_WARNING,
            "%llu records were lost: totals are too small; a larger --buffer or fewer kinds "
            "(--trace) lose less",
            (unsigned long long)run->lost);
    if (run->records || run->failed)
        return;
    if (!run->greeted)
        trace_run_say(
            run, TRACE_MESSAGE_ERROR,
            "%s made no CUDA call: nothing was traced (a script that starts the real program "
            "through sudo, env -i or a container hides it; --doctor checks this machine)",
            program_name(run));
    else if (run->excluded == run->greeted)
        trace_run_say(run, TRACE_MESSAGE_ERROR,
                      "every process that used CUDA is left out by --target-processes, "
                      "--target-processes-filter or --ranks");
    else
        trace_run_say(run, TRACE_MESSAGE_ERROR, "%s used CUDA, but nothing that is traced happened",
                      program_name(run));
}

void trace_run_check(struct trace_run *run)
{
    if (run->finished)
        return;
    if (!run->gone && waitpid(run->launcher.child, &run->status, WNOHANG) > 0)
        run->gone = true;
    if (!run->gone)
        return;
    if (run->launcher.output >= 0) {
        struct pollfd ready = {run->launcher.output, POLLIN, 0};
        while (poll(&ready, 1, 0) > 0 && (ready.revents & POLLIN))
            serve_output(run, run->launcher.output, POLLIN);
    }
    /* Children of the program may outlive it. */
    trace_peer_accept_waiting(run);
    if (run->connected && !run->interrupted)
        return;
    run->finished = true;
    explain_end(run);
}

bool trace_run_goes_on(const struct trace_run *run)
{
    return !run->finished;
}

struct trace *trace_run_trace(struct trace_run *run)
{
    return run->trace;
}

uint64_t trace_run_records(const struct trace_run *run)
{
    return run->records;
}

uint64_t trace_run_lost(const struct trace_run *run)
{
    return run->lost;
}

void trace_run_signal(struct trace_run *run, int signal_number)
{
    run->interrupted = run->gone && run->stopped;
    run->stopped = true;
    if (!run->gone)
        kill(run->launcher.child, signal_number);
    for (const struct traced *t = run->connected; t && run->gone; t = t->next)
        if (t->pid > 0)
            kill(t->pid, signal_number);
}

int trace_run_exit_status(const struct trace_run *run)
{
    if (WIFSIGNALED(run->status))
        return 128 + WTERMSIG(run->status);
    if (WEXITSTATUS(run->status))
        return WEXITSTATUS(run->status);
    return run->failed && run->settings.rank < 0;
}

static void end_program(struct trace_run *run)
{
    static const int signals[] = {SIGTERM, SIGKILL};
    for (size_t i = 0; i < 2 && !run->gone; i++) {
        kill(run->launcher.child, signals[i]);
        for (int step = 0; step < END_STEPS && !run->gone; step++) {
            run->gone = waitpid(run->launcher.child, &run->status, WNOHANG) > 0;
            usleep(END_STEP_MS * 1000);
        }
    }
}

/* Reads what processes have sent before they ended. */
static void read_rest(struct trace_run *run)
{
    for (int step = 0; step < 100 && run->connected; step++)
        loop_step(run->loop, 10);
}

struct trace *trace_run_finish(struct trace_run *run, bool *written)
{
    struct trace *trace = run->trace;
    struct error error;
    const bool early = !run->gone;
    end_program(run);
    if (early)
        read_rest(run);
    *written = true;
    if (run->writer && !run->records) {
        trace_writer_abandon(run->writer);
    } else if (run->writer && !trace_writer_finish(run->writer, &error)) {
        trace_run_say(run, TRACE_MESSAGE_ERROR, "%s", error.text);
        *written = false;
    }
    free_run(run);
    return trace;
}

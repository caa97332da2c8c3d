#include "collect/trace_run/trace_run.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "collect/cupti/cupti_host.h"
#include "collect/os/frame.h"
#include "collect/program/launcher.h"
#include "collect/program/process_choice.h"
#include "collect/program/program_filter_text.h"
#include "collect/run/message_limits.h"
#include "report/base/mem.h"
#include "report/base/message_depth.h"
#include "report/trace/trace_block.h"
#include "report/trace/trace_writer.h"
#include "wire.pb-c.h"

/* How long a send may block, and how long the program may take to end when it is asked to. */
enum { SEND_SECONDS = 30, END_STEPS = 300, END_STEP_MS = 10 };

/* A connected process. */
struct traced {
    struct traced *next;
    struct trace_run *run;
    int socket;
    pid_t pid;
    bool greeted, traced, said_bye;
    size_t notices;
    struct frame_reader reader;
};

struct trace_run {
    struct loop *loop;
    struct trace_settings settings;
    struct trace_events events;
    struct launcher launcher;
    struct cupti_library *cupti;
    struct traced *connected;
    struct trace *trace;
    struct trace_writer *writer;
    uint64_t records, lost;
    uint64_t started; /* ns since 1970 */
    size_t greeted, excluded;
    int status;
    bool gone, finished, stopped, interrupted, failed, told_damage;
};

static void say(struct trace_run *run, enum trace_message level, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static void say(struct trace_run *run, enum trace_message level, const char *format, ...)
{
    struct error text;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text.text, sizeof text.text, format, arguments);
    va_end(arguments);
    run->failed = run->failed || level == TRACE_MESSAGE_ERROR;
    run->events.message(run->events.context, level, text.text);
}

static void drop(struct traced *traced)
{
    struct trace_run *run = traced->run;
    struct traced **at = &run->connected;
    while (*at != traced)
        at = &(*at)->next;
    *at = traced->next;
    loop_unwatch(run->loop, traced->socket);
    close(traced->socket);
    frame_reader_free(&traced->reader);
    free(traced);
}

static void fill_setup(const struct trace_run *run, pid_t pid, Wire__TraceSetup *m)
{
    const struct trace_kinds *k = &run->settings.kinds;
    const int rank = process_rank(pid);
    m->has_cuda = m->has_runtime = m->has_driver = m->has_both = m->has_sync = true;
    m->has_memory = m->has_um = m->has_overhead = m->has_nvtx = m->has_whole_graphs = true;
    m->has_queued = m->has_buffer_bytes = m->has_jit = m->has_environment = true;
    m->has_decompressions = m->has_device_graphs = true;
    m->cuda = k->cuda;
    m->runtime = k->runtime;
    m->driver = k->driver;
    m->both = k->both;
    m->sync = k->sync;
    m->memory = k->memory;
    m->um = k->um;
    m->overhead = k->overhead;
    m->nvtx = k->nvtx;
    m->jit = k->jit;
    m->environment = k->environment;
    m->decompressions = k->decompressions;
    m->device_graphs = k->device_graphs;
    m->whole_graphs = k->whole_graphs;
    m->queued = k->queued;
    m->buffer_bytes = k->buffer_bytes;
    m->has_from = m->has_until = true;
    m->from = k->delay > 0 ? run->started + (uint64_t)(k->delay * 1e9) : 0;
    m->until = k->duration > 0 ? run->started + (uint64_t)((k->delay + k->duration) * 1e9) : 0;
    m->has_rank = rank >= 0;
    m->rank = rank >= 0 ? (uint32_t)rank : 0;
}

static bool is_chosen(struct trace_run *run, pid_t pid, const char *executable)
{
    const struct process_choice choice = {run->settings.processes, run->settings.ranks,
                                          run->launcher.child, run->settings.root_process_only};
    const struct process_facts who = {pid, executable, process_rank(pid)};
    return !process_excluded_by(&choice, &who);
}

static void on_hello(struct traced *traced, const Wire__Hello *hello)
{
    struct trace_run *run = traced->run;
    Wire__ToTarget message = WIRE__TO_TARGET__INIT;
    Wire__Setup setup = WIRE__SETUP__INIT;
    Wire__TraceSetup trace = WIRE__TRACE_SETUP__INIT;
    setup.has_profile = true;
    setup.profile = hello->protocol == WIRE__PROTOCOL__CURRENT &&
                    is_chosen(run, traced->pid, hello->executable ? hello->executable : "");
    fill_setup(run, traced->pid, &trace);
    setup.trace = &trace;
    message.setup = &setup;
    traced->greeted = true;
    traced->traced = setup.profile;
    run->greeted++;
    run->excluded += !setup.profile;
    frame_send(traced->socket, &message.base);
}

/* Losses are told while they happen; strings and facts are no records. */
static void count(struct trace_run *run, const struct trace_block *block)
{
    uint64_t *values;
    if ((block->kind >= TRACE_KERNEL && block->kind < TRACE_LOSS) || block->kind >= TRACE_JIT)
        run->records += block->rows;
    if (block->kind != TRACE_LOSS)
        return;
    values = mem_alloc((block->rows + 1) * sizeof *values);
    if (trace_block_column(block, LOSS_COUNT, values))
        for (size_t i = 0; i < block->rows; i++)
            run->lost += values[i];
    free(values);
}

/* A block that cannot be read must not get into the file. */
static bool is_whole(const struct trace_block *block)
{
    uint64_t *values = mem_alloc((block->rows + 1) * sizeof *values);
    const bool whole = trace_block_check(block, values);
    free(values);
    return whole;
}

static void take_block(struct trace_run *run, const uint8_t *bytes, size_t length)
{
    struct trace_block block;
    bool good = trace_block_open(&block, bytes, length) && is_whole(&block);
    if (good && run->settings.keep)
        good = trace_add_block(run->trace, 0, bytes, length);
    if (!good) {
        if (!run->told_damage)
            say(run, TRACE_MESSAGE_ERROR, "records of the program are damaged and left out");
        run->told_damage = true;
        return;
    }
    count(run, &block);
    if (run->writer)
        trace_writer_add(run->writer, bytes, length);
}

static void on_notice(struct traced *traced, const Wire__Notice *notice)
{
    if (++traced->notices == MOST_NOTICES + 1)
        say(traced->run, TRACE_MESSAGE_WARNING,
            "process %d says more than %d things: the rest is not shown", (int)traced->pid,
            MOST_NOTICES);
    if (traced->notices > MOST_NOTICES)
        return;
    say(traced->run, notice->fatal ? TRACE_MESSAGE_ERROR : TRACE_MESSAGE_WARNING, "%s",
        notice->text ? notice->text : "");
}

/* What the program sends is believed within limits, and in the order of the protocol. */
static bool is_allowed(const struct traced *traced, const Wire__ToHost *m, struct error *error)
{
    if (!m) {
        error_set(error, "it cannot be read");
        return false;
    }
    if (!traced->greeted && !m->hello)
        return error_set(error, "it came before the process said who it is");
    if (traced->greeted && m->hello)
        return error_set(error, "the process said before who it is");
    if (traced->said_bye)
        return error_set(error, "it came behind the last one");
    return message_limits_keep(&m->base, error);
}

static bool serve_frame(struct traced *traced, const uint8_t *bytes, size_t length)
{
    struct error error;
    Wire__ToHost *m = message_is_shallow(&wire__to_host__descriptor, bytes, length)
                          ? wire__to_host__unpack(NULL, length, bytes)
                          : NULL;
    const bool good = is_allowed(traced, m, &error);
    if (good && m->hello && !traced->greeted)
        on_hello(traced, m->hello);
    else if (good && m->trace)
        take_block(traced->run, m->trace->block.data, m->trace->block.len);
    else if (good && m->notice)
        on_notice(traced, m->notice);
    else if (good && m->bye)
        traced->said_bye = true;
    if (!good)
        say(traced->run, TRACE_MESSAGE_ERROR, "process %d sent a message that is not accepted: %s",
            (int)traced->pid, error.text);
    if (m)
        wire__to_host__free_unpacked(m, NULL);
    return good;
}

static void serve(void *context, int fd, short events)
{
    struct traced *traced = context;
    uint8_t *bytes;
    size_t length;
    (void)events;
    const bool open = frame_reader_fill(&traced->reader, fd);
    bool good = true;
    while (good && frame_reader_next(&traced->reader, &bytes, &length))
        good = serve_frame(traced, bytes, length);
    if (open && good && !traced->reader.broken)
        return;
    if (traced->traced && !traced->said_bye && process_is_alive(traced->pid))
        say(traced->run, TRACE_MESSAGE_WARNING,
            "process %d closed its connection and goes on: what it does from now on is not traced",
            (int)traced->pid);
    drop(traced);
}

static void accept_process(void *context, int fd, short events)
{
    struct trace_run *run = context;
    const struct timeval timeout = {SEND_SECONDS, 0};
    struct ucred who;
    socklen_t size = sizeof who;
    (void)events;
    const int socket = accept4(fd, NULL, NULL, SOCK_CLOEXEC);
    if (socket < 0)
        return;
    setsockopt(socket, SOL_SOCKET, SO_SNDTIMEO, &timeout, sizeof timeout);
    struct traced *traced = mem_alloc(sizeof *traced);
    traced->run = run;
    traced->socket = socket;
    traced->pid = getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &who, &size) == 0 ? who.pid : 0;
    traced->next = run->connected;
    run->connected = traced;
    loop_watch(run->loop, socket, POLLIN, serve, traced);
}

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
    take_block(run, bytes, trace_block_pack(&rows, bytes));
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
    for (struct traced *traced = run->connected, *next; traced; traced = next) {
        next = traced->next;
        drop(traced);
    }
    if (run->launcher.listener >= 0)
        loop_unwatch(run->loop, run->launcher.listener);
    if (run->launcher.output >= 0)
        loop_unwatch(run->loop, run->launcher.output);
    launcher_free(&run->launcher);
    cupti_library_close(run->cupti);
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
    loop_watch(loop, run->launcher.listener, POLLIN, accept_process, run);
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
        say(run, TRACE_MESSAGE_WARNING, "%s was ended by signal %d (%s); %s", program_name(run),
            WTERMSIG(run->status), strsignal(WTERMSIG(run->status)),
            run->records ? "the records until then are kept" : "there are no records");
    else if (WIFEXITED(run->status) && WEXITSTATUS(run->status) && run->settings.check_exit_code)
        say(run, TRACE_MESSAGE_WARNING, "%s ended with status %d", program_name(run),
            WEXITSTATUS(run->status));
    if (run->lost)
        say(run, TRACE_MESSAGE_WARNING,
            "%llu records were lost: totals are too small; a larger --buffer or fewer kinds "
            "(--trace) lose less",
            (unsigned long long)run->lost);
    if (run->records || run->failed)
        return;
    if (!run->greeted)
        say(run, TRACE_MESSAGE_ERROR,
            "%s made no CUDA call: nothing was traced (a script that starts the real program "
            "through sudo, env -i or a container hides it; --doctor checks this machine)",
            program_name(run));
    else if (run->excluded == run->greeted)
        say(run, TRACE_MESSAGE_ERROR,
            "every process that used CUDA is left out by --target-processes, "
            "--target-processes-filter or --ranks");
    else
        say(run, TRACE_MESSAGE_ERROR, "%s used CUDA, but nothing that is traced happened",
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
    struct pollfd waiting = {run->launcher.listener, POLLIN, 0};
    while (poll(&waiting, 1, 0) > 0)
        accept_process(run, run->launcher.listener, POLLIN);
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
        say(run, TRACE_MESSAGE_ERROR, "%s", error.text);
        *written = false;
    }
    free_run(run);
    return trace;
}

#include "cli/profile/run_trace.h"

#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include "cli/commands/outputs.h"
#include "cli/commands/show_trace.h"
#include "cli/profile/run_trace_cpu.h"
#include "cli/profile/run_trace_live.h"
#include "collect/os/loop.h"
#include "collect/os/signals.h"
#include "collect/trace_run/trace_run.h"
#include "report/base/mem.h"
#include "report/base/message.h"
#include "report/base/nearest.h"
#include "report/base/safe_text.h"
#include "report/names/export_name.h"
#include "report/names/rank_here.h"
#include "report/trace/trace_writer.h"

struct text_trace {
    const struct options *options;
    FILE *messages;
    struct trace_run *run;
    struct run_trace_cpu *cpu; /* NULL: the CPU is not counted */
    bool screen;               /* the timeline is shown while the program runs */
    struct strbuf output;      /* of the program, and of us, until the screen is closed */
    struct word_list said;
    int rank; /* of this process; negative: it is alone */
};

static void on_message(void *context, enum trace_message level, const char *text)
{
    static const char *const words[] = {"note", "warning", "error"};
    struct text_trace *t = context;
    if (level == TRACE_MESSAGE_NOTE && t->options->quiet)
        return;
    char *line = mem_printf("%s: %s", words[level], text);
    if (t->screen)
        word_list_add(&t->said, line);
    else
        message_tell(t->messages, t->rank, line);
    free(line);
}

static void on_output(void *context, const char *bytes, size_t length)
{
    struct text_trace *t = context;
    if (t->screen)
        strbuf_add(&t->output, bytes, length);
    else
        fwrite(bytes, 1, length, stdout);
}

/* What was kept while the screen was open. */
static void print_kept(struct text_trace *t)
{
    t->screen = false;
    fwrite(t->output.data ? t->output.data : "", 1, t->output.length, stdout);
    fflush(stdout);
    for (size_t i = 0; i < t->said.count; i++)
        message_tell(t->messages, t->rank, t->said.words[i]);
    strbuf_free(&t->output);
    word_list_free(&t->said);
}

/* As with profiling: the terminal sends Ctrl-C to the program itself. */
static void on_signal(void *context, int fd, short events)
{
    struct text_trace *t = context;
    struct signalfd_siginfo info;
    (void)events;
    while (read(fd, &info, sizeof info) == sizeof info)
        if (info.ssi_signo != SIGCHLD && info.ssi_signo != SIGWINCH && info.ssi_code != SI_KERNEL)
            trace_run_signal(t->run, (int)info.ssi_signo);
}

static bool parse_kind(struct trace_kinds *kinds, bool *api, const char *word, struct error *error)
{
    const struct {
        const char *word;
        bool *flag;
    } known[] = {{"cuda", &kinds->cuda},
                 {"api", api},
                 {"sync", &kinds->sync},
                 {"mem", &kinds->memory},
                 {"um", &kinds->um},
                 {"nvtx", &kinds->nvtx},
                 {"overhead", &kinds->overhead},
                 {"jit", &kinds->jit},
                 {"env", &kinds->environment},
                 {"decompress", &kinds->decompressions},
                 {"rotation", &kinds->rotations},
                 {"device-graph", &kinds->device_graphs}};
    struct nearest nearest = {.wanted = word};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        if (strcmp(word, known[i].word) == 0)
            return *known[i].flag = true;
        nearest_offer(&nearest, known[i].word);
    }
    return error_set(error,
                     "--trace knows no \"%s\"%s%s; it takes cuda, api, sync, mem, um, nvtx, "
                     "overhead, jit, env, decompress, rotation and device-graph",
                     word, nearest.best ? ", nearest is " : "", nearest.best ? nearest.best : "");
}

static bool parse_kinds(struct trace_kinds *kinds, bool *api, const char *list, struct error *error)
{
    char *copy = mem_strdup(list), *rest = copy;
    bool good = true;
    for (char *word; good && (word = strsep(&rest, ","));)
        good = parse_kind(kinds, api, word, error);
    free(copy);
    return good;
}

/* "64M": with K, M or G. */
static bool parse_size(const char *text, uint64_t *bytes, struct error *error)
{
    enum { LEAST = 2 << 20 };
    static const char units[] = "KMG";
    char *end;
    const unsigned long long number = strtoull(text, &end, 10);
    const char *unit = *end ? strchr(units, *end & ~0x20) : NULL;
    const unsigned shift = unit ? 10 * (unsigned)(unit - units + 1) : 0;
    *bytes = (uint64_t)number << shift;
    if (end == text || *text == '-' || (*end && (!unit || end[1])) || number > 1u << 20 ||
        *bytes < LEAST || *bytes > 64ull << 30)
        return error_set(error, "--buffer takes a size from 2M to 64G, such as 256M: \"%s\"", text);
    return true;
}

/* Seconds, with decimals. NULL: 0. */
static bool parse_seconds(const char *option, const char *text, double *seconds,
                          struct error *error)
{
    enum { MOST = 365 * 24 * 60 * 60 };
    char *end = NULL;
    *seconds = text ? strtod(text, &end) : 0;
    return !text || (end != text && !*end && *seconds > 0 && *seconds <= MOST) ||
           error_set(error, "--%s takes seconds, such as 2.5: \"%s\"", option, text);
}

static bool choose_kinds(struct trace_kinds *kinds, const struct options *o, struct error *error)
{
    static const char standard[] = "cuda,api,sync,nvtx,overhead";
    bool api = false;
    *kinds = (struct trace_kinds){.whole_graphs = o->whole_graphs, .queued = o->trace.queued};
    if (!parse_kinds(kinds, &api, o->trace.kinds ? o->trace.kinds : standard, error) ||
        !parse_size(o->trace.buffer ? o->trace.buffer : "64M", &kinds->buffer_bytes, error) ||
        !parse_seconds("delay", o->trace.delay, &kinds->delay, error) ||
        !parse_seconds("duration", o->trace.duration, &kinds->duration, error))
        return false;
    if (kinds->device_graphs && !kinds->whole_graphs)
        return error_set(error, "--trace device-graph also needs --graph-profiling graph: CUPTI "
                                "tells of graphs that the GPU launches only as a whole");
    kinds->runtime = api && o->trace.api != TRACE_API_DRIVER;
    kinds->driver = api && o->trace.api != TRACE_API_RUNTIME;
    kinds->both = o->trace.api == TRACE_API_BOTH || o->trace.api == TRACE_API_DRIVER;
    return true;
}

/* The name with its suffix; free() it. A rank writes a file of its own. */
static char *name_file(const char *given, int rank, struct error *error)
{
    char *pattern =
        rank >= 0 && !rank_names_file(given, rank) ? rank_add_to_name(given) : mem_strdup(given);
    char *path = export_name_as(pattern, TRACE_SUFFIX, error);
    free(pattern);
    return path;
}

/* Until the program has ended. */
static void wait_for_end(struct text_trace *t, struct loop *loop)
{
    while (trace_run_goes_on(t->run)) {
        loop_step(loop, 500);
        trace_run_check(t->run);
    }
}

static void tell_trace(struct text_trace *t, const char *path, unsigned long long records)
{
    char *line = mem_printf("trace %s, %llu record%s", path, records, records == 1 ? "" : "s");
    message_tell(t->messages, t->rank, line);
    free(line);
}

static int run_started(struct text_trace *t, struct loop *loop, const struct trace_settings *s,
                       FILE *pages)
{
    bool written, shown = false;
    if (t->screen) {
        shown = run_trace_live(t->run, loop, t->options, &t->output) == 0;
        print_kept(t);
    }
    if (!shown)
        wait_for_end(t, loop);
    int status = trace_run_exit_status(t->run);
    if (t->cpu)
        run_trace_cpu_stop(t->cpu);
    const unsigned long long records = trace_run_records(t->run);
    struct trace *trace = trace_run_finish(t->run, &written);
    if (!written && s->rank < 0)
        status = status ? status : 1;
    if (s->export_path && written && records && !t->options->quiet)
        tell_trace(t, s->export_path, records);
    fflush(stdout);
    const bool chrome = trace_exports_chrome(t->options->export_path);
    if (chrome && records && export_trace_chrome(trace, t->options, "trace") != 0)
        status = status ? status : 1;
    const bool prints = !s->export_path || t->options->page_given; /* a screen needs no -o */
    if (s->keep && prints && (!chrome || t->options->page_given) &&
        (records || t->options->page.format == FORMAT_JSON))
        print_trace(trace, t->options, pages);
    trace_free(trace);
    return status;
}

static int run_prepared(struct text_trace *t, const struct trace_settings *settings, FILE *pages)
{
    const struct trace_events events = {t, on_message, on_output};
    struct loop *loop = loop_new();
    struct error error;
    const int signals = signals_open(t->options->forward_signals ? SIGNALS_OF_PROGRAMS : 0);
    int status = 1;
    t->rank = settings->rank;
    t->run = trace_run_start(loop, settings, &events, &error);
    if (t->run) {
        if (t->cpu)
            run_trace_cpu_start(t->cpu, t->run, loop);
        if (!t->screen) /* which takes signals itself */
            loop_watch(loop, signals, POLLIN, on_signal, t);
        status = run_started(t, loop, settings, pages);
    } else {
        message_print(t->messages, error.text);
    }
    loop_free(loop);
    close(signals);
    return status;
}

static struct trace_settings settings_of(const struct options *o)
{
    const struct rank_here rank = rank_here();
    return (struct trace_settings){.program = o->program,
                                   .command_line = o->command_line,
                                   .processes = &o->filter.processes,
                                   .ranks = &o->ranks,
                                   .rank = rank.size != 1 ? rank.number : -1,
                                   .root_process_only = o->root_process_only,
                                   .check_exit_code = o->check_exit_code,
                                   .null_input = o->null_input,
                                   .overwrite = o->force_overwrite};
}

struct trace *run_trace_kernels(const struct options *o, FILE *messages, int *status)
{
    enum { BUFFER = 64 << 20 };
    struct text_trace t = {.options = o, .messages = messages};
    const struct trace_events events = {&t, on_message, on_output};
    struct trace_settings settings = settings_of(o);
    struct loop *loop = loop_new();
    struct error error;
    struct trace *trace = NULL;
    const int signals = signals_open(o->forward_signals ? SIGNALS_OF_PROGRAMS : 0);
    settings.kinds = (struct trace_kinds){.cuda = true, .buffer_bytes = BUFFER};
    settings.keep = true;
    settings.input = o->input;
    t.rank = settings.rank;
    *status = 1;
    t.run = trace_run_start(loop, &settings, &events, &error);
    if (t.run) {
        bool written;
        loop_watch(loop, signals, POLLIN, on_signal, &t);
        wait_for_end(&t, loop);
        *status = trace_run_exit_status(t.run);
        trace = trace_run_finish(t.run, &written);
        fflush(stdout);
    } else {
        message_print(messages, error.text);
    }
    loop_free(loop);
    close(signals);
    return trace;
}

/* The screen needs the terminal for itself: the program gets one of its size. */
static void give_terminal(struct trace_settings *settings)
{
    struct winsize size;
    const bool known = ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col && size.ws_row;
    settings->own_output = settings->null_input = true;
    settings->rows = known ? size.ws_row : 24;
    settings->columns = known ? size.ws_col : 80;
}

/* With --cpu. false: nothing of it can be counted. */
static bool open_cpu(struct text_trace *t, struct error *error)
{
    if (!t->options->trace.cpu)
        return true;
    t->cpu = run_trace_cpu_open(t->options->trace.cpu, error);
    for (size_t i = 0; t->cpu && run_trace_cpu_note(t->cpu, i); i++)
        if (!t->options->quiet)
            message_print(t->messages, run_trace_cpu_note(t->cpu, i));
    return t->cpu != NULL;
}

int run_trace(struct options *o, FILE *pages, FILE *messages)
{
    struct error error;
    struct text_trace t = {.options = o, .messages = messages};
    const bool chrome = trace_exports_chrome(o->export_path);
    struct trace_settings settings = settings_of(o);
    char *path = NULL;
    int status = 1;
    t.screen = wants_screen(o);
    settings.keep = !o->export_path || o->page_given || chrome || t.screen;
    if (t.screen) {
        give_terminal(&settings);
        if (!o->trace.pages)
            o->trace.pages = 1u << TRACE_PAGE_SUMMARY; /* the screen has shown the rest */
    }
    if (choose_kinds(&settings.kinds, o, &error) &&
        (!o->export_path || chrome || (path = name_file(o->export_path, settings.rank, &error)))) {
        settings.export_path = path;
        if (open_cpu(&t, &error))
            status = run_prepared(&t, &settings, pages);
        else
            message_print(messages, error.text);
        run_trace_cpu_free(t.cpu);
    } else {
        message_print(messages, error.text);
    }
    free(path);
    return status;
}

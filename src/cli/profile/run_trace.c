#include "cli/profile/run_trace.h"

#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include "cli/commands/show_trace.h"
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
    char who[32];
};

static void on_message(void *context, enum trace_message level, const char *text)
{
    static const char *const words[] = {"note", "warning", "error"};
    struct text_trace *t = context;
    if (level == TRACE_MESSAGE_NOTE && t->options->quiet)
        return;
    char *safe = safe_text(text);
    fprintf(t->messages, "%s: %s: %s\n", t->who, words[level], safe);
    fflush(t->messages);
    free(safe);
}

static void on_output(void *context, const char *bytes, size_t length)
{
    (void)context;
    fwrite(bytes, 1, length, stdout);
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
    } known[] = {{"cuda", &kinds->cuda},        {"api", api},       {"sync", &kinds->sync},
                 {"mem", &kinds->memory},       {"um", &kinds->um}, {"nvtx", &kinds->nvtx},
                 {"overhead", &kinds->overhead}};
    struct nearest nearest = {.wanted = word};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        if (strcmp(word, known[i].word) == 0)
            return *known[i].flag = true;
        nearest_offer(&nearest, known[i].word);
    }
    return error_set(error,
                     "--trace knows no \"%s\"%s%s; it takes cuda, api, sync, mem, um, nvtx and "
                     "overhead",
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

static bool choose_kinds(struct trace_kinds *kinds, const struct options *o, struct error *error)
{
    static const char standard[] = "cuda,api,sync,nvtx,overhead";
    bool api = false;
    *kinds = (struct trace_kinds){.whole_graphs = o->whole_graphs, .queued = o->trace.queued};
    if (!parse_kinds(kinds, &api, o->trace.kinds ? o->trace.kinds : standard, error) ||
        !parse_size(o->trace.buffer ? o->trace.buffer : "64M", &kinds->buffer_bytes, error))
        return false;
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

static int run_started(struct text_trace *t, struct loop *loop, const struct trace_settings *s,
                       FILE *pages)
{
    bool written;
    while (trace_run_goes_on(t->run)) {
        loop_step(loop, 500);
        trace_run_check(t->run);
    }
    int status = trace_run_exit_status(t->run);
    const unsigned long long records = trace_run_records(t->run);
    struct trace *trace = trace_run_finish(t->run, &written);
    if (!written && s->rank < 0)
        status = status ? status : 1;
    if (s->export_path && written && records && !t->options->quiet)
        fprintf(t->messages, "%s: trace %s, %llu record%s\n", t->who, s->export_path, records,
                records == 1 ? "" : "s");
    fflush(stdout);
    const bool chrome = trace_exports_chrome(t->options->export_path);
    if (chrome && records && export_trace_chrome(trace, t->options, "trace") != 0)
        status = status ? status : 1;
    if (s->keep && (!chrome || t->options->page_given) &&
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
    const int signals = signals_open(t->options->forward_signals);
    int status = 1;
    snprintf(t->who, sizeof t->who, settings->rank < 0 ? "rooftop" : "rooftop: rank %d",
             settings->rank);
    t->run = trace_run_start(loop, settings, &events, &error);
    if (t->run) {
        loop_watch(loop, signals, POLLIN, on_signal, t);
        status = run_started(t, loop, settings, pages);
    } else {
        message_print(t->messages, error.text);
    }
    loop_free(loop);
    close(signals);
    return status;
}

int run_trace(struct options *o, FILE *pages, FILE *messages)
{
    struct error error;
    struct text_trace t = {.options = o, .messages = messages};
    const struct rank_here rank = rank_here();
    const bool chrome = trace_exports_chrome(o->export_path);
    struct trace_settings settings = {.program = o->program,
                                      .command_line = o->command_line,
                                      .processes = &o->filter.processes,
                                      .ranks = &o->ranks,
                                      .rank = rank.size != 1 ? rank.number : -1,
                                      .root_process_only = o->root_process_only,
                                      .check_exit_code = o->check_exit_code,
                                      .null_input = o->null_input,
                                      .overwrite = o->force_overwrite,
                                      .keep = !o->export_path || o->page_given || chrome};
    char *path = NULL;
    int status = 1;
    if (choose_kinds(&settings.kinds, o, &error) &&
        (!o->export_path || chrome || (path = name_file(o->export_path, settings.rank, &error)))) {
        settings.export_path = path;
        status = run_prepared(&t, &settings, pages);
    } else {
        message_print(messages, error.text);
    }
    free(path);
    return status;
}

#include "cli/profile/run_text.h"

#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include "cli/open/load_rules.h"
#include "cli/prepare/requested_sections.h"
#include "cli/prepare/settings.h"
#include "collect/os/loop.h"
#include "collect/os/signals.h"
#include "collect/run/progress_line.h"
#include "report/base/mem.h"
#include "report/base/message.h"
#include "report/metric/metric_format.h"

struct text_run {
    struct options *options;
    const struct rule_choice *rules;
    FILE *messages;
    struct profile *profile;
    bool rewrites; /* messages go to a terminal: the progress is one line that is rewritten */
    bool has_line;
    int rank; /* of this process; negative: it is alone */
};

/* Removes the progress line, so that something else can print. */
static void clear_line(struct text_run *run)
{
    if (run->has_line)
        fputs("\r\033[K", run->messages);
    run->has_line = false;
}

static void on_progress(void *context, const struct profile_progress *progress)
{
    struct text_run *run = context;
    if (run->options->quiet || !run->rewrites)
        return;
    /* After the last pass the program continues and may print. */
    if (progress->pass >= progress->passes) {
        clear_line(run);
        fflush(run->messages);
        return;
    }
    struct winsize size;
    size_t columns =
        ioctl(fileno(run->messages), TIOCGWINSZ, &size) == 0 && size.ws_col ? size.ws_col : 80;
    struct strbuf line = {0};
    progress_line(&line, progress, columns - 1);
    fprintf(run->messages, "\r\033[K%s", line.data);
    fflush(run->messages);
    run->has_line = true;
    strbuf_free(&line);
}

static void on_result(void *context, size_t index)
{
    struct text_run *run = context;
    /* The program continues now and may print. */
    clear_line(run);
    fflush(run->messages);
    if (run->options->quiet || run->rewrites)
        return;
    const struct result_summary *s = report_summary(profile_report(run->profile), index);
    struct strbuf line = {0};
    strbuf_addf(&line, "%zu: %s", index + 1, s->name);
    if (s->parameters)
        strbuf_addf(&line, ", %s", s->parameters);
    if (s->duration == s->duration) {
        struct unit_scale scale = unit_scale_for("ns", s->duration);
        strbuf_addf(&line, ", %.2f %s", s->duration / scale.factor, scale.unit);
    }
    message_tell(run->messages, run->rank, line.data);
    strbuf_free(&line);
}

static void on_message(void *context, enum message_level level, const char *text)
{
    static const char *const prefixes[] = {"note", "warning", "error"};
    struct text_run *run = context;
    if (level == MESSAGE_DETAIL || (level == MESSAGE_NOTE && run->options->quiet))
        return;
    char *line = mem_printf("%s: %s", prefixes[level], text);
    clear_line(run);
    message_tell(run->messages, run->rank, line);
    free(line);
}

static void on_output(void *context, const char *bytes, size_t length)
{
    (void)context;
    fwrite(bytes, 1, length, stdout);
}

static void on_finished(void *context)
{
    clear_line(context);
}

/* Scripts look for the lines with which ncu tells that a process is there and that it has gone,
 * among what the program itself prints. */
static void on_process(void *context, unsigned id, const char *executable, bool connected)
{
    struct text_run *run = context;
    FILE *out = run->options->log_file ? run->messages : stdout;
    if (!run->options->as_ncu || run->options->quiet || isatty(fileno(out)))
        return;
    char *line = connected ? mem_printf("Connected to process %u (%s)", id, executable)
                           : mem_printf("Disconnected from process %u", id);
    message_tell(out, -1, line);
    free(line);
}

/* The terminal sends Ctrl-C to the program, too, so rooftop does not pass it on. It only stops
 * waiting, because the program may be waiting for rooftop. A signal that another process sends to
 * rooftop is passed on. */
static void on_signal(void *context, int fd, short events)
{
    struct text_run *run = context;
    struct signalfd_siginfo info;
    (void)events;
    while (read(fd, &info, sizeof info) == sizeof info)
        if (info.ssi_signo == SIGCHLD || info.ssi_signo == SIGWINCH)
            continue;
        else if (info.ssi_code == SI_KERNEL)
            profile_stop_waiting(run->profile);
        else
            profile_signal(run->profile, (int)info.ssi_signo);
}

/* With a report ncu prints a page only where --page names one, also with --csv. */
static bool prints(const struct options *o)
{
    const bool as_csv = o->as_ncu && o->page.format == FORMAT_CSV;
    return !o->export_path || (as_csv ? o->page_named : o->page_given);
}

/* Whether what to mend first stands behind the results. */
static bool advises(const struct options *o)
{
    return o->page.page == PAGE_AUTO && !o->page_named && o->page.format == FORMAT_TEXT;
}

/* Whether the page is about the rules' findings in all results together. */
static bool judges(const struct options *o)
{
    return o->page.page == PAGE_SUMMARY || o->page.page == PAGE_HOTSPOTS ||
           o->page.page == PAGE_DIAGNOSIS;
}

static enum rules_wanted wanted_rules(const struct options *o)
{
    return prints(o) && (judges(o) || advises(o)) ? RULES_ALL : RULES_OF_RESULTS;
}

static int print_results(struct text_run *run, struct report *report, FILE *pages)
{
    struct error error;
    struct page_options page = run->options->page;
    page.filter = NULL; /* it has already chosen which launches were measured */
    page.rules = judges(run->options) ? run->rules : NULL;
    /* JSON is printed even without results, because its readers expect a document. */
    if ((!report_count(report) && page.format != FORMAT_JSON) || !prints(run->options))
        return 0;
    fflush(stdout);
    bool good = page_print(report, &page, pages, &error);
    if (good && advises(run->options)) {
        page.page = PAGE_SUMMARY; /* what to mend first */
        page.rules = run->rules;
        good = page_print(report, &page, pages, &error);
    }
    if (good)
        return 0;
    on_message(run, MESSAGE_ERROR, error.text);
    return 1;
}

static void say(struct text_run *run, enum message_level level, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static void say(struct text_run *run, enum message_level level, const char *format, ...)
{
    struct error text;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text.text, sizeof text.text, format, arguments);
    va_end(arguments);
    on_message(run, level, text.text);
}

/* What became of the launches that were chosen. */
static void tell_chosen(struct text_run *run)
{
    const struct sample_choice *choice = run->options->choice;
    if (!choice)
        return;
    const struct chosen_outcome o = profile_chosen(run->profile);
    if (o.late)
        say(run, MESSAGE_NOTE,
            "%zu launches were measured; there was no time for %zu more, which matter less: "
            "--auto-budget gives it",
            o.measured, o.late);
    if (o.missed)
        say(run, MESSAGE_WARNING,
            "the second run did not make %zu of %zu launches that were chosen from the first one; "
            "groups that have none stand for %.2f %% of the time on the GPU",
            o.missed, choice->launch_count,
            choice->run_time > 0 ? 100 * o.missed_time / choice->run_time : 0.0);
}

static void tell_report(struct text_run *run, const char *path, size_t results)
{
    char *line = mem_printf("report %s, %zu result%s", path, results, results == 1 ? "" : "s");
    message_tell(run->messages, run->rank, line);
    free(line);
}

static int run_prepared(struct text_run *run, const struct profile_settings *settings, FILE *pages)
{
    struct error error;
    run->rank = settings->rank;
    struct profile_events events = {run,       on_progress, on_result, on_message,
                                    on_output, on_finished, on_process};
    struct loop *loop = loop_new();
    int signals = signals_open(run->options->forward_signals ? SIGNALS_OF_PROGRAMS : 0), status = 1;
    run->profile = profile_start(loop, settings, &events, &error);
    if (run->profile) {
        report_set_renames(profile_report(run->profile), &run->options->renames);
        loop_watch(loop, signals, POLLIN, on_signal, run);
        while (profile_running(run->profile)) {
            loop_step(loop, 500);
            profile_check(run->profile);
        }
        status = profile_exit_status(run->profile);
        tell_chosen(run);
        bool written;
        struct report *report = profile_finish(run->profile, &written);
        if (!written && settings->rank < 0)
            status = status ? status : 1;
        if (settings->export_path && written && report_count(report) && !run->options->quiet)
            tell_report(run, settings->export_path, report_count(report));
        int printed = print_results(run, report, pages);
        status = status ? status : printed;
        report_close(report);
    } else {
        message_print(run->messages, error.text);
    }
    loop_free(loop);
    close(signals);
    return status;
}

int run_text(struct options *options, FILE *pages, FILE *messages)
{
    struct error error;
    struct section_library library = {0};
    struct rule_library rule_library = {0};
    struct rule_choice rules = {0};
    struct profile_settings settings = {0};
    struct text_run run = {.options = options,
                           .rules = &rules,
                           .messages = messages,
                           .rewrites = isatty(fileno(messages)) == 1};
    int status = 1;
    if (load_requested_sections(&library, options, messages, &error) &&
        load_rules(&rule_library, &rules, wanted_rules(options), options, messages, &error) &&
        settings_from_options(&settings, options, &library, &rules, &error))
        status = run_prepared(&run, &settings, pages);
    else
        message_print(messages, error.text);
    settings_free(&settings);
    rule_choice_free(&rules);
    rule_library_free(&rule_library);
    section_library_free(&library);
    return status;
}

/* rooftop: reads the command line and does what it asks for. */
#include <fcntl.h>
#include <locale.h>
#include <malloc.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>

#include "cli/commands/attach_remote.h"
#include "cli/commands/diff.h"
#include "cli/commands/diff_trace.h"
#include "cli/commands/explain.h"
#include "cli/commands/list_rules.h"
#include "cli/commands/list_sections.h"
#include "cli/commands/outputs.h"
#include "cli/commands/python_path.h"
#include "cli/commands/show_report.h"
#include "cli/commands/show_trace.h"
#include "cli/commands/version.h"
#include "cli/commands/write_sections.h"
#include "cli/cpu/cpu_command.h"
#include "cli/options/options.h"
#include "cli/options/terminal_columns.h"
#include "collect/os/signals.h"
#include "report/base/disk_cache.h"
#include "report/base/error.h"
#include "report/base/mem.h"
#include "report/base/message.h"
#include "report/base/regex.h"
#include "report/base/viewer.h"
#include "report/code/nvdisasm.h"
#include "report/metric/number_style.h"
#include "report/names/kernel_renames.h"
#include "tui/ui/tui.h"
#ifdef ROOFTOP_COLLECT
#include "cli/profile/list_metrics.h"
#include "cli/profile/query_metrics.h"
#include "cli/profile/run_auto.h"
#include "cli/profile/run_doctor.h"
#include "cli/profile/run_launch.h"
#include "cli/profile/run_mps_client.h"
#include "cli/profile/run_plain.h"
#include "cli/profile/run_text.h"
#include "cli/profile/run_trace.h"
#include "collect/doctor/trial_kernel.h"
#include "collect/machine/clock_reset.h"
#endif

/* The Makefile says it for this file alone: a new commit compiles nothing else anew. */
#ifndef ROOFTOP_COMMIT
#define ROOFTOP_COMMIT ""
#endif

/* Bytes. LARGEST_KEPT is the most that malloc accepts for its M_MMAP_THRESHOLD. */
enum { KEPT_MEMORY = 64 << 20, LARGEST_KEPT = 32 << 20 };

static int fail(const char *text, int status)
{
    message_print(stderr, text);
    return status;
}

/* Whether the command needs neither a report nor a program: it asks CUPTI or the machine. */
static bool is_query(enum action action)
{
    return action == ACTION_LIST_METRICS || action == ACTION_LIST_CHIPS ||
           action == ACTION_QUERY_METRICS || action == ACTION_RESET_CLOCKS ||
           action == ACTION_DOCTOR;
}

#ifdef ROOFTOP_COLLECT

static int query(const struct options *o, const struct outputs *to)
{
    switch (o->action) {
    case ACTION_LIST_METRICS:
        return list_metrics_print(o, to->pages, to->messages);
    case ACTION_LIST_CHIPS:
        return query_chips_print(to->pages, to->messages);
    case ACTION_QUERY_METRICS:
        return query_metrics_print(o, to->pages, to->columns, to->messages);
    case ACTION_DOCTOR:
        return run_doctor(o, to->pages);
    default:
        return clock_reset((const char *const *)o->devices.words, o->devices.count, to->pages,
                           to->messages);
    }
}

/* The loader of the program reads it, and that of what the program starts. */
static void preload(const char *library)
{
    const char *before = getenv("LD_PRELOAD");
    char *all = before && *before ? mem_printf("%s:%s", library, before) : mem_strdup(library);
    setenv("LD_PRELOAD", all, 1);
    free(all);
}

static int profile(struct options *o, const struct outputs *to)
{
    int status;
    if (o->form && !wants_screen(o))
        return fail("--form needs the screen: a terminal, and no option that prints instead", 1);
    if (o->preload)
        preload(o->preload);
    if (o->action == ACTION_TRACE)
        return run_trace(o, to->pages, to->messages);
    if (!o->automatic || run_auto_choose(o, to->messages, &status))
        status = wants_screen(o) ? tui_profile(o) : run_text(o, to->pages, to->messages);
    run_auto_end(o);
    return status;
}

/* Whether this process only becomes the program, which another rooftop profiles or none. */
static bool only_runs(struct options *o, int *status)
{
    const bool waits = o->start == LAUNCH_ONLY && o->program && o->action == ACTION_RUN;
    if (waits && o->preload)
        preload(o->preload);
    if (wants_plain_run(o))
        *status = run_plain(o);
    else if (wants_mps_client(o))
        *status = run_mps_client(o);
    else if (waits)
        *status = run_launch(o);
    else
        return false;
    return true;
}

#else

static int query(const struct options *o, const struct outputs *to)
{
    (void)to;
    return fail(o->action == ACTION_DOCTOR || o->action == ACTION_RESET_CLOCKS
                    ? VIEWER_CANNOT("shows reports, but cannot profile")
                    : VIEWER_CANNOT("shows reports, but cannot ask CUPTI for metrics"),
                1);
}

static int profile(struct options *o, const struct outputs *to)
{
    (void)o;
    (void)to;
    return fail(VIEWER_CANNOT("shows reports, but cannot profile"), 1);
}

static bool only_runs(struct options *o, int *status)
{
    (void)o;
    (void)status;
    return false;
}

#endif

/* Reads the names that --rename-kernels stands for, and finds what the source page and the screen
 * take from this machine. false: a file is wrong, or the disassembler that is given cannot run. */
static bool prepare(struct options *options, FILE *messages, struct error *error)
{
    struct source_options *source = &options->page.source;
    const bool given = source->nvdisasm;
    if (options->rename_kernels &&
        !kernel_renames_load(&options->renames, options->renames_path, error))
        return false;
    source->nvdisasm = options->nvdisasm = nvdisasm_find(source->nvdisasm, error);
    source->cache = options->sass_cache = disk_cache_folder("sass");
    source->disk = true;
    source->notes = options->quiet ? NULL : messages;
    return source->nvdisasm || !given;
}

static int run(struct options *o)
{
    struct error error;
    struct outputs to;
    int status;
    if (only_runs(o, &status))
        return status;
    if (!wants_screen(o))
        number_style_use(NUMBERS_OF_LOCALE);
    if (o->baselines.count && !wants_screen(o))
        return fail("--baseline is for the screen, and there is none here; rooftop diff "
                    "A.ncu-rep B.ncu-rep prints changes",
                    1);
    if (!outputs_open(&to, o))
        return diff_error_status(o);
    for (size_t i = 0; !o->quiet && i < o->notes.count; i++)
        message_tell(to.messages, -1, o->notes.words[i]);
    if (is_query(o->action))
        status = query(o, &to);
    else if (wants_attach_remote(o))
        status = prepare(o, to.messages, &error) ? attach_remote(o, &to) : fail(error.text, 1);
    else if (!prepare(o, to.messages, &error))
        status = fail(error.text, diff_error_status(o));
    else if (o->action == ACTION_DIFF)
        status =
            diff_is_of_traces(o) ? diff_traces(o, to.pages) : diff_reports(o, to.pages, to.columns);
    else if (o->trace.files.count)
        status = show_trace(o, to.pages);
    else if (o->imports.count)
        status = show_report(o, to.pages);
    else
        status = profile(o, &to);
    if (!outputs_close(&to))
        status = o->exit_code || !status ? diff_error_status(o) : status;
    return status;
}

/* An expression that took too long has chosen too little: the status says so, too. */
static int complain(const struct options *o, int status)
{
    char complaint[REGEX_COMPLAINT];
    if (!regex_take_complaint(complaint))
        return status;
    message_print(stderr, complaint);
    return status && !o->exit_code ? status : diff_error_status(o);
}

static bool has_work(const struct options *o)
{
    return o->action != ACTION_RUN || o->imports.count || o->trace.files.count || o->program ||
           o->mps.role == MPS_CONTROL || o->start == ATTACH_ONLY;
}

/* Where a standard descriptor is closed, the next file that is opened would be taken for it. */
static void open_standard_descriptors(void)
{
    for (int fd = 0; fd <= 2; fd++)
        if (fcntl(fd, F_GETFD) < 0 && open("/dev/null", O_RDWR) < 0)
            return;
}

static void set_up_process(void)
{
    open_standard_descriptors();
    signal(SIGXFSZ, SIG_IGN); /* writing beyond a limit of file sizes fails in place of killing */
    /* Decoded results come and go: giving the memory back each time costs more than decoding. */
    mallopt(M_TRIM_THRESHOLD, KEPT_MEMORY);
    mallopt(M_MMAP_THRESHOLD, LARGEST_KEPT);
    setlocale(LC_ALL, "");
    number_style_read_locale();
}

static int work(int argc, char **argv)
{
    struct options options;
    struct error error;
    int status = 0;
    set_up_process();
#ifdef ROOFTOP_COLLECT
    if (trial_kernel_wanted(argc, argv))
        return trial_kernel_run(argv);
#endif
    if (is_cpu_command(argc, argv))
        return cpu_command(argc, argv);
    if (!options_parse(&options, argc, argv, &error)) {
        status = fail(error.text, diff_error_status(&options));
    } else if (options.action == ACTION_HELP) {
        options_print_help(stdout);
    } else if (options.action == ACTION_SHORT_HELP) {
        options_print_short_help(stdout);
        puts("\n--help lists all options. The manual is: man rooftop");
    } else if (options.action == ACTION_VERSION) {
        version_print(ROOFTOP_COMMIT, options.as_ncu, stdout);
    } else if (options.action == ACTION_LIST_SETS || options.action == ACTION_LIST_SECTIONS) {
        status = list_sections(&options);
    } else if (options.action == ACTION_LIST_RULES) {
        status = list_rules(&options);
    } else if (options.explain) {
        status = explain(options.explain, stdout, terminal_columns(stdout));
    } else if (options.write_folder) {
        status = write_sections(options.write_folder, options.force_overwrite, stdout);
    } else if (options.action == ACTION_PYTHON_PATH) {
        status = python_path();
    } else if (!has_work(&options)) {
        options_print_short_help(stderr);
        status = fail("nothing to do: give a program to profile or a report to show; --help lists "
                      "all options",
                      1);
    } else {
        status = complain(&options, run(&options));
    }
    options_free(&options);
    return status;
}

int main(int argc, char **argv)
{
    const int status = work(argc, argv);
    signals_end();
    return status;
}

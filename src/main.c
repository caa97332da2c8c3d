/* rooftop: looks at a report, profiles a program or answers a query. */
#include <errno.h>
#include <fcntl.h>
#include <locale.h>
#include <malloc.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "container.h"
#include "diff.h"
#include "disk_cache.h"
#include "error.h"
#include "export_name.h"
#include "kernel_renames.h"
#include "list_rules.h"
#include "list_sections.h"
#include "load_rules.h"
#include "load_sections.h"
#include "message.h"
#include "metrics_unknown.h"
#include "nvdisasm.h"
#include "open_reports.h"
#include "options.h"
#include "page.h"
#include "report.h"
#include "report_save.h"
#include "strbuf.h"
#include "tui/tui.h"
#ifdef ROOFTOP_COLLECT
#include "collect/clock_reset.h"
#include "list_metrics.h"
#include "query_metrics.h"
#include "run_doctor.h"
#include "run_mps_client.h"
#include "run_plain.h"
#include "run_text.h"
#endif

/* Bytes; the second is the most that malloc takes. */
enum { KEPT_MEMORY = 64 << 20, LARGEST_KEPT = 32 << 20 };

static int fail_with(const char *text, int status)
{
    message_print(stderr, text);
    return status;
}

static int fail(const char *text)
{
    return fail_with(text, 1);
}

/* Whether results open on the screen: both ends are a terminal and no page is asked for. */
static bool wants_screen(const struct options *o)
{
    if (o->mps.role == MPS_CONTROL && !o->program)
        return false; /* there is no program to show the output of */
    if (o->interface != INTERFACE_AUTO)
        return o->interface == INTERFACE_TUI;
    const char *term = getenv("TERM");
    return isatty(STDIN_FILENO) && isatty(STDOUT_FILENO) && term && strcmp(term, "dumb") != 0 &&
           !o->page_given && !o->log_file;
}

static bool save_report(struct report *report, const struct options *options, struct error *error)
{
    size_t count;
    char *path = export_name(options->export_path, error);
    bool good = path && report_save(report, &options->filter, path, options->force_overwrite,
                                    &count, error);
    if (good && !options->quiet)
        fprintf(stderr, "rooftop: report %s, %zu result%s\n", path, count, count == 1 ? "" : "s");
    free(path);
    return good;
}

/* Only these pages show findings, */
static bool shows_findings(const struct page_options *page)
{
    return (page->page == PAGE_DETAILS && page->summary == SUMMARY_NONE) ||
           page->page == PAGE_SUMMARY;
}

/* and only one of them what is found in source code. */
static bool shows_places(const struct page_options *page)
{
    return page->page == PAGE_DETAILS;
}

/* Of several names some may be of another chip: an error only if there is none of them. */
static bool know_metrics(const struct report *report, const char *list, struct error *error)
{
    struct strbuf unknown = {0};
    size_t known;
    const bool good = !metrics_unknown(report, list, &unknown, &known) ||
                      error_set(error,
                                "the report has no metric %s; --page raw without --metrics "
                                "shows all",
                                unknown.data);
    strbuf_free(&unknown);
    if (!good && known)
        message_print(stderr, error->text);
    return good || known;
}

/* Sections of folders show on a page if the command line asks for some: else it is the report's. */
static bool print_page(struct report *report, struct options *options, FILE *pages,
                       struct error *error)
{
    struct section_library library = {0};
    struct section_choice choice = {.library = wants_sections(options) ? &library : NULL};
    struct rule_library rule_library = {0};
    struct rule_choice rules = {0};
    struct page_options *page = &options->page;
    char *metrics = word_list_join(&options->metrics);
    page->metrics = metrics;
    bool good =
        choose_sections(&choice, options, error) &&
        (!choice.library || (load_sections(&library, options, stderr, error) &&
                             section_choice_known(&choice, report, error))) &&
        (!shows_findings(page) || load_rules(&rule_library, &rules, options, stderr, error));
    if (good) {
        rules.source = rules.library && shows_places(page) ? rule_source_new(report) : NULL;
        page->sections = &choice;
        page->rules = &rules;
        good = page_print(report, page, pages, error);
        if (good && section_choice_is_limited(&choice) && !choice.found)
            good = section_choice_none(report, error);
        if (good && metrics && report_count(report))
            good = know_metrics(report, metrics, error);
        page->sections = NULL;
        page->rules = NULL;
        rule_source_free(rules.source);
    }
    page->metrics = NULL;
    free(metrics);
    section_library_free(&library);
    section_choice_free(&choice);
    rule_choice_free(&rules);
    rule_library_free(&rule_library);
    return good;
}

static int show_report(struct options *options, FILE *pages)
{
    struct error error, first;
    struct report *report = open_reports(options, &first);
    if (!report)
        return 1;
    report_set_renames(report, &options->renames);
    int status = 0;
    bool shows = !options->export_path || options->page_given;
    if (options->export_path && !save_report(report, options, &error))
        status = fail(error.text);
    else if (shows && wants_screen(options))
        status = tui_show(report, options, first.text);
    else if (shows && !print_page(report, options, pages, &error))
        status = fail(error.text);
    if (report_shortened(report)) {
        error_set(&error,
                  "%s became shorter while it was read: what is shown of it is not complete",
                  report_shortened(report));
        status = fail(error.text);
    }
    report_close(report);
    return status || *first.text ? 1 : 0;
}

static int profile(struct options *options, FILE *pages, FILE *messages)
{
#ifdef ROOFTOP_COLLECT
    return wants_screen(options) ? tui_profile(options) : run_text(options, pages, messages);
#else
    (void)options;
    (void)pages;
    (void)messages;
    return fail("this rooftop was built without the CUDA headers: it shows reports, but cannot "
                "profile; build it with CUDA_HOME set to a CUDA Toolkit 13");
#endif
}

/* Lists of what could be collected, from CUPTI. */
static bool is_query(const struct options *options)
{
    return options->action == ACTION_LIST_METRICS || options->action == ACTION_LIST_CHIPS ||
           options->action == ACTION_QUERY_METRICS;
}

static int query(struct options *options, FILE *pages, FILE *messages)
{
#ifdef ROOFTOP_COLLECT
    return options->action == ACTION_LIST_METRICS ? list_metrics_print(options, pages, messages)
           : options->action == ACTION_LIST_CHIPS ? query_chips_print(pages, messages)
                                                  : query_metrics_print(options, pages, messages);
#else
    (void)options;
    (void)pages;
    (void)messages;
    return fail("this rooftop was built without the CUDA headers: it shows reports, but cannot ask "
                "CUPTI for metrics; build it with CUDA_HOME set to a CUDA Toolkit 13");
#endif
}

/* What concerns the machine and no program. */
static bool is_of_machine(const struct options *options)
{
    return options->action == ACTION_RESET_CLOCKS || options->action == ACTION_DOCTOR;
}

static int serve_machine(const struct options *options, FILE *pages, FILE *messages)
{
#ifdef ROOFTOP_COLLECT
    return options->action == ACTION_DOCTOR
               ? run_doctor(options, pages)
               : clock_reset((const char *const *)options->devices.words, options->devices.count,
                             pages, messages);
#else
    (void)options;
    (void)pages;
    (void)messages;
    return fail("this rooftop was built without the CUDA headers: it shows reports, but cannot "
                "profile; build it with CUDA_HOME set to a CUDA Toolkit 13");
#endif
}

/* A form whose readers take nothing else between. */
static bool is_document(const struct options *options)
{
    return options->page.format == FORMAT_JSON || options->page.format == FORMAT_MARKDOWN;
}

/* A slip in the order of words must not cost a report. */
static bool is_report(const char *path)
{
    char magic[sizeof REPORT_MAGIC];
    struct stat status;
    int file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC); /* it may be a pipe */
    const bool is = file >= 0 && fstat(file, &status) == 0 && S_ISREG(status.st_mode) &&
                    read(file, magic, sizeof magic) == (ssize_t)sizeof magic &&
                    memcmp(magic, REPORT_MAGIC, sizeof magic) == 0;
    if (file >= 0)
        close(file);
    return is;
}

/* Where pages go, and messages: --log-file takes both, but no message stands in a document. */
static bool open_outputs(const struct options *options, FILE **pages, FILE **messages)
{
    const char *log = options->log_file;
    *pages = stdout;
    *messages = stderr;
    if (!log)
        return true;
    if (strcmp(log, "stderr") == 0)
        *pages = stderr;
    else if (strcmp(log, "stdout") != 0 && is_report(log)) {
        fprintf(stderr,
                "rooftop: %s is a report, which the log would replace; give --log-file "
                "another name\n",
                log);
        return false;
    } else if (strcmp(log, "stdout") != 0)
        *pages = fopen(log, "we");
    if (!*pages) {
        fprintf(stderr, "rooftop: %s: cannot write the log: %s\n", log, strerror(errno));
        return false;
    }
    if (!is_document(options))
        *messages = *pages;
    return true;
}

/* From here on what the program, its children or we write to standard output goes to standard
 * error; the one before is returned for the page alone. */
static FILE *set_output_apart(void)
{
    int output = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    FILE *pages = output >= 0 ? fdopen(output, "w") : NULL;
    if (!pages || dup2(STDERR_FILENO, STDOUT_FILENO) < 0) {
        fprintf(stderr, "rooftop: standard output cannot be set apart: %s\n", strerror(errno));
        return NULL;
    }
    return pages;
}

/* What the source page and the screen take from this machine. false: the given disassembler cannot
 * be run. */
static bool prepare_source(struct options *options, FILE *messages, struct error *error)
{
    struct source_options *source = &options->page.source;
    bool given = source->nvdisasm;
    source->nvdisasm = options->nvdisasm = nvdisasm_find(source->nvdisasm, error);
    source->cache = options->sass_cache = disk_cache_folder("sass");
    source->disk = true;
    source->notes = options->quiet ? NULL : messages;
    return source->nvdisasm || !given;
}

static int run(struct options *options)
{
    FILE *pages, *messages;
#ifdef ROOFTOP_COLLECT
    if (wants_plain_run(options))
        return run_plain(options);
    if (wants_mps_client(options))
        return run_mps_client(options);
#endif
    if (options->baselines.count && !wants_screen(options))
        return fail_with("--baseline is for the screen, and there is none here; rooftop diff "
                         "A.ncu-rep B.ncu-rep prints changes",
                         1);
    if (!open_outputs(options, &pages, &messages))
        return diff_error_status(options);
    if (options->program && pages == stdout && is_document(options) && !wants_screen(options))
        pages = set_output_apart();
    if (!pages)
        return 1;
    struct error error;
    int status;
    if (is_query(options))
        status = query(options, pages, messages);
    else if (is_of_machine(options))
        status = serve_machine(options, pages, messages);
    else if (options->rename_kernels &&
             !kernel_renames_load(&options->renames, options->renames_path, &error))
        status = fail_with(error.text, diff_error_status(options));
    else if (!prepare_source(options, messages, &error))
        status = fail_with(error.text, diff_error_status(options));
    else
        status = options->action == ACTION_DIFF ? diff_reports(options, pages)
                 : options->imports.count       ? show_report(options, pages)
                                                : profile(options, pages, messages);
    if (fflush(pages) != 0 || ferror(pages)) {
        fprintf(stderr, "rooftop: the output could not be written: %s\n", strerror(errno));
        status = options->exit_code || !status ? diff_error_status(options) : status;
    }
    if (pages != stdout && pages != stderr)
        fclose(pages);
    return status;
}

/* Without standard descriptors the first file opened would be taken for one of them. */
static void open_standard_descriptors(void)
{
    for (int fd = 0; fd <= 2; fd++)
        if (fcntl(fd, F_GETFD) < 0 && open("/dev/null", O_RDWR) < 0)
            return;
}

int main(int argc, char **argv)
{
    struct options options;
    struct error error;
    int status = 0;
    open_standard_descriptors();
    signal(SIGXFSZ, SIG_IGN); /* a file that grows over its limit is a failed write */
    /* Decoded results come and go: giving the memory back each time costs more than decoding. */
    mallopt(M_TRIM_THRESHOLD, KEPT_MEMORY);
    mallopt(M_MMAP_THRESHOLD, LARGEST_KEPT);
    setlocale(LC_ALL, "");
    setlocale(LC_NUMERIC, "C");
    if (!options_parse(&options, argc, argv, &error)) {
        status = fail_with(error.text, diff_error_status(&options));
    } else if (options.action == ACTION_HELP) {
        options_print_help(stdout);
    } else if (options.action == ACTION_VERSION) {
        printf("rooftop %s\n", ROOFTOP_VERSION);
    } else if (options.action == ACTION_LIST_SETS || options.action == ACTION_LIST_SECTIONS) {
        status = list_sections(&options);
    } else if (options.action == ACTION_LIST_RULES) {
        status = list_rules(&options);
    } else if (options.action == ACTION_RUN && !options.imports.count && !options.program &&
               options.mps.role != MPS_CONTROL) {
        options_print_help(stderr);
        status = fail("nothing to do: give a program to profile or a report to show");
    } else {
        status = run(&options);
    }
    options_free(&options);
    return status;
}

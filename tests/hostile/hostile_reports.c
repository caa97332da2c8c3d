/* hostile_reports ROOFTOP FOLDER SEED SECONDS REPORT...: changes reports as no honest writer does
 * (report_tree.h), and runs rooftop on each of them until the time is over: pages in all forms, to
 * a pipe and to a terminal, several reports as a list, comparisons, exports. Says what was wrong:
 * an end by a signal or with a strange status, a sanitizer's report, more than MOST_SECONDS of
 * processor time, bytes that a terminal obeys, JSON that is none, "(null)". Exit status 1 then.
 *
 * All of a mutant and its runs follows from one seed; SECONDS 0 is the one of SEED alone. FOLDER is
 * where rooftop runs; the last mutant is there, and those that failed. */
#include <dirent.h>
#include <limits.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../keys/terminal.h"
#include "json_parse.h"
#include "report/base/file_bytes.h"
#include "report/base/safe_text.h"
#include "report_tree.h"

enum {
    MOST_CHANGES = 12,
    RUNS_EACH = 4, /* of a mutant */
    MOST_SECONDS = 40,
    MOST_WAIT_MS = 240000, /* the machine may be busy */
    MOST_OUTPUT = 256 << 20,
    MOST_WORDS = 40,
    SANITIZER_STATUS = 77
};

struct trial {
    uint64_t seed;
    struct random random;
    const char *rooftop, *folder;
    char **reports;
    unsigned report_count;
    const char *words[MOST_WORDS]; /* of the command line */
    size_t count;
    struct strbuf output, wrong;
    bool is_json, on_terminal, may_end_2;
    const char *locale;
};

static void wrong(struct trial *t, const char *format, ...)
{
    char text[512];
    va_list list;
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    strbuf_addf(&t->wrong, "    %s\n", text);
}

static void say(struct trial *t, const char *word)
{
    if (t->count + 1 < MOST_WORDS)
        t->words[t->count++] = word;
}

#define PICK(t, ...)                                                                               \
    ((const char *const[]){__VA_ARGS__})[random_below(                                             \
        &(t)->random, sizeof((const char *const[]){__VA_ARGS__}) / sizeof(char *))]

/* One of two words, or an option with its value, sometimes. */
static void maybe(struct trial *t, unsigned percent, const char *option, const char *value)
{
    if (!random_chance(&t->random, percent))
        return;
    say(t, option);
    if (value)
        say(t, value);
}

static void choose_form(struct trial *t)
{
    const char *form = PICK(t, "", "", "--csv", "--json", "--markdown");
    if (*form)
        say(t, form);
    t->is_json = strcmp(form, "--json") == 0;
}

static void choose_details(struct trial *t)
{
    maybe(t, 60, "--print-details", PICK(t, "header", "body", "all", "all"));
    maybe(t, 30, "--print-rule-details", NULL);
    maybe(t, 30, "--print-metric-name", PICK(t, "label", "name", "label-name"));
    maybe(t, 20, "--apply-rules", PICK(t, "yes", "no"));
    maybe(t, 10, "--set", PICK(t, "full", "basic"));
}

static void choose_source(struct trial *t)
{
    maybe(t, 70, "--print-source", PICK(t, "sass", "ptx", "cuda", "cuda,sass"));
    maybe(t, 10, "--source-folders", ".");
}

static void choose_filters(struct trial *t)
{
    maybe(t, 5, "-k", PICK(t, "regex:a", "sgemm_naive", "regex:."));
    maybe(t, 5, "--launch-count", "2");
    maybe(t, 5, "--kernel-id", "::regex:.:1");
    maybe(t, 5, "--nvtx-include", PICK(t, "a/", "regex:./", "d@a"));
    maybe(t, 5, "--devices", "0");
    maybe(t, 5, "--filter-mode", PICK(t, "per-gpu", "per-launch-config"));
    maybe(t, 5, "--target-processes-filter", "regex:.");
    maybe(t, 5, "--native-include", PICK(t, "main", "regex:."));
    maybe(t, 5, "--python-include", "regex:.");
}

static void choose_page(struct trial *t, const char *mutant)
{
    const char *page =
        PICK(t, "details", "details", "raw", "source", "source", "session", "summary");
    say(t, "--page");
    say(t, page);
    choose_form(t);
    if (strcmp(page, "details") == 0)
        choose_details(t);
    if (strcmp(page, "source") == 0)
        choose_source(t);
    maybe(t, 30, "--print-units", "base");
    maybe(t, 10, "--print-fp", NULL);
    maybe(t, 30, "--print-metric-instances", PICK(t, "values", "details"));
    maybe(t, 20, "--print-kernel-base", PICK(t, "demangled", "function", "mangled"));
    maybe(t, 15, "--print-nvtx-rename", "kernel");
    maybe(t, 20, "--print-summary", PICK(t, "per-kernel", "per-gpu", "per-nvtx"));
    if (strcmp(page, "raw") == 0 || strcmp(page, "source") == 0)
        maybe(
            t, 10, "--metrics",
            PICK(t, "gpu__time_duration.sum", "regex:.", "group:smsp__pcsamp_warp_stall_reasons"));
    choose_filters(t);
    say(t, mutant);
    if (random_chance(&t->random, 15))
        say(t, t->reports[random_below(&t->random, t->report_count)]);
    if (random_chance(&t->random, 10))
        say(t, mutant);
}

static void choose_diff(struct trial *t, const char *mutant)
{
    const char *other = random_chance(&t->random, 60)
                            ? t->reports[random_below(&t->random, t->report_count)]
                            : mutant;
    const bool first = random_chance(&t->random, 50);
    say(t, "diff");
    choose_form(t);
    maybe(t, 50, "--page", PICK(t, "details", "raw"));
    maybe(t, 40, "--print-details", PICK(t, "header", "all"));
    maybe(t, 20, "--print-units", "base");
    maybe(t, 20, "--metrics",
          "gpu__time_duration.sum,sm__throughput.avg.pct_of_peak_sustained_elapsed");
    if (random_chance(&t->random, 20)) {
        say(t, "--exit-code");
        t->may_end_2 = true;
    }
    say(t, first ? mutant : other);
    say(t, first ? other : mutant);
}

static void choose_export(struct trial *t, const char *mutant)
{
    say(t, "-o");
    say(t, "out");
    say(t, "-f");
    choose_filters(t);
    say(t, mutant);
    if (random_chance(&t->random, 30))
        say(t, t->reports[random_below(&t->random, t->report_count)]);
}

/* What is printed is to say nothing that a terminal obeys. */
static void check_terminal(struct trial *t)
{
    for (size_t i = 0, step; i < t->output.length; i += step) {
        long c;
        step = safe_text_decode(t->output.data + i, t->output.length - i, &c);
        if (c == '\n' || c == '\r' || c == '\t' || (c >= 0 && safe_text_is_plain(c)))
            continue;
        wrong(t, "the terminal gets the character %lx at byte %zu",
              c < 0 ? t->output.data[i] & 0xff : c, i);
        return;
    }
}

static void check_json(struct trial *t)
{
    char problem[128];
    struct json_node *page = json_parse(t->output.data, t->output.length, problem);
    if (!page && t->output.length)
        wrong(t, "the JSON is none: %s", problem);
    json_node_free(page);
}

static void add_file(struct trial *t, const char *path)
{
    char line[512];
    int rows = 0;
    FILE *file = fopen(path, "r");
    while (file && rows++ < 40 && fgets(line, sizeof line, file))
        strbuf_addf(&t->wrong, "    | %s", line);
    if (file)
        fclose(file);
}

/* What the sanitizers wrote. */
static void add_reports(struct trial *t)
{
    DIR *folder = opendir(".");
    for (struct dirent *entry; folder && (entry = readdir(folder));)
        if (strncmp(entry->d_name, "sanitizer.", 10) == 0) {
            wrong(t, "a sanitizer's report:");
            add_file(t, entry->d_name);
            unlink(entry->d_name);
        }
    if (folder)
        closedir(folder);
}

/* SIGTERM is how a screen is ended here. */
static void judge(struct trial *t, int status)
{
    if (WIFSIGNALED(status) && t->on_terminal && WTERMSIG(status) == SIGTERM)
        status = 0;
    if (WIFSIGNALED(status))
        wrong(t,
              WTERMSIG(status) == SIGXCPU || WTERMSIG(status) == SIGKILL ? "took more than %d s"
                                                                         : "ended by signal %d",
              WTERMSIG(status) == SIGXCPU || WTERMSIG(status) == SIGKILL ? MOST_SECONDS
                                                                         : WTERMSIG(status));
    else if (WEXITSTATUS(status) > (t->may_end_2 ? 2 : 1))
        wrong(t, "exit status %d", WEXITSTATUS(status));
    add_reports(t);
    if (memmem(t->output.data, t->output.length, "(null)", 6))
        wrong(t, "\"(null)\" is printed");
    if (t->on_terminal)
        check_terminal(t);
    else if (t->is_json && !t->wrong.length)
        check_json(t);
}

static void look(void *context, const char *bytes, size_t count)
{
    struct trial *t = context;
    if (t->output.length < MOST_OUTPUT)
        strbuf_add(&t->output, bytes, count);
}

/* Its standard error is a pipe, too, but of JSON, which stands alone. */
static int run_piped(struct trial *t, char *const *argv, char *const *variables)
{
    int ends[2], status;
    char bytes[65536];
    ssize_t got;
    if (pipe(ends) != 0)
        exit(2);
    pid_t child = fork();
    if (child == 0) {
        dup2(ends[1], 1);
        if (!t->is_json)
            dup2(ends[1], 2);
        else if (!freopen("/dev/null", "w", stderr))
            _exit(127);
        close(ends[0]);
        close(ends[1]);
        execve(argv[0], argv, variables);
        _exit(127);
    }
    close(ends[1]);
    while ((got = read(ends[0], bytes, sizeof bytes)) > 0)
        look(t, bytes, (size_t)got);
    close(ends[0]);
    waitpid(child, &status, 0);
    return status;
}

static int run_on_terminal(struct trial *t, char *const *argv, char *const *variables)
{
    struct terminal terminal = {.saw = look, .context = t};
    terminal_start(&terminal, 40, 100, argv, variables);
    terminal_drain(&terminal, MOST_WAIT_MS, MOST_WAIT_MS);
    terminal_end(&terminal, SIGTERM, 1000);
    return terminal.status;
}

static void run(struct trial *t)
{
    char home[PATH_MAX], asan[PATH_MAX], ubsan[PATH_MAX], locale[64], lsan[PATH_MAX],
        path[PATH_MAX];
    const char *suppressions = getenv("LSAN_OPTIONS");
    snprintf(home, sizeof home, "HOME=%s", t->folder);
    snprintf(path, sizeof path, "PATH=%s/bin", t->folder);
    snprintf(asan, sizeof asan,
             "ASAN_OPTIONS=log_path=%s/sanitizer:exitcode=%d:hard_rss_limit_mb=3000:handle_abort=2:"
             "handle_sigill=2",
             t->folder, SANITIZER_STATUS);
    snprintf(ubsan, sizeof ubsan, "UBSAN_OPTIONS=log_path=%s/sanitizer:print_stacktrace=1",
             t->folder);
    snprintf(lsan, sizeof lsan, "LSAN_OPTIONS=%s", suppressions ? suppressions : "");
    t->locale = random_chance(&t->random, 85) ? "LC_ALL=C.UTF-8" : "LC_ALL=C";
    snprintf(locale, sizeof locale, "%s", t->locale);
    char *variables[] = {home, path, asan, ubsan, lsan, locale, "TERM=xterm-256color", NULL};
    char limit[64];
    snprintf(limit, sizeof limit, "ulimit -t %d; exec \"$@\"", MOST_SECONDS);
    const char *const shell[] = {"/bin/sh", "-c", limit, "sh"};
    enum { BEFORE = sizeof shell / sizeof *shell };
    char *argv[BEFORE + MOST_WORDS + 1];
    for (size_t i = 0; i < BEFORE + t->count; i++)
        argv[i] = (char *)(uintptr_t)(i < BEFORE ? shell[i] : t->words[i - BEFORE]);
    argv[BEFORE + t->count] = NULL;
    strbuf_clear(&t->output);
    strbuf_clear(&t->wrong);
    t->on_terminal = random_chance(&t->random, 25);
    judge(t, t->on_terminal ? run_on_terminal(t, argv, variables) : run_piped(t, argv, variables));
}

static void keep(const struct trial *t, const char *mutant)
{
    char name[PATH_MAX];
    snprintf(name, sizeof name, "failed-%llu.ncu-rep", (unsigned long long)t->seed);
    unlink(name);
    if (link(mutant, name) != 0)
        perror(name);
    printf("FAIL seed %llu (%s/%s), %s%s:", (unsigned long long)t->seed, t->folder, name, t->locale,
           t->on_terminal ? ", on a terminal" : "");
    for (size_t i = 0; i < t->count; i++)
        printf(" %s", t->words[i]);
    printf("\n%s", t->wrong.data);
    fflush(stdout);
}

static struct report_tree *read_report(struct arena *arena, const char *path, char **bytes)
{
    size_t length;
    struct error error;
    *bytes = file_bytes(path, &length, &error);
    struct report_tree *report =
        *bytes ? report_tree_read(arena, (const uint8_t *)*bytes, length) : NULL;
    if (!report) {
        fprintf(stderr, "hostile_reports: %s: no report\n", path);
        exit(2);
    }
    return report;
}

static void make_mutant(struct trial *t, const char *path)
{
    struct random *r = &t->random;
    struct arena arena = {0};
    struct strbuf out = {0};
    char *bytes, *other_bytes;
    struct report_tree *report =
        read_report(&arena, t->reports[random_below(r, t->report_count)], &bytes);
    struct report_tree *other =
        read_report(&arena, t->reports[random_below(r, t->report_count)], &other_bytes);
    if (random_chance(r, 92))
        report_tree_thin(r, report, 1 + random_below(r, 3));
    for (unsigned i = 1 + random_below(r, random_chance(r, 50) ? 2 : MOST_CHANGES); i; i--)
        report_tree_mutate(r, report, other);
    report_tree_write(report, &out);
    for (unsigned i = random_chance(r, 6) ? 1 + random_below(r, 4) : 0; i; i--)
        mutate_bytes(r, &out);
    unlink(path); /* which may be one that is kept */
    FILE *file = fopen(path, "w");
    if (!file || fwrite(out.data, 1, out.length, file) != out.length || fclose(file) != 0) {
        perror(path);
        exit(2);
    }
    strbuf_free(&out);
    arena_free(&arena);
    free(bytes);
    free(other_bytes);
}

static volatile sig_atomic_t stopped;

static void stop(int signal_number)
{
    stopped = signal_number;
}

/* One mutant. Returns the number of runs that failed. */
static unsigned try(struct trial *t, const char *mutant)
{
    unsigned failed = 0;
    t->random = random_from(t->seed);
    make_mutant(t, mutant);
    for (unsigned i = 0; i < RUNS_EACH; i++) {
        const unsigned what = random_below(&t->random, 100);
        t->count = 0;
        t->is_json = t->may_end_2 = false;
        say(t, t->rooftop);
        if (what < 70)
            choose_page(t, mutant);
        else if (what < 90)
            choose_diff(t, mutant);
        else
            choose_export(t, mutant);
        run(t);
        if (t->wrong.length)
            keep(t, mutant);
        failed += t->wrong.length != 0;
    }
    return failed;
}

int main(int argc, char **argv)
{
    struct trial t = {0};
    unsigned mutants = 0, failed = 0;
    if (argc < 6) {
        fprintf(stderr, "usage: hostile_reports ROOFTOP FOLDER SEED SECONDS REPORT...\n");
        return 2;
    }
    t.rooftop = argv[1];
    t.folder = argv[2];
    t.reports = argv + 5;
    t.report_count = (unsigned)argc - 5;
    const uint64_t seed = strtoull(argv[3], NULL, 10);
    const int64_t end = terminal_now() + 1000 * strtoll(argv[4], NULL, 10);
    const struct rlimit core = {0, 0};
    if (chdir(t.folder) != 0) {
        perror(t.folder);
        return 2;
    }
    setrlimit(RLIMIT_CORE, &core);
    signal(SIGPIPE, SIG_IGN);
    signal(SIGTERM, stop);
    do {
        t.seed = seed + mutants++;
        failed += try(&t, "mutant.ncu-rep");
    } while (terminal_now() < end && !stopped);
    printf("hostile reports: %u mutants, %u runs, %u failed (seeds %llu to %llu)\n", mutants,
           mutants * RUNS_EACH, failed, (unsigned long long)seed, (unsigned long long)t.seed);
    strbuf_free(&t.output);
    strbuf_free(&t.wrong);
    return failed != 0;
}

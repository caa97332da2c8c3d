#include "options.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "mem.h"
#include "nearest.h"
#include "strbuf.h"

/* X(id, long name, short letter or 0, argument or NULL, group, help) */
#define OPTIONS(X)                                                                                 \
    X(HELP, "help", 'h', NULL, "General", "show this list and exit")                               \
    X(VERSION, "version", 'v', NULL, "General", "show the version and exit")                       \
    X(IMPORT, "import", 'i', "FILE", "Report",                                                     \
      "show this report instead of profiling; may be repeated, and be a folder or a pattern")      \
    X(RECURSIVE, "import-recursive", 0, NULL, "Report",                                            \
      "of folders given with -i take the reports in the folders below, too")                       \
    X(EXPORT, "export", 'o', "FILE", "Report",                                                     \
      "write the report here (.ncu-rep is added); without it results are shown and not kept")      \
    X(FORCE, "force-overwrite", 'f', NULL, "Report", "replace an existing report")                 \
    X(SET, "set", 0, "NAME", "Collect", "set of sections to collect (default: basic)")             \
    X(SECTION, "section", 0, "NAME", "Collect",                                                    \
      "collect this section; may be repeated; identifier or regex:EXPR")                           \
    X(METRICS, "metrics", 0, "LIST", "Collect",                                                    \
      "comma-separated metrics to collect; with --page raw or source: to print")                   \
    X(NO_SUFFIXES, "disable-extra-suffixes", 0, NULL, "Collect",                                   \
      "do not add the sibling rollups (avg, max, min, sum) of a metric")                           \
    X(SECTION_FOLDER, "section-folder", 0, "FOLDER", "Collect",                                    \
      "add the .section files of this folder; may be repeated")                                    \
    X(LIST_SETS, "list-sets", 0, NULL, "Collect", "list the sets and their sections and exit")     \
    X(LIST_SECTIONS, "list-sections", 0, NULL, "Collect", "list the sections and exit")            \
    X(KERNEL_NAME, "kernel-name", 'k', "NAME", "Filter",                                           \
      "only kernels of this name; exact, or regex:EXPR for a part of it")                          \
    X(NAME_BASE, "kernel-name-base", 0, "BASE", "Filter",                                          \
      "name that -k and --kernel-id test: function (default), demangled, mangled")                 \
    X(KERNEL_ID, "kernel-id", 0, "ID", "Filter",                                                   \
      "only CONTEXT:STREAM:[regex:]NAME:INVOCATION; empty parts fit everything")                   \
    X(RENAME, "rename-kernels", 0, "BOOL", "Filter",                                               \
      "shorten kernel names and apply a file of renames (default: yes)")                           \
    X(RENAME_PATH, "rename-kernels-path", 0, "FILE", "Filter",                                     \
      "the file of renames (default: ncu-kernel-renames.yaml, if there is one)")                   \
    X(SKIP, "launch-skip", 's', "N", "Filter", "skip the first N launches that match")             \
    X(COUNT, "launch-count", 'c', "N", "Filter", "stop after N results")                           \
    X(CLOCK, "clock-control", 0, "MODE", "Profile",                                                \
      "base (default): lock the GPU clocks while profiling; none: leave them")                     \
    X(CACHE, "cache-control", 0, "MODE", "Profile",                                                \
      "all (default): flush the GPU caches before every pass; none: leave them")                   \
    X(KILL, "kill", 0, "BOOL", "Profile", "end the program once --launch-count results are there") \
    X(TARGETS, "target-processes", 0, "SCOPE", "Profile",                                          \
      "all (default): children too; application-only: just the program itself")                    \
    X(CHECK_EXIT, "check-exit-code", 0, "BOOL", "Profile",                                         \
      "report an exit status of the program other than 0 (default: yes)")                          \
    X(PAGE, "page", 0, "NAME", "Text", "print a page: details (default), raw, session, source")    \
    X(CSV, "csv", 0, NULL, "Text", "print comma-separated values")                                 \
    X(JSON, "json", 0, NULL, "Text", "print JSON (man rooftop-json)")                              \
    X(MARKDOWN, "markdown", 0, NULL, "Text", "print Markdown, to paste into an issue")             \
    X(UNITS, "print-units", 0, "MODE", "Text", "auto: scale units to the values; base: do not")    \
    X(PRINT_BASE, "print-kernel-base", 0, "BASE", "Text",                                          \
      "form of kernel names: demangled (default), function, mangled")                              \
    X(REAL, "print-fp", 0, NULL, "Text", "print whole numbers with decimals too")                  \
    X(INSTANCES, "print-metric-instances", 0, "MODE", "Text",                                      \
      "instances of metrics: none (default), values, details (with their ids)")                    \
    X(DETAILS, "print-details", 0, "PART", "Text",                                                 \
      "details page: header (default), body or all of a section")                                  \
    X(RULE_DETAILS, "print-rule-details", 0, NULL, "Text",                                         \
      "what findings rest on: tables of their rules, metrics")                                     \
    X(METRIC_NAME, "print-metric-name", 0, "FORM", "Text",                                         \
      "details page: label (default), name or label-name of metrics")                              \
    X(NVTX_RENAME, "print-nvtx-rename", 0, "MODE", "Text",                                         \
      "none (default); kernel: put the innermost NVTX range before the kernel's name")             \
    X(SUMMARY, "print-summary", 0, "MODE", "Text",                                                 \
      "none (default); one for all launches of a kernel: per-kernel, per-gpu, per-nvtx")           \
    X(NVTX, "nvtx", 0, NULL, "Text",                                                               \
      "with a report: no effect, details show NVTX ranges in any case")                            \
    X(CALL_STACK, "call-stack", 0, NULL, "Text",                                                   \
      "with a report: no effect, details show call stacks in any case")                            \
    X(EXIT_CODE, "exit-code", 0, NULL, "Text",                                                     \
      "diff: exit with 1 if something got worse beyond noise, with 2 after an error")              \
    X(SOURCE, "print-source", 0, "VIEW", "Text",                                                   \
      "source page: sass (default), ptx, cuda, or cuda,sass")                                      \
    X(SOURCE_FILES, "resolve-source-file", 0, "LIST", "Text",                                      \
      "comma-separated source files to show instead of those of the same name")                    \
    X(SOURCE_FOLDERS, "source-folders", 0, "LIST", "Text",                                         \
      "comma-separated folders to search for source files")                                        \
    X(NVDISASM, "nvdisasm", 0, "FILE", "Text",                                                     \
      "source page: the disassembler (default: in CUDA_HOME, PATH or /usr/local/cuda)")            \
    X(LOG_FILE, "log-file", 0, "FILE", "Text",                                                     \
      "where messages and pages go: stdout, stderr or a file")                                     \
    X(QUIET, "quiet", 0, NULL, "Text", "print no progress and no notes")                           \
    X(TUI, "tui", 0, NULL, "Screen", "open the screen even if --page or --csv is given")           \
    X(NO_TUI, "no-tui", 0, NULL, "Screen", "print pages, never open the screen")                   \
    X(THEME, "theme", 0, "NAME", "Screen", "colours: a theme's name or a .yaml file")

enum option_id {
#define OPTION_ID(id, ...) OPTION_##id,
    OPTIONS(OPTION_ID)
};

static const struct option {
    enum option_id id;
    const char *name;
    char letter;
    const char *argument, *group, *help;
} table[] = {
#define OPTION_ROW(id, name, letter, argument, group, help)                                        \
    {OPTION_##id, name, letter, argument, group, help},
    OPTIONS(OPTION_ROW)};

enum { OPTION_TOTAL = sizeof table / sizeof *table };

void options_print_help(FILE *out)
{
    fputs("rooftop profiles the kernels of a CUDA program and shows what limits them\n\n"
          "  rooftop [options] program [arguments]   profile the program\n"
          "  rooftop report.ncu-rep...               look at saved reports\n"
          "  rooftop diff A.ncu-rep B.ncu-rep        say what changed from A to B\n",
          out);
    const char *group = "";
    for (size_t i = 0; i < OPTION_TOTAL; i++) {
        const struct option *option = &table[i];
        if (strcmp(option->group, group) != 0)
            fprintf(out, "\n%s\n", option->group);
        group = option->group;
        char names[64], letter[8] = "    ";
        if (option->letter)
            snprintf(letter, sizeof letter, "-%c, ", option->letter);
        snprintf(names, sizeof names, "%s--%s%s%s", letter, option->name,
                 option->argument ? " " : "", option->argument ? option->argument : "");
        fprintf(out, "  %-34s %s\n", names, option->help);
    }
    fputs("\nIn the screen press ? for the keys. Manual: man rooftop\n", out);
}

static void add_word(struct word_list *list, const char *word, size_t length)
{
    mem_grow(&list->words, list->count, &list->capacity, sizeof *list->words);
    list->words[list->count++] = mem_strndup(word, length);
}

/* Splits at commas outside brackets: a regular expression may hold "{1,2}". */
static void add_list(struct word_list *list, const char *text)
{
    while (*text) {
        size_t length = 0;
        int depth = 0;
        for (; text[length] && (depth > 0 || text[length] != ','); length++)
            depth += (strchr("({[", text[length]) != NULL) - (strchr(")}]", text[length]) != NULL);
        if (length)
            add_word(list, text, length);
        text += length + (text[length] == ',');
    }
}

static void free_list(struct word_list *list)
{
    for (size_t i = 0; i < list->count; i++)
        free(list->words[i]);
    free(list->words);
}

/* Index of the word among the NULL-ended choices, or -1 with the error. */
static int choose(const struct option *option, const char *word, const char *const *choices,
                  struct error *error)
{
    struct nearest nearest = {.wanted = word};
    struct strbuf all = {0};
    int found = -1;
    for (int i = 0; choices[i]; i++) {
        if (strcmp(word, choices[i]) == 0)
            found = i;
        nearest_offer(&nearest, choices[i]);
        strbuf_addf(&all, "%s%s", i ? ", " : "", choices[i]);
    }
    if (found < 0 && nearest.best)
        error_set(error, "--%s does not know \"%s\"; nearest is \"%s\" (it takes %s)", option->name,
                  word, nearest.best, all.data);
    else if (found < 0)
        error_set(error, "--%s does not know \"%s\"; it takes %s", option->name, word, all.data);
    strbuf_free(&all);
    return found;
}

static bool take_choice(const struct option *option, const char *word, const char *const *choices,
                        int *value, struct error *error)
{
    *value = choose(option, word, choices, error);
    return *value >= 0;
}

static bool take_bool(const struct option *option, const char *word, bool *value,
                      struct error *error)
{
    static const char *const words[] = {"no", "yes", "off", "on", "0", "1", "false", "true", NULL};
    int index;
    if (!take_choice(option, word, words, &index, error))
        return false;
    *value = index % 2;
    return true;
}

static bool take_count(const struct option *option, const char *word, uint64_t *value,
                       struct error *error)
{
    char *end;
    errno = 0;
    unsigned long long number = strtoull(word, &end, 10);
    if (!*word || *end || errno || word[0] == '-')
        return error_set(error, "--%s takes a number, not \"%s\"", option->name, word);
    *value = number;
    return true;
}

static bool take_format(struct options *o, enum page_format format, struct error *error)
{
    static const char *const names[] = {"", "csv", "json", "markdown"};
    if (o->page.format != FORMAT_TEXT && o->page.format != format)
        return error_set(error, "--%s and --%s are both given: a page has one form, leave one out",
                         names[o->page.format], names[format]);
    o->page.format = format;
    o->page_given = true;
    return true;
}

static bool apply(struct options *o, const struct option *option, const char *value,
                  struct error *error)
{
    static const char *const clocks[] = {"base", "none", NULL};
    static const char *const caches[] = {"all", "none", NULL};
    static const char *const targets[] = {"all", "application-only", NULL};
    static const char *const bases[] = {"function", "demangled", "mangled", NULL};
    static const char *const pages[] = {"details", "raw", "session", "source", NULL};
    static const char *const units[] = {"auto", "base", NULL};
    static const char *const shown_names[] = {"demangled", "function", "mangled", NULL};
    static const char *const instances[] = {"none", "values", "details", NULL};
    static const char *const details[] = {"header", "body", "all", NULL};
    static const char *const namings[] = {"label", "name", "label-name", NULL};
    static const char *const nvtx_renames[] = {"none", "kernel", NULL};
    static const char *const summaries[] = {"none", "per-gpu", "per-kernel", "per-nvtx", NULL};
    int choice;
    switch (option->id) {
    case OPTION_HELP:
        o->action = ACTION_HELP;
        return true;
    case OPTION_VERSION:
        o->action = ACTION_VERSION;
        return true;
    case OPTION_LIST_SETS:
        o->action = ACTION_LIST_SETS;
        return true;
    case OPTION_LIST_SECTIONS:
        o->action = ACTION_LIST_SECTIONS;
        return true;
    case OPTION_IMPORT:
        add_word(&o->imports, value, strlen(value));
        return true;
    case OPTION_RECURSIVE:
        o->import_recursive = true;
        return true;
    case OPTION_EXPORT:
        o->export_path = value;
        return true;
    case OPTION_FORCE:
        o->force_overwrite = true;
        return true;
    case OPTION_SET:
        add_list(&o->sets, value);
        return true;
    case OPTION_SECTION:
        add_word(&o->sections, value, strlen(value));
        return true;
    case OPTION_METRICS:
        add_list(&o->metrics, value);
        o->page.metrics = value;
        return true;
    case OPTION_NO_SUFFIXES:
        o->extra_suffixes = false;
        return true;
    case OPTION_SECTION_FOLDER:
        add_word(&o->section_folders, value, strlen(value));
        return true;
    case OPTION_KERNEL_NAME:
        return name_pattern_set(&o->filter.name, value, error) ||
               error_prefix(error, "--kernel-name");
    case OPTION_NAME_BASE:
        if (!take_choice(option, value, bases, &choice, error))
            return false;
        o->filter.base = (enum name_base)choice;
        return true;
    case OPTION_KERNEL_ID:
        return kernel_id_set(&o->filter.id, value, error) || error_prefix(error, "--kernel-id");
    case OPTION_RENAME:
        return take_bool(option, value, &o->rename_kernels, error);
    case OPTION_RENAME_PATH:
        o->renames_path = value;
        return true;
    case OPTION_SKIP:
        return take_count(option, value, &o->filter.skip, error);
    case OPTION_COUNT:
        return take_count(option, value, &o->filter.count, error);
    case OPTION_CLOCK:
        if (!take_choice(option, value, clocks, &choice, error))
            return false;
        o->clock_control = (enum clock_control)choice;
        return true;
    case OPTION_CACHE:
        if (!take_choice(option, value, caches, &choice, error))
            return false;
        o->cache_control = (enum cache_control)choice;
        return true;
    case OPTION_KILL:
        return take_bool(option, value, &o->kill, error);
    case OPTION_CHECK_EXIT:
        return take_bool(option, value, &o->check_exit_code, error);
    case OPTION_TARGETS:
        if (!take_choice(option, value, targets, &choice, error))
            return false;
        o->root_process_only = choice == 1;
        return true;
    case OPTION_PAGE:
        if (!take_choice(option, value, pages, &choice, error))
            return false;
        o->page.page = (enum page)choice;
        o->page_given = true;
        return true;
    case OPTION_CSV:
        return take_format(o, FORMAT_CSV, error);
    case OPTION_JSON:
        return take_format(o, FORMAT_JSON, error);
    case OPTION_MARKDOWN:
        return take_format(o, FORMAT_MARKDOWN, error);
    case OPTION_UNITS:
        if (!take_choice(option, value, units, &choice, error))
            return false;
        o->page.base_units = choice == 1;
        return true;
    case OPTION_PRINT_BASE:
        if (!take_choice(option, value, shown_names, &choice, error))
            return false;
        o->page.kernel_name = (enum page_kernel_name)choice;
        o->page_given = true;
        return true;
    case OPTION_REAL:
        o->page.real = true;
        o->page_given = true;
        return true;
    case OPTION_INSTANCES:
        if (!take_choice(option, value, instances, &choice, error))
            return false;
        o->page.instances = (enum raw_instances)choice;
        o->page_given = true;
        return true;
    case OPTION_DETAILS:
        if (!take_choice(option, value, details, &choice, error))
            return false;
        o->page.details = (enum page_details)choice;
        o->page_given = true;
        return true;
    case OPTION_RULE_DETAILS:
        o->page.rule_details = true;
        o->page_given = true;
        return true;
    case OPTION_METRIC_NAME:
        if (!take_choice(option, value, namings, &choice, error))
            return false;
        o->page.naming = (enum metric_naming)choice;
        o->page_given = true;
        return true;
    case OPTION_NVTX_RENAME:
        if (!take_choice(option, value, nvtx_renames, &choice, error))
            return false;
        o->page.nvtx_rename = choice == 1;
        o->page_given = true;
        return true;
    case OPTION_SUMMARY:
        if (!take_choice(option, value, summaries, &choice, error))
            return false;
        o->page.summary = (enum summary_mode)choice;
        o->page_given = true;
        return true;
    case OPTION_NVTX:
        o->nvtx = true;
        return true;
    case OPTION_CALL_STACK:
        o->call_stack = true;
        return true;
    case OPTION_EXIT_CODE:
        o->exit_code = true;
        return true;
    case OPTION_SOURCE:
        if (!take_choice(option, value, source_kind_names, &choice, error))
            return false;
        o->page.source.kind = (enum source_kind)choice;
        o->view_given = true;
        return true;
    case OPTION_SOURCE_FILES:
        o->page.source.named_files = value;
        return true;
    case OPTION_SOURCE_FOLDERS:
        o->page.source.folders = value;
        return true;
    case OPTION_NVDISASM:
        o->page.source.nvdisasm = value;
        return true;
    case OPTION_LOG_FILE:
        o->log_file = value;
        return true;
    case OPTION_QUIET:
        o->quiet = true;
        return true;
    case OPTION_TUI:
        o->interface = INTERFACE_TUI;
        return true;
    case OPTION_NO_TUI:
        o->interface = INTERFACE_TEXT;
        return true;
    case OPTION_THEME:
        o->theme = value;
        return true;
    }
    return false;
}

static const struct option *find_long(const char *name, size_t length, struct error *error)
{
    for (size_t i = 0; i < OPTION_TOTAL; i++)
        if (strlen(table[i].name) == length && strncmp(table[i].name, name, length) == 0)
            return &table[i];
    char *word = mem_strndup(name, length);
    struct nearest nearest = {.wanted = word};
    for (size_t i = 0; i < OPTION_TOTAL; i++)
        nearest_offer(&nearest, table[i].name);
    if (nearest.best)
        error_set(error, "unknown option --%s; nearest is --%s", word, nearest.best);
    else
        error_set(error, "unknown option --%s; see rooftop --help", word);
    free(word);
    return NULL;
}

static const struct option *find_short(char letter, struct error *error)
{
    for (size_t i = 0; i < OPTION_TOTAL; i++)
        if (table[i].letter == letter)
            return &table[i];
    error_set(error, "unknown option -%c; see rooftop --help", letter);
    return NULL;
}

/* One option at argv[*at]; *at moves behind it. */
static bool take_option(struct options *o, int argc, char **argv, int *at, struct error *error)
{
    const char *word = argv[(*at)++];
    const struct option *option;
    const char *value = NULL;
    if (word[1] == '-') {
        size_t length = strcspn(word + 2, "=");
        option = find_long(word + 2, length, error);
        if (word[2 + length] == '=')
            value = word + 3 + length;
    } else {
        option = find_short(word[1], error);
        if (word[2])
            value = word + 2;
    }
    if (!option)
        return false;
    if (!option->argument && value)
        return error_set(error, "--%s takes no value, \"%s\" was given", option->name, value);
    if (option->argument && !value) {
        if (*at >= argc)
            return error_set(error, "--%s needs a value (%s)", option->name, option->argument);
        value = argv[(*at)++];
    }
    return apply(o, option, value ? value : "", error);
}

static bool is_report_name(const char *name)
{
    size_t length = strlen(name);
    return length > 8 && strcmp(name + length - 8, ".ncu-rep") == 0;
}

/* Whether the word at argv[at] is the command "diff": see options.h. Nothing is applied. */
static bool is_diff(int argc, char **argv, int at)
{
    int reports = 0;
    if (strcmp(argv[at], "diff") != 0)
        return false;
    for (at++; at < argc && reports < 2; at++) {
        const char *word = argv[at];
        if (strcmp(word, "--") == 0)
            return false;
        if (word[0] != '-' || !word[1]) {
            if (!is_report_name(word))
                return false;
            reports++;
            continue;
        }
        size_t length = strcspn(word, "=");
        const struct option *option =
            word[1] == '-' ? find_long(word + 2, length - 2, NULL) : find_short(word[1], NULL);
        bool has_value = word[1] == '-' ? word[length] == '=' : word[2];
        at += option && option->argument && !has_value;
    }
    return reports == 2;
}

/* Options that ask for something else than a comparison. */
static bool check_diff(const struct options *o, struct error *error)
{
    const struct {
        bool given;
        const char *what;
    } others[] = {{o->imports.count > 0, "--import shows reports"},
                  {o->export_path != NULL, "--export writes a report"},
                  {o->interface == INTERFACE_TUI, "--tui opens the screen"},
                  {o->page.page == PAGE_SESSION, "--page session shows no results"},
                  {o->page.page == PAGE_SOURCE, "--page source is of one report"},
                  {o->page.summary != SUMMARY_NONE, "--print-summary is of one report"},
                  {o->page.nvtx_rename, "--print-nvtx-rename is of one report"}};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (others[i].given)
            return error_set(error, "%s: it has no use with diff", others[i].what);
    return true;
}

static char *join(int argc, char **argv)
{
    struct strbuf line = {0};
    for (int i = 0; i < argc; i++)
        strbuf_addf(&line, "%s ", argv[i]);
    return strbuf_detach(&line);
}

bool options_parse(struct options *options, int argc, char **argv, struct error *error)
{
    *options =
        (struct options){.check_exit_code = true, .extra_suffixes = true, .rename_kernels = true};
    options->page.filter = &options->filter;
    int at = 1;
    while (at < argc) {
        if (strcmp(argv[at], "--") == 0) {
            at++;
            break;
        }
        if (argv[at][0] == '-' && argv[at][1]) {
            if (!take_option(options, argc, argv, &at, error))
                return false;
        } else if (options->action == ACTION_DIFF && !options->diff[1] &&
                   is_report_name(argv[at])) {
            options->diff[options->diff[0] != NULL] = argv[at++];
        } else if (options->action == ACTION_RUN && !options->imports.count &&
                   is_diff(argc, argv, at)) {
            options->action = ACTION_DIFF;
            at++;
        } else if (options->action != ACTION_DIFF && is_report_name(argv[at])) {
            add_word(&options->imports, argv[at], strlen(argv[at]));
            at++;
        } else {
            break;
        }
    }
    if (at < argc)
        options->program = argv + at;
    options->command_line = join(argc, argv);
    options->renames.off = !options->rename_kernels;
    if (options->action == ACTION_DIFF && options->program)
        return error_set(error, "\"%s\" is left over: diff compares two reports",
                         options->program[0]);
    if (options->action == ACTION_DIFF && !check_diff(options, error))
        return false;
    if (options->exit_code && options->action == ACTION_RUN)
        return error_set(error, "--exit-code is for rooftop diff A.ncu-rep B.ncu-rep");
    if (options->imports.count && options->program)
        return error_set(error, "\"%s\" is left over: with a report nothing is run",
                         options->program[0]);
    if (options->program && (options->nvtx || options->call_stack))
        return error_set(error,
                         "--%s: this is not recorded yet; of a report, the details page shows what "
                         "it holds without being asked",
                         options->nvtx ? "nvtx" : "call-stack");
    if (options->renames_path && !options->rename_kernels)
        return error_set(error, "--rename-kernels-path has no use with --rename-kernels no");
    if (options->view_given && options->page.page != PAGE_SOURCE)
        return error_set(error, "--print-source needs --page source");
    if (options->page.page == PAGE_SOURCE && options->page.summary != SUMMARY_NONE)
        return error_set(error, "--print-summary has no use with --page source");
    if (options->kill && !options->filter.count)
        return error_set(error, "--kill needs --launch-count: it ends the program after so many "
                                "results");
    return true;
}

void options_free(struct options *options)
{
    free_list(&options->imports);
    free_list(&options->sets);
    free_list(&options->sections);
    free_list(&options->section_folders);
    free_list(&options->metrics);
    launch_filter_free(&options->filter);
    kernel_renames_free(&options->renames);
    free(options->nvdisasm);
    free(options->sass_cache);
    free(options->command_line);
}

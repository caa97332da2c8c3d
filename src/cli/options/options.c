#include "cli/options/options.h"

#include <stdlib.h>
#include <string.h>

#include "cli/options/option_config.h"
#include "cli/options/option_rules.h"
#include "cli/options/option_table.h"
#include "cli/options/shell_words.h"
#include "report/base/file_bytes.h"
#include "report/base/mem.h"
#include "report/base/strbuf.h"
#include "report/names/report_suffix.h"
#include "report/trace/trace_writer.h"

/* Where the texts beside the names begin and end. */
struct help_width {
    int names, columns;
};
static const struct help_width whole_help = {36, 100}, short_help = {28, 80};

/* The text in lines that end at the last column, below each other beside the names. */
static void print_beside(FILE *out, struct help_width width, const char *names, const char *text)
{
    const size_t least = (size_t)width.names;
    fprintf(out, "  %-*s ", width.names - 2, names);
    size_t column = strlen(names) > least - 2 ? strlen(names) + 3 : least + 1;
    for (bool first = true; *text; first = false) {
        const size_t length = strcspn(text, " ");
        if (!first && column + 1 + length > (size_t)width.columns) {
            fprintf(out, "\n%*s", width.names + 1, "");
            column = least + 1;
        } else if (!first) {
            fputc(' ', out);
            column++;
        }
        fprintf(out, "%.*s", (int)length, text);
        column += length;
        text += length;
        text += strspn(text, " ");
    }
    fputc('\n', out);
}

static void print_usage(FILE *out)
{
    fputs("rooftop profiles the kernels of a CUDA program and shows what limits them\n\n"
          "  rooftop [options] program [arguments]   profile the program\n"
          "  rooftop report.ncu-rep...               look at saved reports\n"
          "  rooftop trace [options] program         record what the whole program does\n"
          "  rooftop run.rtrace...                   look at saved traces\n"
          "  rooftop diff A.ncu-rep B.ncu-rep        say what changed from A to B\n"
          "  rooftop cpu [options] program           count what the CPU does; cpu --help\n",
          out);
}

static void print_option(FILE *out, struct help_width width, const struct option *option)
{
    char names[64], letter[8] = "    ";
    if (option->letter)
        snprintf(letter, sizeof letter, "-%c, ", option->letter);
    snprintf(names, sizeof names, "%s--%s%s%s", letter, option->name, option->argument ? " " : "",
             option->argument ? option->argument : "");
    print_beside(out, width, names, option->help);
}

void options_print_help(FILE *out)
{
    print_usage(out);
    const char *group = "";
    for (size_t i = 0; i < option_count; i++) {
        const struct option *option = &option_table[i];
        if (strcmp(option->group, group) != 0)
            fprintf(out, "\n%s\n", option->group);
        group = option->group;
        print_option(out, whole_help, option);
    }
    fputs("\nOn the screen, press ? for the keys. The manual is: man rooftop\n", out);
}

void options_print_short_help(FILE *out)
{
    static const char *const first[] = {"help",         "export", "kernel-name", "launch-skip",
                                        "launch-count", "set",    "csv",         "doctor"};
    print_usage(out);
    fputc('\n', out);
    for (size_t i = 0; i < sizeof first / sizeof *first; i++)
        for (size_t j = 0; j < option_count; j++)
            if (strcmp(option_table[j].name, first[i]) == 0)
                print_option(out, short_help, &option_table[j]);
}

const struct option *options_next(int argc, char *const *argv, int *at, const char **given,
                                  struct error *error)
{
    const char *word = argv[(*at)++];
    const struct option *option;
    const char *value = NULL;
    if (word[1] == '-') {
        size_t length = strcspn(word + 2, "=");
        option = option_by_name(word + 2, length, error);
        if (word[2 + length] == '=')
            value = word + 3 + length;
    } else {
        option = option_by_letter(word + 1, error);
        if (word[2])
            value = word + 2;
    }
    if (option && !option->argument && value) {
        error_set(error, "--%s takes no value, \"%s\" was given", option->name, value);
        return NULL;
    }
    if (option && option->argument && !value) {
        if (*at >= argc) {
            error_set(error, "--%s needs a value (%s)", option->name, option->argument);
            return NULL;
        }
        value = argv[(*at)++];
    }
    *given = value;
    return option;
}

/* Stores the option at argv[*at] and moves *at behind it. */
static bool take_option(struct options *o, int argc, char **argv, int *at, bool *given,
                        struct error *error)
{
    const char *value;
    const struct option *option = options_next(argc, argv, at, &value, error);
    if (!option)
        return false;
    if (option->once && given[option - option_table])
        return error_set(error, "--%s cannot be given twice: %s", option->name, option->once);
    if (!option->take(o, option, value ? value : "", error))
        return false;
    if (o->action == ACTION_HELP && argv[*at - 1][1] == 'h')
        o->action = ACTION_SHORT_HELP;
    if (option->also)
        *(bool *)((char *)o + option->also) = true;
    given[option - option_table] = true;
    return true;
}

enum { MOST_RESPONSE_FILES = 100 };

/* Puts the words of the file that is named at words[at], "@FILE", in its place. */
static bool take_response_file(struct word_list *words, int at, struct error *error)
{
    char *path = mem_strdup(words->words[at] + 1);
    size_t length;
    char *text = file_bytes(path, &length, error);
    struct word_list found = {0};
    bool good = text != NULL;
    if (good && !shell_words_split(&found, text, error))
        good = error_prefix(error, "%s", path);
    if (good) {
        const size_t place = (size_t)at, rest = words->count - place - 1;
        free(words->words[place]);
        char **all = mem_alloc((place + found.count + rest + 1) * sizeof *all);
        memcpy(all, words->words, place * sizeof *all);
        for (size_t i = 0; i < found.count; i++)
            all[place + i] = mem_strdup(found.words[i]);
        memcpy(all + place + found.count, words->words + place + 1, rest * sizeof *all);
        free(words->words);
        words->words = all;
        words->count = place + found.count + rest;
        words->capacity = words->count + 1;
        all[words->count] = NULL;
    }
    word_list_free(&found);
    free(text);
    free(path);
    return good;
}

/* A copy of the command line, in which response files are replaced. Ends with NULL. */
static void copy_words(struct word_list *words, int argc, char **argv)
{
    for (int i = 0; i < argc; i++)
        word_list_add(words, argv[i]);
    word_list_add(words, "");
    free(words->words[--words->count]);
    words->words[words->count] = NULL;
}

static bool is_report_name(const char *name)
{
    return report_suffix(name);
}

/* Of a file that diff takes. */
static bool is_compared_name(const char *name)
{
    return is_report_name(name) || trace_is_name(name);
}

/* Whether the word at argv[at] is this command, "diff" or "merge", and files of it follow (see
 * options.h). It looks ahead and stores nothing. */
static bool is_command(const char *command, bool (*takes)(const char *), int argc, char **argv,
                       int at)
{
    if (strcmp(argv[at], command) != 0)
        return false;
    for (at++; at < argc; at++) {
        const char *word = argv[at];
        if (strcmp(word, "--") == 0)
            return false;
        if (word[0] != '-' || !word[1])
            return takes(word);
        size_t length = strcspn(word, "=");
        const struct option *option = word[1] == '-' ? option_by_name(word + 2, length - 2, NULL)
                                                     : option_by_letter(word + 1, NULL);
        bool has_value = word[1] == '-' ? word[length] == '=' : word[2];
        at += option && option->argument && !has_value;
    }
    return true;
}

/* Whether the word at argv[at] is the command "trace": another word follows. */
static bool is_trace(int argc, char **argv, int at)
{
    return strcmp(argv[at], "trace") == 0 && at + 1 < argc;
}

/* -i takes both kinds of files. */
static void sort_imports(struct options *o)
{
    size_t kept = 0;
    for (size_t i = 0; i < o->imports.count; i++)
        if (trace_is_name(o->imports.words[i])) {
            word_list_add(&o->trace.files, o->imports.words[i]);
            free(o->imports.words[i]);
        } else {
            o->imports.words[kept++] = o->imports.words[i];
        }
    o->imports.count = kept;
}

static char *join(int argc, char **argv)
{
    struct strbuf line = {0};
    for (int i = 0; i < argc; i++)
        shell_word_add(&line, argv[i]);
    strbuf_addc(&line, ' ');
    return strbuf_detach(&line);
}

static bool take_words(struct options *options, int count, char **words, bool *given,
                       struct error *error)
{
    copy_words(&options->words, count, words);
    char **argv = options->words.words;
    int argc = count, at = 1, files = 0;
    while (at < argc) {
        if (strcmp(argv[at], "--") == 0) {
            at++;
            break;
        }
        if (argv[at][0] == '@' && argv[at][1] && files++ < MOST_RESPONSE_FILES) {
            if (!take_response_file(&options->words, at, error))
                return false;
            argv = options->words.words;
            argc = (int)options->words.count;
        } else if (argv[at][0] == '-' && argv[at][1]) {
            if (!take_option(options, argc, argv, &at, given, error))
                return false;
        } else if (options->action == ACTION_DIFF && !options->diff[1] &&
                   is_compared_name(argv[at])) {
            options->diff[options->diff[0] != NULL] = argv[at++];
        } else if (options->action == ACTION_RUN && !options->imports.count &&
                   is_command("diff", is_compared_name, argc, argv, at)) {
            options->action = ACTION_DIFF;
            at++;
        } else if (options->action == ACTION_RUN && !options->imports.count && !options->merge &&
                   is_command("merge", is_report_name, argc, argv, at)) {
            options->merge = true;
            at++;
        } else if (options->action == ACTION_RUN && !options->imports.count &&
                   !options->trace.files.count && is_trace(argc, argv, at)) {
            options->action = ACTION_TRACE;
            at++;
        } else if (options->action == ACTION_RUN && trace_is_name(argv[at])) {
            word_list_add(&options->trace.files, argv[at++]);
        } else if (options->action != ACTION_DIFF && is_report_name(argv[at])) {
            word_list_add(&options->imports, argv[at]);
            at++;
        } else {
            if (strcmp(argv[at], "cpu") == 0)
                return error_set(error,
                                 "the word cpu stands first: rooftop cpu [options] program (to "
                                 "profile a program of this name, put -- before it)");
            break;
        }
    }
    if (at < argc)
        options->program = argv + at;
    return true;
}

/* "--metrics all" is the largest set while profiling, and no choice in a report. */
static void expand_all(struct options *o)
{
    size_t kept = 0;
    for (size_t i = 0; i < o->metrics.count; i++)
        if (strcmp(o->metrics.words[i], "all") == 0) {
            free(o->metrics.words[i]);
            if (!o->imports.count && !o->query_given)
                word_list_add(&o->sets, "full");
        } else {
            o->metrics.words[kept++] = o->metrics.words[i];
        }
    o->metrics.count = kept;
}

/* "--set none" says that no set is meant beside the metrics or sections that are named. */
static void drop_none(struct options *o)
{
    size_t kept = 0;
    for (size_t i = 0; i < o->sets.count; i++)
        if (strcmp(o->sets.words[i], "none") == 0 && (o->metrics.count || o->sections.count))
            free(o->sets.words[i]);
        else
            o->sets.words[kept++] = o->sets.words[i];
    o->sets.count = kept;
}

/* As in ncu: whoever reads what a run measures as CSV gets base units, and the pages of a report
 * are scaled in every form. */
static void choose_units(struct options *o)
{
    const bool measures = o->action == ACTION_RUN && !o->imports.count && !o->trace.files.count;
    if (measures && o->page.format == FORMAT_CSV && !o->units_given)
        o->page.base_units = true;
}

static bool is_ncu(const char *path)
{
    const char *slash = strrchr(path, '/');
    return strcmp(slash ? slash + 1 : path, "ncu") == 0;
}

bool options_parse(struct options *options, int argc, char **argv, struct error *error)
{
    *options = (struct options){.check_exit_code = true,
                                .as_ncu = argc > 0 && is_ncu(argv[0]),
                                .import_code = true,
                                .app_match = APP_MATCH_GRID,
                                .app_mode = APP_MATCH_BALANCED,
                                .extra_suffixes = true,
                                .rename_kernels = true,
                                .filter.base = KERNEL_NAME_FUNCTION,
                                .replay_timeout = 30,
                                .auto_budget = 60,
                                .ports = {49152, 64},
                                .sampling_passes = 5,
                                .sampling_buffer = 32 << 20,
                                .apply_rules = true,
                                .profile_from_start = true};
    options->page.filter = &options->filter;
    options->config = true;
    bool *given = mem_alloc(option_count * sizeof *given);
    const bool good =
        take_words(options, argc, argv, given, error) && option_config_take(options, given, error);
    free(given);
    if (!good)
        return false;
    if (options->restore_sections && options->sources.count)
        options->write_folder = options->sources.folders[0].path;
    if (options->query_given && options->action == ACTION_RUN)
        options->action = ACTION_QUERY_METRICS;
    if (options->clock_control == CLOCK_RESET && options->action == ACTION_RUN)
        options->action = ACTION_RESET_CLOCKS;
    sort_imports(options);
    drop_none(options);
    expand_all(options);
    choose_units(options);
    options->apply_rules = options->apply_rules || options->rules.count;
    options->command_line = join(argc, argv);
    options->renames.off = !options->rename_kernels;
    return option_rules_check(options, error);
}

void options_free(struct options *options)
{
    word_list_free(&options->words);
    word_list_free(&options->config_words);
    word_list_free(&options->notes);
    word_list_free(&options->range_options);
    word_list_free(&options->imports);
    word_list_free(&options->trace.files);
    word_list_free(&options->baselines);
    word_list_free(&options->sets);
    word_list_free(&options->sections);
    section_sources_free(&options->sources);
    word_list_free(&options->rules);
    word_list_free(&options->metrics);
    word_list_free(&options->chips);
    word_list_free(&options->devices);
    number_list_free(&options->ranks);
    launch_filter_free(&options->filter);
    range_filter_free(&options->ranges);
    launch_series_free(&options->series);
    kernel_renames_free(&options->renames);
    sample_choice_free(options->choice);
    free(options->nvdisasm);
    free(options->sass_cache);
    free(options->command_line);
}

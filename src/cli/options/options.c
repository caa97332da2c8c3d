#include "cli/options/options.h"

#include <stdlib.h>
#include <string.h>

#include "cli/options/option_rules.h"
#include "cli/options/option_table.h"
#include "cli/options/shell_words.h"
#include "report/base/strbuf.h"
#include "report/trace/trace_writer.h"

void options_print_help(FILE *out)
{
    fputs("rooftop profiles the kernels of a CUDA program and shows what limits them\n\n"
          "  rooftop [options] program [arguments]   profile the program\n"
          "  rooftop report.ncu-rep...               look at saved reports\n"
          "  rooftop trace [options] program         record what the whole program does\n"
          "  rooftop run.rtrace...                   look at saved traces\n"
          "  rooftop diff A.ncu-rep B.ncu-rep        say what changed from A to B\n",
          out);
    const char *group = "";
    for (size_t i = 0; i < option_count; i++) {
        const struct option *option = &option_table[i];
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
    fputs("\nOn the screen, press ? for the keys. The manual is: man rooftop\n", out);
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
static bool take_option(struct options *o, int argc, char **argv, int *at, struct error *error)
{
    const char *value;
    const struct option *option = options_next(argc, argv, at, &value, error);
    if (!option)
        return false;
    if (!option->take(o, option, value ? value : "", error))
        return false;
    if (option->also)
        *(bool *)((char *)o + option->also) = true;
    return true;
}

static bool is_report_name(const char *name)
{
    size_t length = strlen(name);
    return length > 8 && strcmp(name + length - 8, ".ncu-rep") == 0;
}

/* Whether the word at argv[at] is the command "diff" (see options.h). It looks ahead and stores
 * nothing. */
static bool is_diff(int argc, char **argv, int at)
{
    if (strcmp(argv[at], "diff") != 0)
        return false;
    for (at++; at < argc; at++) {
        const char *word = argv[at];
        if (strcmp(word, "--") == 0)
            return false;
        if (word[0] != '-' || !word[1])
            return is_report_name(word);
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
        shell_words_add(&line, argv[i]);
    strbuf_addc(&line, ' ');
    return strbuf_detach(&line);
}

bool options_parse(struct options *options, int argc, char **argv, struct error *error)
{
    *options = (struct options){.check_exit_code = true,
                                .import_code = true,
                                .app_match = APP_MATCH_GRID,
                                .app_mode = APP_MATCH_BALANCED,
                                .extra_suffixes = true,
                                .rename_kernels = true,
                                .filter.base = KERNEL_NAME_FUNCTION,
                                .replay_timeout = 30,
                                .sampling_passes = 5,
                                .sampling_buffer = 32 << 20,
                                .apply_rules = true,
                                .profile_from_start = true};
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
            break;
        }
    }
    if (at < argc)
        options->program = argv + at;
    if (options->query_given && options->action == ACTION_RUN)
        options->action = ACTION_QUERY_METRICS;
    if (options->clock_control == CLOCK_RESET && options->action == ACTION_RUN)
        options->action = ACTION_RESET_CLOCKS;
    sort_imports(options);
    options->apply_rules = options->apply_rules || options->rules.count;
    options->command_line = join(argc, argv);
    options->renames.off = !options->rename_kernels;
    return option_rules_check(options, error);
}

void options_free(struct options *options)
{
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
    free(options->nvdisasm);
    free(options->sass_cache);
    free(options->command_line);
}

#include "cli/options/option_take.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cli/options/option_table.h"
#include "report/base/mem.h"
#include "report/base/nearest.h"
#include "report/base/strbuf.h"

static void *member(struct options *options, const struct option *option)
{
    return (char *)options + option->at;
}

/* Words of ncu that mean another one here. Forced: ncu does not fall back to the base clock, as
 * rooftop never does. */
static const struct {
    const char *option, *word, *ours;
} other_words[] = {{"clock-control", "force-boost", "boost"}};

static const char *our_word(const struct option *option, const char *word)
{
    for (size_t i = 0; i < sizeof other_words / sizeof *other_words; i++)
        if (strcmp(other_words[i].option, option->name) == 0 &&
            strcmp(other_words[i].word, word) == 0)
            return other_words[i].ours;
    return word;
}

/* The index of the word among the NULL-ended choices; -1: it is none of them, and the error says
 * which is nearest. */
static int choose(const struct option *option, const char *word, const char *const *choices,
                  struct error *error)
{
    struct nearest nearest = {.wanted = word};
    struct strbuf all = {0};
    int found = -1;
    word = our_word(option, word);
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

bool option_take_flag(struct options *options, const struct option *option, const char *value,
                      struct error *error)
{
    (void)value, (void)error;
    *(bool *)member(options, option) = option->constant;
    return true;
}

bool option_take_constant(struct options *options, const struct option *option, const char *value,
                          struct error *error)
{
    (void)value, (void)error;
    *(unsigned *)member(options, option) = option->constant;
    return true;
}

bool option_take_bool(struct options *options, const struct option *option, const char *value,
                      struct error *error)
{
    static const char *const words[] = {"no", "yes", "off", "on", "0", "1", "false", "true", NULL};
    int index = choose(option, value, words, error);
    *(bool *)member(options, option) = index > 0 && index % 2;
    return index >= 0;
}

bool option_take_choice(struct options *options, const struct option *option, const char *value,
                        struct error *error)
{
    int index = choose(option, value, option->choices, error);
    if (index >= 0)
        *(unsigned *)member(options, option) = (unsigned)index;
    return index >= 0;
}

bool option_take_either(struct options *options, const struct option *option, const char *value,
                        struct error *error)
{
    int index = choose(option, value, option->choices, error);
    *(bool *)member(options, option) = index == 1;
    return index >= 0;
}

bool option_take_count(struct options *options, const struct option *option, const char *value,
                       struct error *error)
{
    char *end;
    errno = 0;
    unsigned long long number = strtoull(value, &end, 10);
    if (!*value || *end || errno || value[0] == '-')
        return error_set(error, "--%s takes a number, not \"%s\"", option->name, value);
    *(uint64_t *)member(options, option) = number;
    return true;
}

bool option_take_auto_count(struct options *options, const struct option *option, const char *value,
                            struct error *error)
{
    uint64_t *number = member(options, option);
    *number = 0;
    if (strcmp(value, "auto") == 0)
        return true;
    return (option_take_count(options, option, value, error) && *number > 0) ||
           error_set(error, "--%s takes auto or a number from 1 on, not \"%s\"", option->name,
                     value);
}

bool option_take_interval(struct options *options, const struct option *option, const char *value,
                          struct error *error)
{
    enum { LONGEST = 31 };
    uint64_t *number = member(options, option);
    *number = 0;
    if (strcmp(value, "auto") == 0)
        return true;
    if (!option_take_count(options, option, value, error) || *number > LONGEST)
        return error_set(error, "--%s takes auto or a number from 0 to %d, not \"%s\"",
                         option->name, LONGEST, value);
    ++*number;
    return true;
}

bool option_take_text(struct options *options, const struct option *option, const char *value,
                      struct error *error)
{
    (void)error;
    *(const char **)member(options, option) = value;
    return true;
}

bool option_take_word(struct options *options, const struct option *option, const char *value,
                      struct error *error)
{
    (void)error;
    word_list_add(member(options, option), value);
    return true;
}

bool option_take_list(struct options *options, const struct option *option, const char *value,
                      struct error *error)
{
    (void)error;
    word_list_split(member(options, option), value);
    return true;
}

/* The numbers of devices choose what a query is about and which launches the filter takes. */
bool option_take_devices(struct options *options, const struct option *option, const char *value,
                         struct error *error)
{
    struct word_list *list = member(options, option);
    size_t known = list->count;
    word_list_split(list, value);
    for (size_t i = known; i < list->count; i++)
        if (!launch_filter_add_device(&options->filter, list->words[i], error))
            return false;
    return true;
}

/* A taker that leaves the value to a parser and names the option in front of the parser's error. */
#define TAKE_BY(taker, parse)                                                                      \
    bool taker(struct options *options, const struct option *option, const char *value,            \
               struct error *error)                                                                \
    {                                                                                              \
        return parse(member(options, option), value, error) ||                                     \
               error_prefix(error, "--%s", option->name);                                          \
    }
bool option_take_unused(struct options *options, const struct option *option, const char *value,
                        struct error *error)
{
    (void)value;
    (void)error;
    char *note = mem_printf("note: --%s: %s", option->name, option->instead);
    word_list_add(member(options, option), note);
    free(note);
    return true;
}

TAKE_BY(option_take_processes, process_filter_add)
TAKE_BY(option_take_ranks, number_list_add_samples)
TAKE_BY(option_take_pattern, name_pattern_set)

bool option_take_regex(struct options *options, const struct option *option, const char *value,
                       struct error *error)
{
    char *pattern = mem_printf("regex:%s", value);
    bool good = option_take_pattern(options, option, pattern, error);
    free(pattern);
    return good;
}

TAKE_BY(option_take_id, kernel_id_set)
TAKE_BY(option_take_nvtx, nvtx_patterns_add)
TAKE_BY(option_take_stacks, stack_patterns_add)
TAKE_BY(option_take_ranges, range_filter_set)
TAKE_BY(option_take_series, launch_series_add)

bool option_take_folder(struct options *options, const struct option *option, const char *value,
                        struct error *error)
{
    (void)error;
    section_sources_add(member(options, option), value, option->constant);
    return true;
}

bool option_take_stack_type(struct options *options, const struct option *option, const char *value,
                            struct error *error)
{
    struct stack_types *types = member(options, option);
    int index = choose(option, value, option->choices, error);
    types->native = types->native || index == 0;
    types->python = types->python || index == 1;
    return index >= 0;
}

bool option_take_format(struct options *options, const struct option *option, const char *value,
                        struct error *error)
{
    static const char *const names[] = {"", "csv", "json", "markdown"};
    enum page_format given = options->page.format;
    if (given != FORMAT_TEXT && given != option->constant)
        return error_set(error, "--%s and --%s are both given: a page has one form, leave one out",
                         names[given], option->name);
    return option_take_constant(options, option, value, error);
}

/* A word may be a page of both. */
bool option_take_page(struct options *o, const struct option *option, const char *value,
                      struct error *error)
{
    struct error other;
    unsigned pages = 0;
    o->page_named = true;
    if (trace_pages_parse(value, &pages, &other)) {
        o->trace.pages = pages;
        for (unsigned i = 0; option->choices[i]; i++)
            if (strcmp(option->choices[i], value) == 0)
                o->page.page = (enum page)i;
        return true;
    }
    return option_take_choice(o, option, value, error) ||
           (strchr(value, ',') && error_set(error, "--page: %s", other.text));
}

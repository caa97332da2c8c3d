#include "report/section/metric_choice.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "report/base/mem.h"
#include "report/base/name_list.h"
#include "report/metric/metric_group.h"
#include "report/metric/metric_name.h"
#include "report/metric/metric_word.h"

struct chosen {
    char *word;
    struct metric_word meaning; /* its text is in the word */
    struct regex *regex;
    bool listed;  /* results say what the list consists of */
    char **names; /* sorted: the members of a list; the bases that an expression stands for */
    size_t count, capacity;
};

struct metric_choice {
    struct chosen *words;
    size_t count, capacity;
};

static bool is_list(const struct chosen *c)
{
    return c->meaning.kind == METRIC_WORD_BREAKDOWN || c->meaning.kind == METRIC_WORD_GROUP;
}

bool metric_choice_new(struct metric_choice **made, const char *list, struct error *error)
{
    *made = NULL;
    if (!list)
        return true;
    struct metric_choice *choice = mem_alloc(sizeof *choice);
    char *word;
    while ((word = name_list_next_word(&list))) {
        mem_grow(&choice->words, choice->count, &choice->capacity, sizeof *choice->words);
        struct chosen *c = &choice->words[choice->count++];
        *c = (struct chosen){.word = word, .meaning = metric_word_parse(word)};
        if (c->meaning.kind != METRIC_WORD_REGEX)
            continue;
        c->regex = metric_word_regex(c->meaning.text, error);
        if (!c->regex) {
            metric_choice_free(choice);
            return false;
        }
    }
    *made = choice;
    return true;
}

void metric_choice_free(struct metric_choice *choice)
{
    if (!choice)
        return;
    for (size_t i = 0; i < choice->count; i++) {
        for (size_t j = 0; j < choice->words[i].count; j++)
            free(choice->words[i].names[j]);
        free(choice->words[i].names);
        free(choice->words[i].word);
        regex_free(choice->words[i].regex);
    }
    free(choice->words);
    free(choice);
}

static int compare_names(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* Takes over the name. */
static void take_name(struct chosen *c, char *name)
{
    mem_grow(&c->names, c->count, &c->capacity, sizeof *c->names);
    c->names[c->count++] = name;
}

static void add_name(void *context, const char *name)
{
    take_name(context, mem_strdup(name));
}

static bool has_name(const struct chosen *c, const char *name)
{
    return c->count && bsearch(&name, c->names, c->count, sizeof *c->names, compare_names);
}

static void sort_names(struct chosen *c)
{
    c->count = c->names ? name_list_sort(c->names, c->count) : 0;
}

static char *base_of(const char *name)
{
    return mem_strndup(name, metric_name_parse(name).base_length);
}

/* Finds the bases that the expression means because it is found in none of their full names. */
static void learn_bases(struct chosen *c, const struct report *report)
{
    struct chosen met = {0};
    for (uint32_t i = 0; i < report_string_count(report); i++) {
        const char *name = report_string(report, i);
        if (metric_name_parse(name).rollup && !metric_name_is_list(name) &&
            regex_found(c->regex, name))
            take_name(&met, base_of(name));
    }
    sort_names(&met);
    for (uint32_t i = 0; i < report_string_count(report); i++) {
        const char *name = report_string(report, i);
        if (!metric_name_parse(name).rollup || metric_name_is_list(name))
            continue;
        char *base = base_of(name);
        if (!has_name(&met, base) && regex_found(c->regex, base))
            take_name(c, base);
        else
            free(base);
    }
    for (size_t i = 0; i < met.count; i++)
        free(met.names[i]);
    free(met.names);
}

static void add_members(struct chosen *c, const struct report_value *list)
{
    char *text = mem_strndup(list->text, list->length), *name;
    const char *at = text;
    while ((name = name_list_next(&at)))
        take_name(c, name);
    free(text);
    c->listed = true;
}

/* Results hold lists under their own names. Most results hold the same ones. */
static void learn_lists(struct metric_choice *choice, const struct report *report, size_t first,
                        size_t count)
{
    const uint32_t strings = report_string_count(report);
    uint16_t *wanted = mem_alloc(strings * sizeof *wanted);
    struct report_value *now = mem_alloc((choice->count + 1) * sizeof *now),
                        *before = mem_alloc((choice->count + 1) * sizeof *before);
    for (uint32_t i = 0; i < strings; i++)
        for (size_t j = 0; j < choice->count && j < UINT16_MAX; j++)
            if (is_list(&choice->words[j]) &&
                strcmp(report_string(report, i), choice->words[j].word) == 0)
                wanted[i] = (uint16_t)(j + 1);
    for (size_t i = first; i < first + count; i++) {
        memset(now, 0, choice->count * sizeof *now);
        report_pick_values(report, i, wanted, strings, now);
        for (size_t j = 0; j < choice->count; j++)
            if (now[j].text && (now[j].length != before[j].length ||
                                memcmp(now[j].text, before[j].text, now[j].length) != 0)) {
                add_members(&choice->words[j], &now[j]);
                before[j] = now[j];
            }
    }
    free(before);
    free(now);
    free(wanted);
}

void metric_choice_learn(struct metric_choice *choice, struct report *report, size_t first,
                         size_t count)
{
    bool lists = false;
    for (size_t i = 0; choice && i < choice->count; i++) {
        lists = lists || is_list(&choice->words[i]);
        if (choice->words[i].regex)
            learn_bases(&choice->words[i], report);
    }
    if (lists)
        learn_lists(choice, report, first, count);
    for (size_t i = 0; choice && i < choice->count; i++) {
        struct chosen *c = &choice->words[i];
        if (c->meaning.kind == METRIC_WORD_GROUP && !c->listed)
            metric_group_each(c->meaning.text, 0, add_name, c);
        sort_names(c);
    }
}

bool metric_choice_of(struct metric_choice **choice, const char *list, struct report *report,
                      struct error *error)
{
    if (!metric_choice_new(choice, list, error))
        return false;
    metric_choice_learn(*choice, report, 0, report_count(report));
    return true;
}

/* Whether the name is the base, or one of its metrics. */
static bool is_of_base(const char *name, const char *base)
{
    const size_t length = strlen(base);
    return strncmp(name, base, length) == 0 && (!name[length] || name[length] == '.');
}

static bool is_matched(const struct chosen *c, const char *name)
{
    if (metric_name_is_list(name))
        return false;
    if (regex_found(c->regex, name))
        return true;
    char *base = c->count ? base_of(name) : NULL;
    const bool found = base && has_name(c, base);
    free(base);
    return found;
}

static bool takes(const struct chosen *c, const char *name)
{
    if (strcmp(c->word, name) == 0)
        return true;
    if (c->regex)
        return is_matched(c, name);
    return c->meaning.kind == METRIC_WORD_BASE ? is_of_base(name, c->word) : has_name(c, name);
}

bool metric_choice_takes(const struct metric_choice *choice, const char *name)
{
    for (size_t i = 0; choice && i < choice->count; i++)
        if (takes(&choice->words[i], name))
            return true;
    return !choice;
}

size_t metric_choice_count(const struct metric_choice *choice)
{
    return choice ? choice->count : 0;
}

const char *metric_choice_word(const struct metric_choice *choice, size_t word)
{
    return choice->words[word].word;
}

bool metric_choice_word_takes(const struct metric_choice *choice, size_t word, const char *name)
{
    return takes(&choice->words[word], name);
}

/* A member of a group that the report lacks is on another chip. */
static bool is_in(const struct report *report, const char *name)
{
    for (uint32_t i = 0; i < report_string_count(report); i++)
        if (strcmp(report_string(report, i), name) == 0)
            return true;
    return false;
}

void metric_choice_names(const struct metric_choice *choice, const struct report *report,
                         void (*use)(void *context, const char *name), void *context)
{
    for (size_t i = 0; i < metric_choice_count(choice); i++) {
        const struct chosen *c = &choice->words[i];
        const bool table = is_list(c) && !c->listed;
        if (!table)
            use(context, c->word);
        for (size_t j = 0; j < c->count && (table || c->regex); j++)
            if (c->regex || is_in(report, c->names[j]))
                use(context, c->names[j]);
    }
}

#include "cpu/values/cpu_choice.h"

#include <stdlib.h>
#include <string.h>

#include "report/base/mem.h"
#include "report/base/name_pattern.h"
#include "report/base/nearest_few.h"
#include "report/base/strbuf.h"

static void add(struct cpu_choice *choice, const struct cpu_group *group,
                const struct cpu_metric *metric)
{
    for (size_t i = 0; i < choice->count; i++)
        if (choice->list[i].group == group && choice->list[i].metric == metric)
            return;
    mem_grow(&choice->list, choice->count, &choice->capacity, sizeof *choice->list);
    choice->list[choice->count++] = (struct cpu_chosen){group, metric};
}

static void add_group(struct cpu_choice *choice, const struct cpu_catalog *catalog,
                      const struct cpu_group *group)
{
    /* Those that the group names, in its order, then those that name the group. */
    for (size_t i = 0; i < group->metrics.count; i++) {
        const struct cpu_metric *metric = cpu_catalog_metric(catalog, group->metrics.words[i]);
        if (metric)
            add(choice, group, metric);
    }
    for (size_t i = 0; i < catalog->metric_count; i++)
        if (strcmp(catalog->metrics[i]->group, group->id) == 0)
            add(choice, group, catalog->metrics[i]);
}

static bool unknown(struct error *error, const char *what, const struct nearest_few *few,
                    const char *rest)
{
    struct strbuf list = {0};
    for (size_t i = 0; i < few->count; i++)
        strbuf_addf(&list, "%s%s", i ? ", " : "; nearest are ", few->names[i]);
    error_set(error, "there is no %s \"%s\"%s%s", what, few->wanted, strbuf_text(&list),
              few->count ? "" : rest);
    strbuf_free(&list);
    return false;
}

static bool take_group(struct cpu_choice *choice, const struct cpu_catalog *catalog,
                       const char *word, struct error *error)
{
    struct nearest_few few = {.wanted = word};
    const bool all = strcmp(word, "all") == 0;
    bool found = false;
    for (size_t i = 0; i < catalog->group_count; i++) {
        const struct cpu_group *group = catalog->groups[i];
        const bool is_sum = group->metrics.count > 0, is_it = strcmp(group->id, word) == 0,
                   is_beside = group->beside && strcmp(group->beside, word) == 0;
        found = found || all || is_it;
        if (all ? !is_sum : is_it || is_beside)
            add_group(choice, catalog, group);
        nearest_few_offer(&few, group->id);
    }
    found = found || unknown(error, "group", &few, "; rooftop cpu --list has them");
    nearest_few_free(&few);
    return found;
}

static bool take_metric(struct cpu_choice *choice, const struct cpu_catalog *catalog,
                        const char *word, struct error *error)
{
    struct name_pattern pattern = {0};
    struct nearest_few few = {.wanted = word};
    bool found = false;
    if (!name_pattern_set(&pattern, word, error))
        return false;
    for (size_t i = 0; i < catalog->metric_count; i++) {
        const struct cpu_metric *metric = catalog->metrics[i];
        if (name_pattern_matches(&pattern, metric->id)) {
            add(choice, cpu_catalog_group(catalog, metric->group), metric);
            found = true;
        }
        nearest_few_offer(&few, metric->id);
    }
    found = found || unknown(error, "metric", &few, "; rooftop cpu --list has them");
    nearest_few_free(&few);
    name_pattern_free(&pattern);
    return found;
}

typedef bool taker(struct cpu_choice *, const struct cpu_catalog *, const char *, struct error *);

static bool take_all(struct cpu_choice *choice, const struct cpu_catalog *catalog, const char *list,
                     taker *take, struct error *error)
{
    bool good = true;
    /* An expression may have commas: it is the last one. */
    while (good) {
        const size_t length = strncmp(list, "regex:", 6) == 0 ? strlen(list) : strcspn(list, ",");
        char *word = mem_strndup(list, length);
        good = take(choice, catalog, word, error);
        free(word);
        if (!list[length])
            break;
        list += length + 1;
    }
    return good;
}

bool cpu_choice_add_groups(struct cpu_choice *choice, const struct cpu_catalog *catalog,
                           const char *list, struct error *error)
{
    return take_all(choice, catalog, list, take_group, error);
}

bool cpu_choice_add_metrics(struct cpu_choice *choice, const struct cpu_catalog *catalog,
                            const char *list, struct error *error)
{
    return take_all(choice, catalog, list, take_metric, error);
}

void cpu_choice_free(struct cpu_choice *choice)
{
    free(choice->list);
    *choice = (struct cpu_choice){0};
}

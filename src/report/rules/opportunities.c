#include "report/rules/opportunities.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report/base/mem.h"
#include "report/base/name_index.h"
#include "report/base/step_sort.h"

/* An opportunity while it is added up. */
struct sum {
    struct opportunity shown; /* without speedup and share */
    double speedups;
    double most; /* the saving of shown.result */
    size_t last; /* number of the last result with this finding */
    double last_saving, last_speedup;
};

struct kernel {
    const char *name;
    struct sum *sums;
    size_t count, capacity;
};

struct list {
    struct opportunity *items;
    size_t count, capacity;
};

struct opportunities {
    struct arena arena; /* texts */
    struct name_index keys, words;
    struct kernel *kernels; /* by key */
    size_t kernel_capacity;
    struct opportunity_totals totals;
    struct rule_groups *groups;
    struct list ranked; /* the last complete list */
    bool is_ranked;     /* `ranked` has everything that was added */
    struct ranking {
        struct list list;
        size_t kernel, found; /* the next kernel and finding to put into the list */
        bool is_gathered;
        struct step_sort sort;
    } ranking;
};

struct opportunities *opportunities_new(const struct rule_library *library)
{
    struct opportunities *all = mem_alloc(sizeof *all);
    all->groups = rule_groups_new(library);
    return all;
}

void opportunities_free(struct opportunities *all)
{
    if (!all)
        return;
    for (size_t i = 0; i < all->keys.count; i++)
        free(all->kernels[i].sums);
    free(all->kernels);
    free(all->ranked.items);
    free(all->ranking.list.items);
    step_sort_free(&all->ranking.sort);
    rule_groups_free(all->groups);
    name_index_free(&all->keys);
    name_index_free(&all->words);
    arena_free(&all->arena);
    free(all);
}

/* Returns a copy that stays. Equal texts have the same copy, so that pointers can be compared. */
static const char *keep(struct opportunities *all, const char *text)
{
    size_t before = all->words.count, at = name_index_add(&all->words, text ? text : "");
    if (at == before)
        all->words.names[at] = arena_strdup(&all->arena, text ? text : "");
    return all->words.names[at];
}

static struct kernel *kernel_of(struct opportunities *all, const struct result *result)
{
    char *key = mem_printf("%d\n%s\n%s", (int)result->kind, result->name, result->demangled);
    size_t before = all->keys.count, at = name_index_add(&all->keys, key);
    if (at == before) {
        all->keys.names[at] = arena_strdup(&all->arena, key);
        mem_grow(&all->kernels, before, &all->kernel_capacity, sizeof *all->kernels);
        all->kernels[at] = (struct kernel){.name = keep(all, result->name)};
    }
    free(key);
    return &all->kernels[at];
}

static const char *section_name(const struct result *result, const char *identifier)
{
    for (size_t i = 0; identifier && i < result->section_count; i++)
        if (strcmp(result->sections[i]->identifier, identifier) == 0)
            return result->sections[i]->displayname;
    return identifier;
}

/* Returns the first metric in the item or in those behind it, up to the next message. */
static const char *named_metric(const Rep__RuleResult *rule, const Rep__RuleResultBodyItem *item)
{
    size_t at = 0;
    while (at < rule->body->n_items && rule->body->items[at] != item)
        at++;
    for (; at < rule->body->n_items; at++) {
        const Rep__RuleResultBodyItem *one = rule->body->items[at];
        if (one != item && one->message)
            break;
        for (size_t i = 0; i < one->n_focusmetrics; i++)
            if (one->focusmetrics[i]->metricname)
                return one->focusmetrics[i]->metricname;
    }
    return "";
}

/* Returns the opportunity without its numbers. */
static struct opportunity describe(struct opportunities *all, const char *kernel,
                                   const Rep__RuleResult *rule, const Rep__RuleResultBodyItem *item)
{
    return (struct opportunity){.kernel = kernel,
                                .rule = keep(all, rule->identifier),
                                .rule_name = keep(all, rule->displayname),
                                .title = keep(all, item->message ? item->message->name : NULL),
                                .section = keep(all, rule->sectionidentifier),
                                .section_name = keep(all, ""),
                                .metric = keep(all, named_metric(rule, item)),
                                .local = item->speedup->speeduptype !=
                                         REP__RULE_RESULT_SPEEDUP_TYPE__Global};
}

/* Returns the speedup in percent, 0 if there is none. */
static double speedup_of(const Rep__RuleResultBodyItem *item)
{
    const Rep__RuleResultSpeedup *speedup = item->speedup;
    if (!speedup || !speedup->has_value || !(speedup->value > 0))
        return 0;
    return fmin(speedup->value, 100);
}

static struct sum *sum_of(struct kernel *kernel, const struct opportunity *what)
{
    for (size_t i = 0; i < kernel->count; i++) {
        const struct opportunity *old = &kernel->sums[i].shown;
        if (old->rule == what->rule && old->title == what->title && old->local == what->local)
            return &kernel->sums[i];
    }
    mem_grow(&kernel->sums, kernel->count, &kernel->capacity, sizeof *kernel->sums);
    struct sum *sum = &kernel->sums[kernel->count++];
    *sum = (struct sum){.shown = *what, .most = -1, .last = SIZE_MAX};
    return sum;
}

/* Adds a finding. `duration` is NAN if it is unknown. */
static void add_finding(struct opportunities *all, struct kernel *kernel,
                        const struct result *result, double duration, const Rep__RuleResult *rule,
                        const Rep__RuleResultBodyItem *item)
{
    double speedup = speedup_of(item), time = isnan(duration) ? 0 : duration;
    double saving = time * speedup / 100;
    if (speedup == 0)
        return;
    struct opportunity what = describe(all, kernel->name, rule, item);
    struct sum *sum = sum_of(kernel, &what);
    if (sum->last == all->totals.results) {
        if (speedup <= sum->last_speedup)
            return;
        sum->shown.saving -= sum->last_saving;
        sum->speedups -= sum->last_speedup;
    } else {
        sum->shown.launches++;
        sum->shown.duration += time;
    }
    sum->last = all->totals.results;
    sum->last_saving = saving;
    sum->last_speedup = speedup;
    sum->shown.saving += saving;
    sum->speedups += speedup;
    if (!*sum->shown.section_name)
        sum->shown.section_name = keep(all, section_name(result, what.section));
    if (saving > sum->most) {
        sum->most = saving;
        sum->shown.result = result->index;
    }
}

/* Drops the ranking. The next step begins it again. */
static void give_up(struct opportunities *all)
{
    struct list room = all->ranking.list;
    room.count = 0;
    step_sort_free(&all->ranking.sort);
    all->ranking = (struct ranking){.list = room};
    all->is_ranked = false;
}

void opportunities_add(struct opportunities *all, const struct result *result,
                       Rep__RuleResult *const *rules, size_t count)
{
    struct kernel *kernel = kernel_of(all, result);
    double duration;
    if (!result_number(result, "gpu__time_duration.sum", &duration) || isnan(duration))
        duration = NAN;
    for (size_t i = 0; i < count; i++)
        for (size_t j = 0; rules[i]->body && j < rules[i]->body->n_items; j++)
            add_finding(all, kernel, result, duration, rules[i], rules[i]->body->items[j]);
    rule_groups_add(all->groups, result);
    give_up(all);
    all->totals.results++;
    if (isnan(duration))
        return;
    all->totals.timed++;
    all->totals.duration += duration;
}

struct opportunity_totals opportunities_totals(const struct opportunities *all)
{
    struct opportunity_totals totals = all->totals;
    totals.kernels = all->keys.count;
    return totals;
}

static void rank(struct opportunities *all, struct opportunity what)
{
    struct list *list = &all->ranking.list;
    if (all->totals.duration > 0)
        what.share = what.saving / all->totals.duration;
    mem_grow(&list->items, list->count, &list->capacity, sizeof *list->items);
    list->items[list->count++] = what;
}

static void rank_sum(struct opportunities *all, const struct sum *sum)
{
    struct opportunity what = sum->shown;
    what.speedup = what.duration > 0 ? 100 * what.saving / what.duration
                                     : sum->speedups / (double)what.launches;
    rank(all, what);
}

static void rank_together(struct opportunities *all, const struct rule_group_finding *found)
{
    for (size_t i = 0; i < found->rule->body->n_items; i++) {
        const Rep__RuleResultBodyItem *item = found->rule->body->items[i];
        if (speedup_of(item) == 0)
            continue;
        struct opportunity what =
            describe(all, found->kernel ? keep(all, found->kernel) : NULL, found->rule, item);
        what.together = true;
        what.launches = found->launches;
        what.duration = found->duration;
        what.speedup = speedup_of(item);
        what.saving = what.duration * what.speedup / 100;
        what.result = SIZE_MAX;
        rank(all, what);
    }
}

static int compare_texts(const char *a, const char *b)
{
    return strcmp(a ? a : "", b ? b : "");
}

static int compare(const void *a, const void *b)
{
    const struct opportunity *x = a, *y = b;
    if (x->local != y->local)
        return x->local - y->local;
    if (x->saving != y->saving)
        return x->saving > y->saving ? -1 : 1;
    if (x->speedup != y->speedup)
        return x->speedup > y->speedup ? -1 : 1;
    int order = compare_texts(x->kernel, y->kernel);
    order = order ? order : strcmp(x->rule, y->rule);
    return order ? order : strcmp(x->title, y->title);
}

/* Puts the opportunities of the next kernel, or of the next rule over several results, into the
 * list. */
static void gather(struct opportunities *all)
{
    struct ranking *ranking = &all->ranking;
    size_t found_count;
    const struct rule_group_finding *found = rule_groups_run(all->groups, &found_count);
    if (ranking->kernel < all->keys.count) {
        const struct kernel *kernel = &all->kernels[ranking->kernel++];
        for (size_t i = 0; i < kernel->count; i++)
            rank_sum(all, &kernel->sums[i]);
    } else if (ranking->found < found_count) {
        rank_together(all, &found[ranking->found++]);
    } else {
        ranking->is_gathered = true;
        step_sort_begin(&ranking->sort, ranking->list.items, ranking->list.count,
                        sizeof *ranking->list.items, compare);
    }
}

bool opportunities_step(struct opportunities *all, bool (*stop)(void *context), void *context)
{
    struct ranking *ranking = &all->ranking;
    if (all->is_ranked || !rule_groups_step(all->groups, stop, context))
        return all->is_ranked;
    if (!ranking->is_gathered) {
        gather(all);
    } else if (step_sort_step(&ranking->sort)) {
        struct list old = all->ranked;
        all->ranked = ranking->list;
        ranking->list = old;
        give_up(all);
        all->is_ranked = true;
    }
    return all->is_ranked;
}

const struct opportunity *opportunities_ranked(struct opportunities *all, size_t *count)
{
    while (!opportunities_step(all, NULL, NULL))
        continue;
    *count = all->ranked.count;
    return all->ranked.items;
}

const struct rule_group_finding *opportunities_together(struct opportunities *all, size_t *count)
{
    return rule_groups_run(all->groups, count);
}

#include "report/rules/opportunities.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report/base/mem.h"
#include "report/base/name_index.h"
#include "report/base/step_sort.h"
#include "report/file/report_weight.h"
#include "report/rules/causes.h"
#include "report/rules/finding_text.h"
#include "report/rules/kernel_causes.h"

/* Percent of a kernel's time from which on a cause is what limits it: a kernel that waits, and one
 * that keeps a unit busy, whose name says more otherwise. */
enum { LIMITS_FROM = 10, LIMITS_BUSY_FROM = 33, BUSY = 60 };

/* An empty kernel takes about this long, ns. */
enum { EMPTY_LAUNCH = 2000 };

/* An opportunity while it is added up, or a finding that estimates nothing. */
struct sum {
    struct opportunity shown;   /* without launches, speedup and share */
    double credible;            /* what is saved if no launch becomes shorter than an empty one */
    struct finding_place place; /* in shown.result */
    bool has_place, estimates;
    double speedups, launches;
    double most; /* the saving of shown.result */
    size_t last; /* number of the last result with this finding */
    double last_saving, last_speedup;
};

struct kernel {
    const char *name;
    size_t file;     /* the report of its first launch */
    double duration; /* of all its launches, ns */
    struct sum *sums;
    size_t count, capacity;
};

struct list {
    struct opportunity *items;
    size_t count, capacity;
    struct kernel_causes causes;
};

struct opportunities {
    struct arena arena; /* texts */
    struct name_index keys, words;
    struct kernel *kernels; /* by key */
    size_t kernel_capacity;
    struct opportunity_totals totals;
    struct report_part {
        double duration; /* ns of all results */
        bool weighted;   /* the launches of its program count in the totals */
    } * reports;         /* by report */
    size_t report_count, report_capacity;
    const struct rule_library *library;
    struct rule_source *source; /* NULL: places are not looked for */
    bool by_report;             /* kernels of different reports differ */
    bool alone;                 /* a result counts for itself, and for no launches like it */
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
    all->library = library;
    all->groups = rule_groups_new(library);
    return all;
}

void opportunities_find_places(struct opportunities *all, struct rule_source *source)
{
    all->source = source;
}

void opportunities_free(struct opportunities *all)
{
    if (!all)
        return;
    for (size_t i = 0; i < all->keys.count; i++)
        free(all->kernels[i].sums);
    free(all->kernels);
    free(all->reports);
    free(all->ranked.items);
    free(all->ranking.list.items);
    kernel_causes_free(&all->ranked.causes);
    kernel_causes_free(&all->ranking.list.causes);
    step_sort_free(&all->ranking.sort);
    rule_groups_free(all->groups);
    name_index_free(&all->keys);
    name_index_free(&all->words);
    arena_free(&all->arena);
    free(all);
}

static void add_to_report(struct opportunities *all, const struct result *result, double duration)
{
    struct report_weight weight;
    while (all->report_count <= result->file) {
        mem_grow(&all->reports, all->report_count, &all->report_capacity, sizeof *all->reports);
        all->reports[all->report_count++] = (struct report_part){0, false};
    }
    struct report_part *part = &all->reports[result->file];
    part->duration += duration;
    if (!part->weighted && !all->alone && report_weight(result->report, result->index, &weight)) {
        part->weighted = true;
        all->totals.run_launches += weight.run_launches;
    }
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
    char *key = mem_printf("%zu\n%d\n%s\n%s", all->by_report ? result->file : 0, (int)result->kind,
                           result->name, result->demangled);
    size_t before = all->keys.count, at = name_index_add(&all->keys, key);
    if (at == before) {
        all->keys.names[at] = arena_strdup(&all->arena, key);
        mem_grow(&all->kernels, before, &all->kernel_capacity, sizeof *all->kernels);
        all->kernels[at] = (struct kernel){.name = keep(all, result->name), .file = result->file};
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

/* Returns the speedup in percent, 0 if there is none. */
static double speedup_of(const Rep__RuleResultBodyItem *item)
{
    const Rep__RuleResultSpeedup *speedup = item->speedup;
    if (!speedup || !speedup->has_value || !(speedup->value > 0))
        return 0;
    return fmin(speedup->value, 100);
}

static bool is_unranked(const struct opportunities *all, const Rep__RuleResult *rule,
                        const Rep__RuleResultBodyItem *item)
{
    const char *title = item->message ? item->message->name : NULL;
    return rule->identifier &&
           cause_is_unranked(all->library, rule->identifier, title ? title : "");
}

/* Returns the opportunity without its numbers. */
static struct opportunity describe(struct opportunities *all, const char *kernel,
                                   const Rep__RuleResult *rule, const Rep__RuleResultBodyItem *item)
{
    return (struct opportunity){
        .kernel = kernel,
        .rule = keep(all, rule->identifier),
        .rule_name = keep(all, rule->displayname),
        .title = keep(all, item->message ? item->message->name : NULL),
        .section = keep(all, rule->sectionidentifier),
        .section_name = keep(all, ""),
        .metric = keep(all, named_metric(rule, item)),
        .local = speedup_of(item) > 0 &&
                 (item->speedup->speeduptype != REP__RULE_RESULT_SPEEDUP_TYPE__Global ||
                  is_unranked(all, rule, item)),
        .unranked = is_unranked(all, rule, item)};
}

static struct sum *sum_of(struct kernel *kernel, const struct opportunity *what, bool estimates)
{
    for (size_t i = 0; i < kernel->count; i++) {
        const struct opportunity *old = &kernel->sums[i].shown;
        if (old->rule == what->rule && old->title == what->title && old->local == what->local &&
            kernel->sums[i].estimates == estimates)
            return &kernel->sums[i];
    }
    mem_grow(&kernel->sums, kernel->count, &kernel->capacity, sizeof *kernel->sums);
    struct sum *sum = &kernel->sums[kernel->count++];
    *sum = (struct sum){.shown = *what, .estimates = estimates, .most = -1, .last = SIZE_MAX};
    return sum;
}

static bool is_optimization(const Rep__RuleResultBodyItem *item)
{
    const Rep__RuleResultMessage *message = item->message;
    const char *marker = message ? finding_marker(message->type) : NULL;
    return marker && strcmp(marker, "OPT") == 0;
}

/* What a result counts for. */
struct worth {
    double launches, duration; /* duration: NAN if it is unknown */
};

/* No launch becomes shorter than an empty kernel is. */
static double credible_saving(const struct worth *worth, double saving)
{
    double most = worth->duration - worth->launches * EMPTY_LAUNCH;
    return isnan(most) ? 0 : fmin(saving, fmax(0, most));
}

static struct worth worth_of(const struct opportunities *all, const struct result *result)
{
    struct worth worth = {1, NAN};
    struct report_weight weight;
    if (!result_number(result, "gpu__time_duration.sum", &worth.duration))
        worth.duration = NAN;
    if (!all->alone && report_weight(result->report, result->index, &weight))
        worth = (struct worth){weight.launches, weight.time};
    return worth;
}

/* Adds a finding. */
static void add_finding(struct opportunities *all, struct kernel *kernel,
                        const struct result *result, struct worth worth,
                        const Rep__RuleResult *rule, const Rep__RuleResultBodyItem *item)
{
    double speedup = speedup_of(item), time = isnan(worth.duration) ? 0 : worth.duration;
    double saving = time * speedup / 100;
    if (speedup == 0 && !is_optimization(item))
        return;
    struct opportunity what = describe(all, kernel->name, rule, item);
    struct sum *sum = sum_of(kernel, &what, speedup > 0);
    if (sum->last == all->totals.results) {
        if (speedup <= sum->last_speedup)
            return;
        sum->shown.saving -= sum->last_saving;
        sum->credible -= credible_saving(&worth, sum->last_saving);
        sum->speedups -= sum->last_speedup * worth.launches;
    } else {
        sum->launches += worth.launches;
        sum->shown.duration += time;
    }
    sum->last = all->totals.results;
    sum->last_saving = saving;
    sum->last_speedup = speedup;
    sum->shown.saving += saving;
    sum->credible += credible_saving(&worth, saving);
    sum->speedups += speedup * worth.launches;
    if (!*sum->shown.section_name)
        sum->shown.section_name = keep(all, section_name(result, what.section));
    if (saving > sum->most) {
        sum->most = saving;
        sum->shown.result = result->index;
        sum->has_place = finding_place_find(result, all->source, rule, item, &sum->place);
    }
}

/* Drops the ranking. The next step begins it again. */
static void give_up(struct opportunities *all)
{
    struct list room = all->ranking.list;
    room.count = 0;
    kernel_causes_clear(&room.causes);
    step_sort_free(&all->ranking.sort);
    all->ranking = (struct ranking){.list = room};
    all->is_ranked = false;
}

void opportunities_add(struct opportunities *all, const struct result *result,
                       Rep__RuleResult *const *rules, size_t count)
{
    struct kernel *kernel = kernel_of(all, result);
    const struct worth worth = worth_of(all, result);
    for (size_t i = 0; i < count; i++)
        for (size_t j = 0; rules[i]->body && j < rules[i]->body->n_items; j++)
            add_finding(all, kernel, result, worth, rules[i], rules[i]->body->items[j]);
    rule_groups_add(all->groups, result);
    give_up(all);
    all->totals.results++;
    all->totals.launches += worth.launches;
    add_to_report(all, result, isnan(worth.duration) ? 0 : worth.duration);
    if (isnan(worth.duration))
        return;
    all->totals.timed++;
    all->totals.duration += worth.duration;
    kernel->duration += worth.duration;
}

void opportunities_by_report(struct opportunities *all)
{
    all->by_report = true;
}

struct opportunities *opportunities_of_result(const struct rule_library *library,
                                              struct rule_source *source,
                                              const struct result *result)
{
    struct opportunities *all = opportunities_new(NULL);
    all->library = library;
    all->source = source;
    all->alone = true;
    opportunities_add(all, result, result->rules,
                      result->found ? result->own_rule_count : result->rule_count);
    return all;
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

static struct opportunity whole(const struct opportunities *all, const struct sum *sum)
{
    struct opportunity what = sum->shown;
    what.launches = (size_t)(sum->launches + 0.5);
    what.speedup =
        what.duration > 0 ? 100 * what.saving / what.duration : sum->speedups / sum->launches;
    if (all->totals.duration > 0)
        what.share = what.saving / all->totals.duration;
    return what;
}

/* Puts a kernel's findings into the list, and its causes beside them. */
static void rank_kernel(struct opportunities *all, const struct kernel *kernel)
{
    struct kernel_finding *findings = mem_alloc((kernel->count + 1) * sizeof *findings);
    for (size_t i = 0; i < kernel->count; i++) {
        const struct sum *sum = &kernel->sums[i];
        struct opportunity what = whole(all, sum);
        if (sum->estimates)
            rank(all, what);
        findings[i] = (struct kernel_finding){what, sum->estimates, sum->credible,
                                              sum->has_place ? &sum->place : NULL};
    }
    kernel_causes_add(&all->ranking.list.causes, all->library, findings, kernel->count,
                      kernel->duration,
                      all->by_report ? all->reports[kernel->file].duration : all->totals.duration);
    free(findings);
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
        if (all->totals.duration > 0)
            what.share = found->duration * speedup_of(item) / 100 / all->totals.duration;
        what.launches = found->launches;
        what.duration = found->duration;
        what.speedup = speedup_of(item);
        what.saving = what.duration * what.speedup / 100;
        what.result = SIZE_MAX;
        rank(all, what);
        kernel_causes_add_together(&all->ranking.list.causes, &what);
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
        rank_kernel(all, kernel);
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
        kernel_causes_rank(&ranking->list.causes);
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

const struct cause *opportunities_causes(struct opportunities *all, size_t *count)
{
    opportunities_ranked(all, count);
    *count = all->ranked.causes.count - all->ranked.causes.partial;
    return all->ranked.causes.items;
}

const struct cause *opportunities_partial(struct opportunities *all, size_t *count)
{
    opportunities_ranked(all, count);
    *count = all->ranked.causes.partial;
    return all->ranked.causes.items + all->ranked.causes.count - *count;
}

static bool is_wait(const struct opportunities *all, const struct cause *cause)
{
    const struct opportunity *root = &cause->findings[0];
    return cause->count && cause_is_wait(all->library, root->rule, root->title);
}

const struct cause *opportunities_limit(struct opportunities *all, double compute, double memory)
{
    size_t count, i = 0;
    const struct cause *causes = opportunities_causes(all, &count);
    const bool busy = compute >= BUSY || memory >= BUSY;
    while (busy && i < count && is_wait(all, &causes[i]))
        i++;
    return i < count && causes[i].speedup >= (busy ? LIMITS_BUSY_FROM : LIMITS_FROM) ? &causes[i]
                                                                                     : NULL;
}

double opportunities_saving(struct opportunities *all)
{
    size_t count;
    opportunities_ranked(all, &count);
    return all->ranked.causes.saving;
}

bool opportunities_overlap(struct opportunities *all)
{
    size_t count;
    opportunities_ranked(all, &count);
    return all->ranked.causes.overlap;
}

const struct rule_group_finding *opportunities_together(struct opportunities *all, size_t *count)
{
    return rule_groups_run(all->groups, count);
}

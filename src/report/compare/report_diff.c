/* How it works: one pass over each report collects keys, durations and what the report says about
 * its measurement; results are dropped at once. Matching needs nothing but keys. Pairs are then
 * sorted by names and shapes on both sides, and equal ones form a group. The metrics of a group are
 * read by report_diff_detail() (diff_detail.c) when they are asked for. */
#include "report/compare/report_diff.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report/base/mem.h"
#include "report/compare/diff_internal.h"
#include "report/filter/result_filter.h"
#include "report/metric/metric_name.h"
#include "report/names/kernel_renames.h"
#include "report/rules/rule_pair.h"
#include "report/section/section.h"

/* What is kept of a launch for matching and grouping. */
struct launch {
    size_t result; /* index in the report */
    char *shown;
    struct launch_key key; /* owns its names */
    bool has_shape;
    double duration; /* ns, or NAN */
    int device;
    uint32_t process;
};

struct launch_list {
    struct launch *items;
    size_t count, capacity;
};

static void add_launch(struct launch_list *list, const struct report *report,
                       const struct result *result, const struct diff_options *options)
{
    const char *brief = report_short_name(report, result->index, result->demangled);
    const char *renamed = kernel_renames_find(report_renames(report), result->demangled, brief);
    struct launch launch = {.result = result->index,
                            .shown = mem_strdup(result_kernel_name(result, options->kernel_name)),
                            .duration = NAN,
                            .device = result_device(result),
                            .process = result->process ? result->process->processid : 0};
    launch.key.name = mem_strdup(renamed ? renamed : result->demangled);
    launch.key.function = mem_strdup(renamed ? renamed : result->function);
    launch.has_shape = result->kind != ENTRY_RANGE &&
                       result_dimensions(result, launch.key.shape, launch.key.shape + 3);
    if (!launch.has_shape)
        memset(launch.key.shape, 0, sizeof launch.key.shape);
    result_number(result, "gpu__time_duration.sum", &launch.duration);
    mem_grow(&list->items, list->count, &list->capacity, sizeof *list->items);
    list->items[list->count++] = launch;
}

static void launches_free(struct launch_list *list)
{
    for (size_t i = 0; i < list->count; i++) {
        free(list->items[i].shown);
        free((char *)list->items[i].key.name);
        free((char *)list->items[i].key.function);
    }
    free(list->items);
}

static int compare_places(const void *a, const void *b)
{
    const struct launch *x = *(struct launch *const *)a, *y = *(struct launch *const *)b;
    if (x->process != y->process)
        return x->process < y->process ? -1 : 1;
    return (x->device > y->device) - (x->device < y->device);
}

/* Numbers the processes and devices by their order. Their ids differ between runs. */
static void number_places(struct launch_list *list)
{
    struct launch **order = mem_alloc((list->count + 1) * sizeof *order);
    unsigned place = 0;
    for (size_t i = 0; i < list->count; i++)
        order[i] = &list->items[i];
    if (list->count)
        qsort(order, list->count, sizeof *order, compare_places);
    for (size_t i = 0; i < list->count; i++) {
        if (i && compare_places(&order[i - 1], &order[i]) != 0)
            place++;
        order[i]->key.place = place;
    }
    free(order);
}

bool diff_wants_metric(const struct report_diff *diff, const char *name)
{
    return metric_choice_takes(diff->choice, name) && !(diff->choice && metric_name_is_list(name));
}

/* Returns whether the result has any metric or section that was asked for. */
static bool has_wanted(const struct report_diff *diff, const struct result *result)
{
    const struct diff_options *options = &diff->options;
    for (size_t i = 0; i < result->metric_count && options->metrics; i++)
        if (diff_wants_metric(diff, result_metric_name(result, i)))
            return true;
    for (size_t i = 0; i < result->section_count && !options->metrics; i++)
        if (!options->sections || section_chosen(options->sections, result->sections[i]))
            return true;
    return !options->metrics &&
           (!options->sections || !section_choice_is_limited(options->sections));
}

static bool read_launches(struct report_diff *diff, enum diff_side side, struct launch_list *list,
                          bool *wanted, struct error *error)
{
    struct diff_source *source = &diff->sources[side];
    struct report *report = source->report;
    const struct launch_filter *filter = diff->options.filter;
    struct launch_counts counts = {0};
    for (size_t i = 0; i < report_count(report); i++) {
        if (filter && launch_filter_is_done(filter, &counts))
            break;
        if (diff->options.only && diff->options.only[side] != i)
            continue;
        const struct result *result = report_result(report, i, NULL);
        if (!result) {
            source->damaged++;
            continue;
        }
        if (!filter || result_passes_at(report, filter, &counts, i)) {
            add_launch(list, report, result, &diff->options);
            diff_source_add(source, result);
            *wanted = *wanted || has_wanted(diff, result);
        }
        if (!diff->options.are_held)
            report_drop(report, i);
    }
    launch_counts_free(&counts);
    diff_source_finish(source);
    source->launches = list->count;
    number_places(list);
    if (!list->count && report_count(report))
        return result_none_passes(report, filter, error);
    return true;
}

/* --- groups --- */

/* A pair with its place in the order of pairs. */
struct grouped {
    const struct launch *launches[DIFF_SIDES]; /* NULL: only in the other */
    size_t order;
};

static int compare_launches(const struct launch *x, const struct launch *y)
{
    if (!x || !y)
        return (x != NULL) - (y != NULL);
    int order = strcmp(x->key.name, y->key.name);
    for (size_t i = 0; i < LAUNCH_SHAPE && !order; i++)
        order = (x->key.shape[i] > y->key.shape[i]) - (x->key.shape[i] < y->key.shape[i]);
    return order;
}

static int compare_kinds(const struct grouped *x, const struct grouped *y)
{
    int order = compare_launches(x->launches[DIFF_A], y->launches[DIFF_A]);
    return order ? order : compare_launches(x->launches[DIFF_B], y->launches[DIFF_B]);
}

static int compare_grouped(const void *a, const void *b)
{
    const struct grouped *x = a, *y = b;
    int order = compare_kinds(x, y);
    return order ? order : (x->order > y->order) - (x->order < y->order);
}

static void fill_side(struct diff_group *group, enum diff_side side, const struct grouped *first,
                      double *durations)
{
    const struct launch *launch = first->launches[side];
    if (!launch) {
        group->total[side] = group->mean[side] = NAN;
        return;
    }
    size_t known = 0;
    double sum = 0;
    group->names[side] = mem_strdup(launch->shown);
    memcpy(group->shapes[side], launch->key.shape, sizeof group->shapes[side]);
    group->has_shape[side] = launch->has_shape;
    for (size_t i = 0; i < group->count; i++) {
        durations[i] = first[i].launches[side]->duration;
        if (isnan(durations[i]))
            continue;
        sum += durations[i];
        known++;
    }
    group->total[side] = known ? sum : NAN;
    group->mean[side] = known ? sum / (double)known : NAN;
}

static double threads_ratio(const struct diff_group *group)
{
    double threads[DIFF_SIDES] = {1, 1};
    for (int side = 0; side < DIFF_SIDES; side++)
        for (int i = 0; i < LAUNCH_SHAPE && group->has_shape[side]; i++)
            threads[side] *= (double)group->shapes[side][i];
    return group->has_shape[DIFF_A] && group->has_shape[DIFF_B]
               ? change_threads(threads[DIFF_A], threads[DIFF_B])
               : 1;
}

static void add_group(struct report_diff *diff, const struct grouped *first, size_t count)
{
    double *durations[DIFF_SIDES];
    mem_grow(&diff->groups, diff->group_count, &diff->group_capacity, sizeof *diff->groups);
    struct diff_group *group = &diff->groups[diff->group_count++];
    *group =
        (struct diff_group){.count = count, .launches = mem_alloc(count * sizeof *group->launches)};
    for (size_t i = 0; i < count; i++) {
        const struct launch *a = first[i].launches[DIFF_A], *b = first[i].launches[DIFF_B];
        group->launches[i] =
            (struct launch_pair){a ? a->result : NO_LAUNCH, b ? b->result : NO_LAUNCH};
    }
    for (int side = 0; side < DIFF_SIDES; side++) {
        durations[side] = mem_alloc(count * sizeof **durations);
        fill_side(group, (enum diff_side)side, first, durations[side]);
        if (!isnan(group->total[side]))
            diff->total[side] += group->total[side];
    }
    group->altered = diff_group_matched(group) &&
                     compare_launches(first->launches[DIFF_A], first->launches[DIFF_B]) != 0;
    group->threads = threads_ratio(group);
    if (diff_group_matched(group))
        group->duration = metric_change_judge("gpu__time_duration.sum", durations[DIFF_A], count,
                                              durations[DIFF_B], count,
                                              fmax(group->mean[DIFF_A], group->mean[DIFF_B]));
    else
        group->duration.verdict = first->launches[DIFF_A] ? CHANGE_ONLY_A : CHANGE_ONLY_B;
    free(durations[DIFF_A]);
    free(durations[DIFF_B]);
}

static double change_of_total(const struct diff_group *group)
{
    double a = isnan(group->total[DIFF_A]) ? 0 : group->total[DIFF_A];
    double b = isnan(group->total[DIFF_B]) ? 0 : group->total[DIFF_B];
    /* Without durations on a side, nothing is known about a change. */
    if (diff_group_matched(group) && (isnan(group->total[DIFF_A]) || isnan(group->total[DIFF_B])))
        return 0;
    return fabs(b - a);
}

static int compare_groups(const void *a, const void *b)
{
    const struct diff_group *x = a, *y = b;
    double p = change_of_total(x), q = change_of_total(y);
    if (p != q)
        return p > q ? -1 : 1;
    if (x->launches[0].a != y->launches[0].a)
        return x->launches[0].a < y->launches[0].a ? -1 : 1;
    return (x->launches[0].b > y->launches[0].b) - (x->launches[0].b < y->launches[0].b);
}

static void group_pairs(struct report_diff *diff, const struct launch_list lists[DIFF_SIDES],
                        const struct launch_pair *pairs, size_t count)
{
    struct grouped *grouped = mem_alloc((count + 1) * sizeof *grouped);
    double changes = 0;
    for (size_t i = 0; i < count; i++) {
        grouped[i].order = i;
        if (pairs[i].a != NO_LAUNCH)
            grouped[i].launches[DIFF_A] = &lists[DIFF_A].items[pairs[i].a];
        if (pairs[i].b != NO_LAUNCH)
            grouped[i].launches[DIFF_B] = &lists[DIFF_B].items[pairs[i].b];
    }
    if (count)
        qsort(grouped, count, sizeof *grouped, compare_grouped);
    for (size_t from = 0, to; from < count; from = to) {
        for (to = from + 1; to < count && compare_kinds(&grouped[from], &grouped[to]) == 0; to++)
            ;
        add_group(diff, &grouped[from], to - from);
    }
    free(grouped);
    if (diff->group_count)
        qsort(diff->groups, diff->group_count, sizeof *diff->groups, compare_groups);
    for (size_t i = 0; i < diff->group_count; i++)
        changes += change_of_total(&diff->groups[i]);
    for (size_t i = 0; i < diff->group_count && changes > 0; i++)
        diff->groups[i].share = change_of_total(&diff->groups[i]) / changes;
}

static struct launch_key *keys_of(const struct launch_list *list)
{
    struct launch_key *keys = mem_alloc((list->count + 1) * sizeof *keys);
    for (size_t i = 0; i < list->count; i++)
        keys[i] = list->items[i].key;
    return keys;
}

static bool nothing_wanted(const struct diff_options *options, struct error *error)
{
    if (options->metrics)
        return error_set(error,
                         "no result has a metric of --metrics %s; --page raw --csv has the "
                         "names",
                         options->metrics);
    return error_set(error, "no result has a section of --section or --set; see rooftop "
                            "--list-sections, --list-sets");
}

static bool choose_metrics(struct report_diff *diff, struct error *error)
{
    if (!metric_choice_new(&diff->choice, diff->options.metrics, error))
        return false;
    for (int side = 0; side < DIFF_SIDES; side++)
        metric_choice_learn(diff->choice, diff->sources[side].report, 0,
                            report_count(diff->sources[side].report));
    return true;
}

struct report_diff *report_diff_new(struct report *a, struct report *b,
                                    const struct diff_options *options, struct error *error)
{
    struct report_diff *diff = mem_alloc(sizeof *diff);
    struct launch_list lists[DIFF_SIDES] = {{0}};
    diff->options = *options;
    if (!options->metrics)
        rule_pair_metrics(options->rules, &diff->rule_metrics);
    diff->sources[DIFF_A].report = a;
    diff->sources[DIFF_B].report = b;
    bool wanted = false;
    bool good = choose_metrics(diff, error) &&
                read_launches(diff, DIFF_A, &lists[DIFF_A], &wanted, error) &&
                read_launches(diff, DIFF_B, &lists[DIFF_B], &wanted, error);
    if (good && !wanted && (lists[DIFF_A].count || lists[DIFF_B].count))
        good = nothing_wanted(options, error);
    if (good) {
        size_t count;
        struct launch_key *keys[DIFF_SIDES] = {keys_of(&lists[DIFF_A]), keys_of(&lists[DIFF_B])};
        if (options->only && lists[DIFF_A].count && lists[DIFF_B].count)
            *keys[DIFF_A] = *keys[DIFF_B];
        struct launch_pair *pairs = launch_match(keys[DIFF_A], lists[DIFF_A].count, keys[DIFF_B],
                                                 lists[DIFF_B].count, &count);
        group_pairs(diff, lists, pairs, count);
        diff_warn(diff);
        free(pairs);
        free(keys[DIFF_A]);
        free(keys[DIFF_B]);
    }
    launches_free(&lists[DIFF_A]);
    launches_free(&lists[DIFF_B]);
    if (good)
        return diff;
    report_diff_free(diff);
    return NULL;
}

void report_diff_free(struct report_diff *diff)
{
    for (size_t i = 0; i < diff->group_count; i++) {
        free(diff->groups[i].names[DIFF_A]);
        free(diff->groups[i].names[DIFF_B]);
        free(diff->groups[i].launches);
    }
    for (size_t i = 0; i < diff->warning_count; i++)
        free(diff->warnings[i]);
    for (int side = 0; side < DIFF_SIDES; side++) {
        diff_source_free(&diff->sources[side]);
        name_index_free(&diff->missing[side]);
    }
    name_index_free(&diff->rule_metrics);
    metric_choice_free(diff->choice);
    free(diff->groups);
    free(diff->warnings);
    free(diff);
}

static void count_outcome(struct diff_outcome *outcome, const struct report_diff *diff,
                          const struct diff_group *group, const struct diff_detail *detail)
{
    enum change_verdict verdict = group->duration.verdict;
    if (!detail) {
        outcome->unmatched += group->count;
        return;
    }
    outcome->matched += group->count;
    for (int i = 0; i < CHANGE_VERDICTS; i++)
        outcome->verdicts[i] += detail->verdicts[i];
    outcome->changed = outcome->changed || group->altered || change_is_real(verdict) ||
                       detail->verdicts[CHANGE_BETTER] || detail->verdicts[CHANGE_WORSE] ||
                       detail->verdicts[CHANGE_OTHER];
    if (diff->options.metrics || verdict == CHANGE_ABSENT)
        outcome->worse = outcome->worse || detail->verdicts[CHANGE_WORSE];
    else
        outcome->worse = outcome->worse || verdict == CHANGE_WORSE;
}

bool report_diff_each(struct report_diff *diff, diff_visit *visit, void *context,
                      struct diff_outcome *outcome, struct error *error)
{
    bool good = true;
    *outcome = (struct diff_outcome){0};
    for (size_t i = 0; i < diff->group_count; i++) {
        const struct diff_group *group = &diff->groups[i];
        struct diff_detail *detail = NULL;
        if (diff_group_matched(group)) {
            detail = report_diff_detail(diff, group, error);
            if (!detail) {
                good = false;
                continue;
            }
        }
        count_outcome(outcome, diff, group, detail);
        visit(context, group, detail);
        diff_detail_free(detail);
    }
    return good;
}

bool diff_group_matched(const struct diff_group *group)
{
    return group->names[DIFF_A] && group->names[DIFF_B];
}

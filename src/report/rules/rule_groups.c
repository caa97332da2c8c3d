#include "report/rules/rule_groups.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report/base/mem.h"
#include "report/base/name_index.h"
#include "report/base/step_sort.h"
#include "report/file/report.h"
#include "report/file/report_weight.h"
#include "report/rules/rule_eval.h"

struct row {
    uint64_t id;
    size_t group, shape; /* shape: index within the group */
};

struct group {
    const char *name;
    bool is_kernel;
    unsigned arch;
    double duration; /* of all launches */
    size_t *rows, count, capacity;
    double *shapes; /* durations */
    size_t shape_count, shape_capacity;
};

struct found {
    struct rule_group_finding *list;
    size_t count, capacity;
    struct arena arena;
};

struct rule_groups {
    const struct rule_library *library;
    struct arena names;
    struct name_index columns, keys, shapes;
    size_t *shape_numbers; /* index within their group */
    size_t shape_capacity;
    struct row *rows;
    size_t count, row_capacity;
    double *values; /* by row and column; NAN: none */
    size_t value_count, value_capacity;
    struct group *groups; /* by key */
    size_t group_capacity;
    struct found found; /* the last complete list */
    bool is_found;      /* `found` covers everything that was added */
    struct looking {
        bool under_way;
        const struct group **kernels; /* longest first */
        struct step_sort sort;
        bool is_sorted;
        size_t report_rules, kernel, kernel_rules; /* rules: how many are done */
        double total;
        struct found found;
    } looking;
};

/* What a rule is evaluated on. */
struct subject {
    const struct rule_groups *groups;
    const size_t *rows;
    size_t count, kernels, configurations;
    const struct group *group; /* NULL: all */
    double duration, total;
};

static bool is_over(const struct rule_entry *entry, enum rule_over over)
{
    return entry->rule && !entry->off && !entry->silent && entry->rule->over == over;
}

static void add_column(void *context, const char *metric)
{
    name_index_add(context, metric);
}

struct rule_groups *rule_groups_new(const struct rule_library *library)
{
    struct rule_groups *groups = mem_alloc(sizeof *groups);
    groups->library = library;
    for (size_t i = 0; library && i < library->count; i++) {
        const struct rule_entry *entry = &library->entries[i];
        if (is_over(entry, RULE_OVER_KERNEL) || is_over(entry, RULE_OVER_REPORT))
            rule_metrics(entry->rule, add_column, &groups->columns);
    }
    return groups;
}

static void free_found(struct found *found)
{
    free(found->list);
    arena_free(&found->arena);
}

/* Ends the search. The list of findings stays allocated for the next one. */
static void give_up(struct looking *looking)
{
    free(looking->kernels);
    step_sort_free(&looking->sort);
    *looking = (struct looking){.found = looking->found};
}

void rule_groups_free(struct rule_groups *groups)
{
    if (!groups)
        return;
    for (size_t i = 0; i < groups->keys.count; i++) {
        free(groups->groups[i].rows);
        free(groups->groups[i].shapes);
    }
    name_index_free(&groups->columns);
    name_index_free(&groups->keys);
    name_index_free(&groups->shapes);
    free(groups->shape_numbers);
    arena_free(&groups->names);
    free(groups->rows);
    free(groups->values);
    free(groups->groups);
    give_up(&groups->looking);
    free_found(&groups->looking.found);
    free_found(&groups->found);
    free(groups);
}

static struct group *group_of(struct rule_groups *groups, const struct result *result)
{
    char *key = mem_printf("%d\n%s\n%s\n%s", (int)result->kind, result->name, result->demangled,
                           result->chip);
    size_t before = groups->keys.count, at = name_index_add(&groups->keys, key);
    if (at == before) {
        groups->keys.names[at] = arena_strdup(&groups->names, key);
        mem_grow(&groups->groups, before, &groups->group_capacity, sizeof *groups->groups);
        groups->groups[at] = (struct group){.name = arena_strdup(&groups->names, result->name),
                                            .is_kernel = result->kind == ENTRY_KERNEL,
                                            .arch = result_arch(result)};
    }
    free(key);
    return &groups->groups[at];
}

static double number_of(const struct result *result, const char *metric)
{
    double number;
    return result_number(result, metric, &number) ? number : NAN;
}

/* Returns the index of the shape: grid, block, static and dynamic shared memory per block. */
static size_t shape_of(struct rule_groups *groups, struct group *group, const struct result *result)
{
    uint64_t grid[3] = {0}, block[3] = {0};
    double fixed = number_of(result, "launch__shared_mem_per_block_static");
    double dynamic = number_of(result, "launch__shared_mem_per_block_dynamic");
    result_dimensions(result, grid, block);
    char *key = mem_printf("%zu %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64
                           " %" PRIu64 " %g %g",
                           (size_t)(group - groups->groups), grid[0], grid[1], grid[2], block[0],
                           block[1], block[2], fixed, dynamic);
    size_t before = groups->shapes.count, at = name_index_add(&groups->shapes, key);
    if (at == before) {
        groups->shapes.names[at] = arena_strdup(&groups->names, key);
        mem_grow(&groups->shape_numbers, at, &groups->shape_capacity, sizeof(size_t));
        mem_grow(&group->shapes, group->shape_count, &group->shape_capacity, sizeof *group->shapes);
        group->shapes[group->shape_count] = 0;
        groups->shape_numbers[at] = group->shape_count++;
    }
    free(key);
    return groups->shape_numbers[at];
}

void rule_groups_add(struct rule_groups *groups, const struct result *result)
{
    struct group *group = group_of(groups, result);
    bool several = report_file_count(result->report) > 1;
    size_t shape = shape_of(groups, group, result);
    double duration = number_of(result, "gpu__time_duration.sum");
    struct report_weight weight;
    if (report_weight(result->report, result->index, &weight))
        duration = weight.time;
    groups->is_found = false;
    give_up(&groups->looking);
    mem_grow(&groups->rows, groups->count, &groups->row_capacity, sizeof *groups->rows);
    mem_grow(&group->rows, group->count, &group->capacity, sizeof *group->rows);
    groups->rows[groups->count] = (struct row){.id = several ? result->index : result->id,
                                               .group = (size_t)(group - groups->groups),
                                               .shape = shape};
    group->rows[group->count++] = groups->count++;
    if (!isnan(duration)) {
        group->duration += duration;
        group->shapes[shape] += duration;
    }
    for (size_t i = 0; i < groups->columns.count; i++) {
        mem_grow(&groups->values, groups->value_count, &groups->value_capacity,
                 sizeof *groups->values);
        groups->values[groups->value_count++] = number_of(result, groups->columns.names[i]);
    }
}

/* --- what names stand for ----------------------------------------------------------------------
 */

/* Makes one instance per row. The regular value is their sum. */
static void take_instances(const struct subject *s, const double *numbers, struct expr_value *value)
{
    value->ids = mem_alloc((s->count + 1) * sizeof *value->ids);
    value->elements = mem_alloc((s->count + 1) * sizeof *value->elements);
    for (size_t i = 0; i < s->count; i++) {
        if (isnan(numbers[i]))
            continue;
        value->ids[value->count] = s->groups->rows[s->rows[i]].id;
        value->elements[value->count++] = numbers[i];
        value->value += numbers[i];
    }
    if (!value->count)
        expr_value_drop_instances(value);
}

struct shape {
    size_t number;
    double duration;
};

static int compare_shapes(const void *a, const void *b)
{
    const struct shape *x = a, *y = b;
    if (x->duration != y->duration)
        return x->duration > y->duration ? -1 : 1;
    return (x->number > y->number) - (x->number < y->number);
}

static bool take_configuration(const struct subject *s, struct expr_value *value)
{
    const struct group *group = s->group;
    if (!group)
        return false;
    struct shape *shapes = mem_alloc(group->shape_count * sizeof *shapes);
    double *ranks = mem_alloc(group->shape_count * sizeof *ranks);
    double *numbers = mem_alloc((s->count + 1) * sizeof *numbers);
    for (size_t i = 0; i < group->shape_count; i++)
        shapes[i] = (struct shape){i, group->shapes[i]};
    qsort(shapes, group->shape_count, sizeof *shapes, compare_shapes);
    for (size_t i = 0; i < group->shape_count; i++)
        ranks[shapes[i].number] = (double)i + 1;
    for (size_t i = 0; i < s->count; i++)
        numbers[i] = ranks[s->groups->rows[s->rows[i]].shape];
    take_instances(s, numbers, value);
    free(numbers);
    free(ranks);
    free(shapes);
    return true;
}

static bool fact_of(const struct subject *s, const char *name, struct expr_value *value)
{
    if (strcmp(name, "configuration") == 0)
        return take_configuration(s, value);
    if (strcmp(name, "launches") == 0)
        value->value = (double)s->count;
    else if (strcmp(name, "kernels") == 0)
        value->value = (double)s->kernels;
    else if (strcmp(name, "configurations") == 0)
        value->value = (double)s->configurations;
    else if (strcmp(name, "time_share") == 0 && s->total > 0)
        value->value = s->duration / s->total;
    else if (strcmp(name, "kernel") == 0 && s->group)
        value->text = mem_strdup(s->group->name);
    else
        return false;
    return true;
}

/* A linear search: there are some dozens. */
static size_t column_of(const struct rule_groups *groups, const char *name)
{
    size_t i = 0;
    while (i < groups->columns.count && strcmp(groups->columns.names[i], name) != 0)
        i++;
    return i;
}

static void take_column(const struct subject *s, size_t column, struct expr_value *value)
{
    const struct rule_groups *groups = s->groups;
    double *numbers = mem_alloc((s->count + 1) * sizeof *numbers);
    for (size_t i = 0; i < s->count; i++)
        numbers[i] = groups->values[s->rows[i] * groups->columns.count + column];
    take_instances(s, numbers, value);
    free(numbers);
}

/* Makes the value that of the launch with this number, 0 if there is none. */
static void take_instance(struct expr_value *value, const char *key)
{
    char *end;
    unsigned long long id = strtoull(key, &end, 10);
    double found = 0;
    for (size_t i = 0; i < value->count && !*end; i++)
        if (value->ids[i] == id)
            found = value->elements[i];
    expr_value_drop_instances(value);
    value->value = found;
}

static bool metric_of(void *context, const struct expr_name *name, struct expr_value *value)
{
    const struct subject *s = context;
    size_t column = column_of(s->groups, name->text);
    if (fact_of(s, name->text, value))
        return true;
    if (column == s->groups->columns.count)
        return false;
    take_column(s, column, value);
    bool there = value->count;
    if (there && name->key)
        take_instance(value, name->key);
    return there;
}

/* --- rules -------------------------------------------------------------------------------------
 */

/* The stop function of a step, and whether it stopped the step. */
struct stopping {
    bool (*stop)(void *context);
    void *context;
    bool stopped;
};

static void run(struct rule_groups *groups, const struct rule *rule, const struct subject *s,
                double capability, bool is_range, struct stopping *stopping)
{
    const struct rule_subject subject = {.metric = metric_of,
                                         .context = (void *)s,
                                         .capability = capability,
                                         .is_range = is_range,
                                         .stop = stopping->stop,
                                         .stop_context = stopping->context};
    struct found *found = &groups->looking.found;
    struct rule_eval eval;
    rule_eval_open(&eval, rule, &subject, NULL);
    Rep__RuleResult *made = rule_eval_result(&eval, rule_eval_can(&eval), &found->arena);
    stopping->stopped = eval.stopped;
    rule_eval_close(&eval);
    if (!made->body || stopping->stopped)
        return;
    mem_grow(&found->list, found->count, &found->capacity, sizeof *found->list);
    found->list[found->count++] =
        (struct rule_group_finding){s->group ? s->group->name : NULL, s->count, s->duration, made};
}

static bool is_seen(const struct rule *rule, const struct group *group)
{
    return rule->scope == RULE_SCOPE_ALL || (rule->scope == RULE_SCOPE_KERNEL) == group->is_kernel;
}

/* Runs a rule on all results that it sees. */
static void run_on_all(struct rule_groups *groups, const struct rule *rule,
                       struct stopping *stopping)
{
    size_t *rows = mem_alloc((groups->count + 1) * sizeof *rows);
    struct subject s = {.groups = groups, .rows = rows, .total = groups->looking.total};
    unsigned arch = 0;
    bool is_range = true;
    for (size_t i = 0; i < groups->keys.count; i++) {
        const struct group *group = &groups->groups[i];
        if (!is_seen(rule, group))
            continue;
        arch = !s.kernels || arch == group->arch ? group->arch : 0;
        is_range = is_range && !group->is_kernel;
        s.kernels++;
        s.configurations += group->shape_count;
        s.duration += group->duration;
    }
    for (size_t i = 0; i < groups->count; i++)
        if (is_seen(rule, &groups->groups[groups->rows[i].group]))
            rows[s.count++] = i;
    if (s.count)
        run(groups, rule, &s, arch / 10.0, is_range, stopping);
    free(rows);
}

static void run_on_kernel(struct rule_groups *groups, const struct rule *rule,
                          const struct group *group, struct stopping *stopping)
{
    const struct subject s = {groups, group->rows,     group->count,         1, group->shape_count,
                              group,  group->duration, groups->looking.total};
    if (is_seen(rule, group))
        run(groups, rule, &s, group->arch / 10.0, !group->is_kernel, stopping);
}

static int compare_groups(const void *a, const void *b)
{
    const struct group *x = *(const struct group *const *)a, *y = *(const struct group *const *)b;
    if (x->duration != y->duration)
        return x->duration > y->duration ? -1 : 1;
    return (x > y) - (x < y);
}

static void begin(struct rule_groups *groups)
{
    struct looking *looking = &groups->looking;
    size_t kernels = groups->keys.count;
    give_up(looking);
    arena_free(&looking->found.arena);
    looking->found.count = 0;
    looking->under_way = true;
    looking->kernels = mem_alloc((kernels + 1) * sizeof *looking->kernels);
    for (size_t i = 0; i < kernels; i++) {
        looking->kernels[i] = &groups->groups[i];
        looking->total += groups->groups[i].duration;
    }
    step_sort_begin(&looking->sort, looking->kernels, kernels, sizeof *looking->kernels,
                    compare_groups);
}

/* Returns the next rule of that kind from *at on, and moves *at behind it. Returns NULL at the
 * end. */
static const struct rule *next_rule(const struct rule_library *library, enum rule_over over,
                                    size_t *at)
{
    while (library && *at < library->count) {
        const struct rule_entry *entry = &library->entries[(*at)++];
        if (is_over(entry, over))
            return entry->rule;
    }
    return NULL;
}

/* Makes a step. Returns false when nothing is left. */
static bool look(struct rule_groups *groups, struct stopping *stopping)
{
    struct looking *looking = &groups->looking, before = *looking;
    const struct rule *rule = next_rule(groups->library, RULE_OVER_REPORT, &looking->report_rules);
    if (rule) {
        run_on_all(groups, rule, stopping);
    } else if (!looking->is_sorted) {
        looking->is_sorted = step_sort_step(&looking->sort);
    } else if (looking->kernel == groups->keys.count) {
        return false;
    } else if ((rule = next_rule(groups->library, RULE_OVER_KERNEL, &looking->kernel_rules))) {
        run_on_kernel(groups, rule, looking->kernels[looking->kernel], stopping);
    } else {
        looking->kernel++;
        looking->kernel_rules = 0;
    }
    if (stopping->stopped) {
        looking->report_rules = before.report_rules;
        looking->kernel_rules = before.kernel_rules;
    }
    return true;
}

bool rule_groups_step(struct rule_groups *groups, bool (*stop)(void *context), void *context)
{
    struct stopping stopping = {stop, context, false};
    struct looking *looking = &groups->looking;
    if (!groups->is_found && !looking->under_way)
        begin(groups);
    if (!groups->is_found && !look(groups, &stopping)) {
        struct found old = groups->found;
        groups->found = looking->found;
        looking->found = old;
        give_up(looking);
        groups->is_found = true;
    }
    return groups->is_found;
}

const struct rule_group_finding *rule_groups_run(struct rule_groups *groups, size_t *count)
{
    while (!rule_groups_step(groups, NULL, NULL))
        continue;
    *count = groups->found.count;
    return groups->found.list;
}

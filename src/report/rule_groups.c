#include "rule_groups.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "mem.h"
#include "name_index.h"
#include "report.h"
#include "rule_eval.h"

static const char duration_metric[] = "gpu__time_duration.sum";

/* Grid, block, static and dynamic shared memory of a block. */
enum { SHAPE = 8 };

struct row {
    uint64_t id;
    size_t group;
    double duration; /* NAN: not measured */
    uint64_t shape[SHAPE];
};

struct group {
    const char *name;
    bool is_kernel;
    unsigned arch;
    double duration; /* of all launches */
    size_t *rows, count, capacity;
};

struct rule_groups {
    const struct rule_library *library;
    struct arena names;
    struct name_index columns, keys;
    struct row *rows;
    size_t count, row_capacity;
    double *values; /* by row and column; NAN: none */
    size_t value_count, value_capacity;
    struct group *groups; /* by key */
    size_t group_capacity;
    struct rule_group_finding *found;
    size_t found_count, found_capacity;
    bool is_found;      /* in all that was added */
    struct arena arena; /* of what is found */
};

/* What a rule is evaluated on. */
struct subject {
    const struct rule_groups *groups;
    const size_t *rows;
    size_t count, kernels;
    const char *kernel; /* NULL: all */
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

void rule_groups_free(struct rule_groups *groups)
{
    if (!groups)
        return;
    for (size_t i = 0; i < groups->keys.count; i++)
        free(groups->groups[i].rows);
    name_index_free(&groups->columns);
    name_index_free(&groups->keys);
    arena_free(&groups->names);
    arena_free(&groups->arena);
    free(groups->rows);
    free(groups->values);
    free(groups->groups);
    free(groups->found);
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

static void find_shape(const struct result *result, uint64_t shape[SHAPE])
{
    double fixed = number_of(result, "launch__shared_mem_per_block_static");
    double dynamic = number_of(result, "launch__shared_mem_per_block_dynamic");
    memset(shape, 0, SHAPE * sizeof *shape);
    result_dimensions(result, shape, shape + 3);
    shape[6] = expr_whole(fixed);
    shape[7] = expr_whole(dynamic);
}

void rule_groups_add(struct rule_groups *groups, const struct result *result)
{
    struct group *group = group_of(groups, result);
    bool several = report_file_count(result->report) > 1;
    groups->is_found = false;
    mem_grow(&groups->rows, groups->count, &groups->row_capacity, sizeof *groups->rows);
    mem_grow(&group->rows, group->count, &group->capacity, sizeof *group->rows);
    struct row *row = &groups->rows[groups->count];
    *row = (struct row){.id = several ? result->index : result->id,
                        .group = (size_t)(group - groups->groups),
                        .duration = number_of(result, duration_metric)};
    find_shape(result, row->shape);
    if (!isnan(row->duration))
        group->duration += row->duration;
    group->rows[group->count++] = groups->count++;
    for (size_t i = 0; i < groups->columns.count; i++) {
        mem_grow(&groups->values, groups->value_count, &groups->value_capacity,
                 sizeof *groups->values);
        groups->values[groups->value_count++] = number_of(result, groups->columns.names[i]);
    }
}

/* --- what names stand for ----------------------------------------------------------------------
 */

static int compare_shapes(const void *a, const void *b)
{
    const struct row *x = *(const struct row *const *)a, *y = *(const struct row *const *)b;
    if (x->group != y->group)
        return x->group < y->group ? -1 : 1;
    return memcmp(x->shape, y->shape, sizeof x->shape);
}

static size_t configurations(const struct subject *s)
{
    const struct row **rows = mem_alloc((s->count + 1) * sizeof *rows);
    size_t different = s->count > 0;
    for (size_t i = 0; i < s->count; i++)
        rows[i] = &s->groups->rows[s->rows[i]];
    qsort(rows, s->count, sizeof *rows, compare_shapes);
    for (size_t i = 1; i < s->count; i++)
        different += compare_shapes(&rows[i - 1], &rows[i]) != 0;
    free(rows);
    return different;
}

static bool fact_of(const struct subject *s, const char *name, struct expr_value *value)
{
    if (strcmp(name, "launches") == 0)
        value->value = (double)s->count;
    else if (strcmp(name, "kernels") == 0)
        value->value = (double)s->kernels;
    else if (strcmp(name, "configurations") == 0)
        value->value = (double)configurations(s);
    else if (strcmp(name, "time_share") == 0 && s->total > 0)
        value->value = s->duration / s->total;
    else if (strcmp(name, "kernel") == 0 && s->kernel)
        value->text = mem_strdup(s->kernel);
    else
        return false;
    return true;
}

/* Among some dozens. */
static size_t column_of(const struct rule_groups *groups, const char *name)
{
    size_t i = 0;
    while (i < groups->columns.count && strcmp(groups->columns.names[i], name) != 0)
        i++;
    return i;
}

static void take_instances(const struct subject *s, size_t column, struct expr_value *value)
{
    const struct rule_groups *groups = s->groups;
    value->ids = mem_alloc((s->count + 1) * sizeof *value->ids);
    value->elements = mem_alloc((s->count + 1) * sizeof *value->elements);
    for (size_t i = 0; i < s->count; i++) {
        double number = groups->values[s->rows[i] * groups->columns.count + column];
        if (isnan(number))
            continue;
        value->ids[value->count] = groups->rows[s->rows[i]].id;
        value->elements[value->count++] = number;
        value->value += number;
    }
}

/* The one of the launch with this number; 0: it has none. */
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
    take_instances(s, column, value);
    bool there = value->count;
    if (!there)
        expr_value_drop_instances(value);
    if (there && name->key)
        take_instance(value, name->key);
    return there;
}

/* --- rules -------------------------------------------------------------------------------------
 */

static void run(struct rule_groups *groups, const struct rule *rule, const struct subject *s,
                double capability, bool is_range)
{
    const struct rule_subject subject = {
        .metric = metric_of, .context = (void *)s, .capability = capability, .is_range = is_range};
    struct rule_eval eval;
    rule_eval_open(&eval, rule, &subject, NULL);
    Rep__RuleResult *made = rule_eval_result(&eval, &groups->arena);
    rule_eval_close(&eval);
    if (!made->body)
        return;
    mem_grow(&groups->found, groups->found_count, &groups->found_capacity, sizeof *groups->found);
    groups->found[groups->found_count++] =
        (struct rule_group_finding){s->kernel, s->count, s->duration, made};
}

static bool is_seen(const struct rule *rule, const struct group *group)
{
    return rule->scope == RULE_SCOPE_ALL || (rule->scope == RULE_SCOPE_KERNEL) == group->is_kernel;
}

static double total_of(const struct rule_groups *groups)
{
    double total = 0;
    for (size_t i = 0; i < groups->keys.count; i++)
        total += groups->groups[i].duration;
    return total;
}

/* Of all results that the rule sees. */
static void run_on_all(struct rule_groups *groups, const struct rule *rule, double total)
{
    size_t *rows = mem_alloc((groups->count + 1) * sizeof *rows);
    struct subject s = {.groups = groups, .rows = rows, .total = total};
    unsigned arch = 0;
    bool is_range = true;
    for (size_t i = 0; i < groups->keys.count; i++) {
        const struct group *group = &groups->groups[i];
        if (!is_seen(rule, group))
            continue;
        arch = !s.kernels || arch == group->arch ? group->arch : 0;
        is_range = is_range && !group->is_kernel;
        s.kernels++;
        s.duration += group->duration;
    }
    for (size_t i = 0; i < groups->count; i++)
        if (is_seen(rule, &groups->groups[groups->rows[i].group]))
            rows[s.count++] = i;
    if (s.count)
        run(groups, rule, &s, arch / 10.0, is_range);
    free(rows);
}

static int compare_groups(const void *a, const void *b)
{
    const struct group *x = *(const struct group *const *)a, *y = *(const struct group *const *)b;
    if (x->duration != y->duration)
        return x->duration > y->duration ? -1 : 1;
    return (x > y) - (x < y);
}

static void run_on_kernel(struct rule_groups *groups, const struct group *group, double total)
{
    const struct subject s = {groups,      group->rows,     group->count, 1,
                              group->name, group->duration, total};
    for (size_t i = 0; groups->library && i < groups->library->count; i++) {
        const struct rule_entry *entry = &groups->library->entries[i];
        if (is_over(entry, RULE_OVER_KERNEL) && is_seen(entry->rule, group))
            run(groups, entry->rule, &s, group->arch / 10.0, !group->is_kernel);
    }
}

static void run_all(struct rule_groups *groups)
{
    const struct rule_library *library = groups->library;
    size_t kernels = groups->keys.count;
    const struct group **sorted = mem_alloc((kernels + 1) * sizeof *sorted);
    double total = total_of(groups);
    groups->found_count = 0;
    arena_free(&groups->arena);
    for (size_t i = 0; library && i < library->count; i++)
        if (is_over(&library->entries[i], RULE_OVER_REPORT))
            run_on_all(groups, library->entries[i].rule, total);
    for (size_t i = 0; i < kernels; i++)
        sorted[i] = &groups->groups[i];
    qsort(sorted, kernels, sizeof *sorted, compare_groups);
    for (size_t i = 0; i < kernels; i++)
        run_on_kernel(groups, sorted[i], total);
    free(sorted);
}

const struct rule_group_finding *rule_groups_run(struct rule_groups *groups, size_t *count)
{
    if (!groups->is_found)
        run_all(groups);
    groups->is_found = true;
    *count = groups->found_count;
    return groups->found;
}

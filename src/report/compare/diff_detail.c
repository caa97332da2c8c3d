#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report/base/mem.h"
#include "report/compare/diff_internal.h"
#include "report/content/body_tables.h"
#include "report/content/section_view.h"
#include "report/metric/metric_traits.h"
#include "report/metric/metric_value.h"
#include "report/rules/rule_pair.h"
#include "report/section/section_scope.h"

/* Facts of a launch that are compared even if no section shows them. */
static const struct {
    const char *metric, *label;
} facts[] = {
    {"launch__registers_per_thread", "Registers Per Thread"},
    {"launch__block_size", "Block Size"},
    {"launch__grid_size", "Grid Size"},
    {"launch__cluster_size", "Cluster Size"},
    {"launch__shared_mem_per_block_static", "Static Shared Memory Per Block"},
    {"launch__shared_mem_per_block_dynamic", "Dynamic Shared Memory Per Block"},
    {"launch__shared_mem_config_size", "Shared Memory Configuration Size"},
    {"launch__func_cache_config", "Function Cache Configuration"},
    {"launch__stack_size", "Stack Size"},
    {"launch__waves_per_multiprocessor", "Waves Per SM"},
    {"launch__occupancy_limit_blocks", "Block Limit SM"},
    {"launch__occupancy_limit_registers", "Block Limit Registers"},
    {"launch__occupancy_limit_shared_mem", "Block Limit Shared Mem"},
    {"launch__occupancy_limit_warps", "Block Limit Warps"},
    {"launch__occupancy_limit_barriers", "Block Limit Barriers"},
};

/* A metric over the launches of the group. */
struct metric_values {
    double *numbers[DIFF_SIDES]; /* by launch; NAN: none */
    size_t texts[DIFF_SIDES];    /* launches whose value is a text */
    char *first[DIFF_SIDES];     /* texts of the first launch, or of the first that differs */
    bool differs;                /* a text differs */
    bool left_out;               /* says nothing about the kernel */
};

struct detail_build {
    const struct report_diff *diff;
    const struct diff_group *group;
    struct diff_detail *detail;
    struct name_index index; /* metrics, with the same numbers as `values` */
    struct metric_values *values;
    size_t capacity;
    struct detail_build *rules; /* a further build for metrics that rules read and no section has */
    unsigned arch;              /* of the first launch in B */
    bool is_kernel;
};

static struct diff_section *find_section(struct diff_detail *detail, const char *identifier,
                                         const char *title)
{
    for (size_t i = 0; i < detail->count; i++)
        if (strcmp(detail->sections[i].identifier, identifier) == 0)
            return &detail->sections[i];
    mem_grow(&detail->sections, detail->count, &detail->capacity, sizeof *detail->sections);
    struct diff_section *added = &detail->sections[detail->count++];
    *added = (struct diff_section){mem_strdup(identifier), mem_strdup(title)};
    return added;
}

/* Returns the values of a metric. *fresh: it is new. */
static struct metric_values *find_values(struct detail_build *b, const char *metric, bool *fresh)
{
    size_t before = b->index.count, number = name_index_add(&b->index, metric);
    *fresh = number == before;
    if (!*fresh)
        return &b->values[number];
    mem_grow(&b->values, number, &b->capacity, sizeof *b->values);
    struct metric_values *values = &b->values[number];
    *values = (struct metric_values){.left_out = metric_noise_of(metric) == METRIC_NONE};
    for (int side = 0; side < DIFF_SIDES && !values->left_out; side++) {
        values->numbers[side] = mem_alloc(b->group->count * sizeof *values->numbers[side]);
        for (size_t i = 0; i < b->group->count; i++)
            values->numbers[side][i] = NAN;
    }
    return values;
}

static bool has_metric(const struct diff_section *section, const char *metric)
{
    for (size_t i = 0; i < section->count; i++)
        if (strcmp(section->metrics[i].metric, metric) == 0)
            return true;
    return false;
}

/* Adds the metric to the section, or to the first one if it is a fact of the launch. It must be in
 * the result, because its name then lives in the report. */
static void add_metric(struct detail_build *b, const struct result *result, const char *identifier,
                       const char *title, const char *name, const char *label)
{
    const Rep__ProfileMetricResult *found = result_metric(result, name);
    if (!found)
        return;
    const char *metric = report_string(result->report, found->nameid);
    bool fresh;
    /* Several sections may show a metric. Without sections it has one place. */
    if (find_values(b, metric, &fresh)->left_out || (!fresh && !label))
        return;
    bool fact = strncmp(metric, "launch__", 8) == 0;
    struct diff_section *section =
        fact ? &b->detail->sections[0] : find_section(b->detail, identifier, title);
    if (!fresh && has_metric(section, metric))
        return;
    mem_grow(&section->metrics, section->count, &section->capacity, sizeof *section->metrics);
    section->metrics[section->count++] =
        (struct diff_metric){.metric = metric, .label = label ? mem_strdup(label) : NULL};
}

static void add_cells(struct detail_build *b, const struct result *result,
                      const Rep__ProfilerSection *section, const struct view_cell *cells,
                      size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (cells[i].metric)
            add_metric(b, result, section->identifier, section->displayname, cells[i].metric,
                       cells[i].label);
}

static void add_header(struct detail_build *b, const struct result *result,
                       const Rep__ProfilerSection *section, const struct section_scope *scope)
{
    for (size_t i = 0; section->header && i < section->header->n_metrics; i++) {
        const char *label;
        const char *name = section_metric_here(section->header->metrics[i], section, scope, &label);
        if (name && *name)
            add_metric(b, result, section->identifier, section->displayname, name, label);
    }
}

static void add_sections(struct detail_build *b, const struct result *result)
{
    struct section_scope scope = section_scope_of(result);
    size_t count;
    const Rep__ProfilerSection **sections =
        section_choice_of(b->diff->options.sections, result, &count);
    for (size_t i = 0; i < count; i++) {
        if (!section_applies(sections[i], &scope))
            continue;
        add_header(b, result, sections[i], &scope);
        if (b->diff->options.scope == DIFF_HEADERS)
            continue;
        struct section_view *view =
            section_view_new(result, sections[i], (struct view_style){.base_units = true});
        for (size_t j = 0; j < view->block_count; j++)
            add_cells(b, result, sections[i], view->blocks[j].cells, view->blocks[j].count);
        section_view_free(view);
    }
    free(sections);
}

/* Adds what stands behind the tables in a section of B, to keep it as long as the comparison. */
static void add_behind(struct detail_build *b, const struct result *const results[DIFF_SIDES],
                       const Rep__ProfilerSection *section)
{
    const struct diff_options *options = &b->diff->options;
    size_t count;
    struct body_table *tables = body_tables(results[DIFF_B], section, options->base_units, &count);
    for (size_t i = 0; i < count; i++) {
        struct body_table behind = {0};
        if (!options->behind(options->behind_context, results[DIFF_B], results[DIFF_A], section,
                             tables, &tables[i], options->base_units, &behind))
            continue;
        struct diff_section *to =
            find_section(b->detail, section->identifier, section->displayname);
        behind.body = ""; /* owned by the result, which is dropped */
        mem_grow(&to->tables, to->table_count, &to->table_capacity, sizeof *to->tables);
        to->tables[to->table_count++] = behind;
    }
    body_tables_free(tables, count);
}

static void add_tables(struct detail_build *b, const struct result *const results[DIFF_SIDES])
{
    struct section_scope scope = section_scope_of(results[DIFF_B]);
    size_t count;
    const Rep__ProfilerSection **sections =
        section_choice_of(b->diff->options.sections, results[DIFF_B], &count);
    for (size_t i = 0; i < count; i++)
        if (section_applies(sections[i], &scope))
            add_behind(b, results, sections[i]);
    free(sections);
}

static void add_metrics(struct detail_build *b, const struct result *result)
{
    const struct diff_options *options = &b->diff->options;
    if (!options->metrics)
        for (size_t i = 0; i < sizeof facts / sizeof *facts; i++)
            add_metric(b, result, "launch", "Launch", facts[i].metric, facts[i].label);
    if (!options->metrics && options->scope != DIFF_ALL) {
        add_sections(b, result);
        return;
    }
    for (size_t i = 0; i < result->metric_count; i++) {
        const char *name = result_metric_name(result, i);
        if (diff_wants_metric(b->diff, name))
            add_metric(b, result, "metrics", "Metrics", name, NULL);
    }
}

/* Returns the value as a number, or the sum of the instances if there is no value. */
static double number_of(const struct result *result, const char *name,
                        const Rep__ProfileMetricResult *metric)
{
    double number, sum = 0;
    bool any = false;
    if (metric_value_number(metric->metricvalue, &number))
        return number;
    if (metric->metricvalue)
        return NAN;
    metric = result_metric_instances(result, name);
    for (size_t i = 0; metric && i < metric->n_metricvaluelist; i++)
        if (metric_value_number(metric->metricvaluelist[i]->elementvalue, &number)) {
            sum += number;
            any = true;
        }
    return any ? sum : NAN;
}

static const char *text_of(const Rep__ProfileMetricResult *metric)
{
    return metric && metric->metricvalue ? metric->metricvalue->stringvalue : NULL;
}

static void set_first(struct metric_values *values, enum diff_side side, const char *text)
{
    free(values->first[side]);
    values->first[side] = mem_strdup(text);
}

static void add_values(struct detail_build *b, const struct result *const results[DIFF_SIDES],
                       size_t launch)
{
    for (size_t i = 0; i < b->index.count; i++) {
        struct metric_values *values = &b->values[i];
        const char *texts[DIFF_SIDES];
        if (values->left_out)
            continue;
        for (int side = 0; side < DIFF_SIDES; side++) {
            const Rep__ProfileMetricResult *metric =
                result_metric(results[side], b->index.names[i]);
            texts[side] = text_of(metric);
            if (texts[side])
                values->texts[side]++;
            else if (metric)
                values->numbers[side][launch] = number_of(results[side], b->index.names[i], metric);
        }
        bool differs = texts[DIFF_A] && texts[DIFF_B] && strcmp(texts[DIFF_A], texts[DIFF_B]) != 0;
        for (int side = 0; side < DIFF_SIDES; side++)
            if (texts[side] && (!values->first[side] || (differs && !values->differs)))
                set_first(values, (enum diff_side)side, texts[side]);
        values->differs = values->differs || differs;
    }
}

static bool add_pair(struct detail_build *b, size_t launch, struct error *error)
{
    const size_t numbers[DIFF_SIDES] = {b->group->launches[launch].a, b->group->launches[launch].b};
    const struct result *results[DIFF_SIDES] = {NULL, NULL};
    for (int side = 0; side < DIFF_SIDES; side++)
        results[side] = report_result(b->diff->sources[side].report, numbers[side], error);
    bool good = results[DIFF_A] && results[DIFF_B];
    if (good) {
        add_metrics(b, results[DIFF_A]);
        add_metrics(b, results[DIFF_B]);
        add_values(b, results, launch);
        add_values(b->rules, results, launch);
    }
    if (good && b->diff->options.behind && b->group->count == 1)
        add_tables(b, results);
    if (good && !launch) {
        b->arch = result_arch(results[DIFF_B]);
        b->is_kernel = results[DIFF_B]->kind == ENTRY_KERNEL;
    }
    for (int side = 0; side < DIFF_SIDES; side++) {
        struct report *report = b->diff->sources[side].report;
        if (good && result_lost_instances(results[side]))
            good =
                error_set(error, "%s: instances of result %zu are damaged; its kernel is left out",
                          report_path(report), numbers[side]);
        if (!b->diff->options.are_held)
            report_drop(report, numbers[side]);
    }
    return good;
}

static enum change_verdict judge_texts(const struct metric_values *values)
{
    if (!values->texts[DIFF_A] || !values->texts[DIFF_B])
        return values->texts[DIFF_A] ? CHANGE_ONLY_A : CHANGE_ONLY_B;
    return values->differs ? CHANGE_OTHER : CHANGE_EQUAL;
}

static struct metric_change change_of(const struct detail_build *b, const char *metric,
                                      const struct metric_values *values)
{
    size_t count = b->group->count;
    double duration = fmax(b->group->mean[DIFF_A], b->group->mean[DIFF_B]);
    if (values->left_out)
        return (struct metric_change){.a = NAN, .b = NAN};
    return metric_change_judge(metric, values->numbers[DIFF_A], count, values->numbers[DIFF_B],
                               count, duration);
}

/* Judges a metric. If any side has a text, both are compared as texts. */
static void judge(const struct detail_build *b, struct diff_metric *metric,
                  struct metric_values *values)
{
    metric->change = change_of(b, metric->metric, values);
    metric->other_work = b->group->threads != 1 && metric_is_of_work(metric->metric);
    if (!values->texts[DIFF_A] && !values->texts[DIFF_B])
        return;
    if (metric->change.verdict == CHANGE_ABSENT)
        metric->change.verdict = judge_texts(values);
    else if (values->texts[DIFF_A] ? metric->change.verdict == CHANGE_ONLY_B
                                   : metric->change.verdict == CHANGE_ONLY_A)
        metric->change.verdict = CHANGE_OTHER;
    for (int side = 0; side < DIFF_SIDES; side++)
        metric->texts[side] = values->first[side] ? mem_strdup(values->first[side]) : NULL;
}

static void judge_all(struct report_diff *diff, struct detail_build *b)
{
    bool *counted = mem_alloc(b->index.count + 1);
    for (size_t i = 0; i < b->detail->count; i++)
        for (size_t j = 0; j < b->detail->sections[i].count; j++) {
            struct diff_metric *metric = &b->detail->sections[i].metrics[j];
            size_t number = name_index_add(&b->index, metric->metric);
            judge(b, metric, &b->values[number]);
            enum change_verdict verdict = metric->change.verdict;
            if (verdict == CHANGE_ONLY_A || verdict == CHANGE_ONLY_B)
                name_index_add(&diff->missing[verdict == CHANGE_ONLY_B], metric->metric);
            if (!counted[number])
                b->detail->verdicts[verdict]++;
            counted[number] = true;
        }
    free(counted);
}

static void run_rules(const struct report_diff *diff, const struct detail_build *b)
{
    const struct detail_build *rules = b->rules;
    const struct diff_group *group = b->group;
    struct metric_change *changes = mem_alloc((rules->index.count + 1) * sizeof *changes);
    for (size_t i = 0; i < rules->index.count; i++)
        changes[i] = change_of(b, rules->index.names[i], &rules->values[i]);
    const struct rule_pair pair = {
        .kernel = group->names[DIFF_B],
        .launches = group->count,
        .time_share = diff->total[DIFF_B] > 0 ? group->total[DIFF_B] / diff->total[DIFF_B] : NAN,
        .arch = b->arch,
        .is_kernel = b->is_kernel,
        .metrics = &rules->index,
        .changes = changes};
    rule_pair_run(diff->options.metrics ? NULL : diff->options.rules, &pair, &b->detail->found);
    free(changes);
}

static void build_free(struct detail_build *b)
{
    for (size_t i = 0; i < b->index.count; i++)
        for (int side = 0; side < DIFF_SIDES; side++) {
            free(b->values[i].numbers[side]);
            free(b->values[i].first[side]);
        }
    free(b->values);
    name_index_free(&b->index);
}

struct diff_detail *report_diff_detail(struct report_diff *diff, const struct diff_group *group,
                                       struct error *error)
{
    struct detail_build rules = {.diff = diff, .group = group};
    struct detail_build b = {
        .diff = diff, .group = group, .detail = mem_alloc(sizeof *b.detail), .rules = &rules};
    bool good = true, fresh;
    for (size_t i = 0; i < diff->rule_metrics.count; i++)
        find_values(&rules, diff->rule_metrics.names[i], &fresh);
    find_section(b.detail, "launch", "Launch");
    for (size_t i = 0; i < group->count && good; i++)
        good = add_pair(&b, i, error);
    if (good) {
        judge_all(diff, &b);
        run_rules(diff, &b);
    }
    build_free(&b);
    build_free(&rules);
    if (good)
        return b.detail;
    diff_detail_free(b.detail);
    return NULL;
}

void diff_detail_free(struct diff_detail *detail)
{
    if (!detail)
        return;
    for (size_t i = 0; i < detail->count; i++) {
        struct diff_section *section = &detail->sections[i];
        for (size_t j = 0; j < section->count; j++) {
            free(section->metrics[j].label);
            free(section->metrics[j].texts[DIFF_A]);
            free(section->metrics[j].texts[DIFF_B]);
        }
        body_tables_free(section->tables, section->table_count);
        free(section->metrics);
        free(section->identifier);
        free(section->title);
    }
    free(detail->sections);
    rule_findings_free(&detail->found);
    free(detail);
}

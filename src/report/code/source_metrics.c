/* A column is made for each metric that the sections name, and then its instances are added up.
 * An instance's correlation id is the address of an instruction, so the index into the column is
 * (address - first address) / step. Instances outside of the function are ignored: a result may
 * have several functions, and each has columns of its own. Columns begin at 0, because several
 * instances, or several members of a group, may count for one instruction. */
#include "report/code/source_metrics.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "report/base/mem.h"
#include "report/base/name_list.h"
#include "report/file/report.h"
#include "report/metric/metric_unit.h"
#include "report/metric/metric_value.h"
#include "report/metric/metric_word.h"
#include "report/section/section.h"
#include "report/section/section_scope.h"

/* The meaning of the bits in codes, in rising order, as ncu prints them for real reports.
 * HIT_NORMAL_DEMOTE and MISS_FIRST are inferred from the order of the policies' own metrics. Code 0
 * and bits that are not listed have no name. */
struct source_codes {
    const char *metric;
    struct {
        unsigned bit;
        const char *name;
    } names[6];
};

static const struct source_codes codes[] = {
    {"memory_type", {{4, "Global"}, {8, "Local"}, {16, "Shared"}}},
    {"memory_access_type", {{2, "Load"}, {4, "Store"}, {8, "Atomic"}}},
    {"memory_access_size_type", {{2, "8"}, {8, "16"}, {32, "32"}, {64, "64"}, {128, "128"}}},
    {"smsp__sass_inst_executed_memdesc_explicit_evict_type",
     {{1, "HIT_FIRST"},
      {2, "HIT_LAST"},
      {4, "HIT_NORMAL"},
      {8, "HIT_NORMAL_DEMOTE"},
      {16, "MISS_FIRST"},
      {32, "MISS_NORMAL"}}},
};

enum { CODE_KINDS = sizeof codes / sizeof *codes, CODE_NAMES = 6, MOST_COLUMNS = 256 };

struct reading {
    struct source_metrics *metrics;
    const struct result *result;
    uint64_t address;
    unsigned step;
    const struct metric_choice *wanted;
};

/* Returns a new column, or NULL if there are too many. */
static struct code_column *add_column(struct source_metrics *metrics, const char *metric,
                                      const char *label)
{
    if (metrics->count >= MOST_COLUMNS)
        return NULL;
    mem_grow(&metrics->columns, metrics->count, &metrics->capacity, sizeof *metrics->columns);
    struct code_column *column = &metrics->columns[metrics->count++];
    *column = (struct code_column){
        .metric = metric,
        .label = label,
        .numbers = mem_alloc((metrics->instructions + 1) * sizeof *column->numbers),
        .known = mem_alloc((metrics->instructions + 1) * sizeof *column->known)};
    metric_unit(metric, column->unit, sizeof column->unit);
    return column;
}

const char source_metrics_live[] = "live registers";

struct code_column *source_metrics_reserve_live(struct source_metrics *metrics)
{
    return add_column(metrics, source_metrics_live, "Live Registers");
}

static bool is_address(const Rep__ProfileMetricValue *id, uint64_t *address)
{
    if (!id || id->stringvalue || !(id->has_uint64value || id->has_uint32value))
        return false;
    *address = id->has_uint64value ? id->uint64value : id->uint32value;
    return true;
}

/* Adds the values whose addresses are instructions. */
static void add_values(const struct reading *r, struct code_column *column,
                       const Rep__ProfileMetricResult *metric)
{
    for (size_t i = 0; i < metric->n_metricvaluelist; i++) {
        const Rep__ProfileMetricListElement *element = metric->metricvaluelist[i];
        uint64_t address;
        double number;
        if (!is_address(element->correlationid, &address) || address < r->address ||
            !metric_value_number(element->elementvalue, &number))
            continue;
        uint64_t index = (address - r->address) / r->step;
        if (index >= r->metrics->instructions)
            continue;
        column->numbers[index] += number;
        column->known[index] = true;
    }
}

static struct code_column *add_group(const struct reading *r, const char *label, const char *group,
                                     const char *members)
{
    struct code_column *column = add_column(r->metrics, group, label);
    char *name;
    while (column && (name = name_list_next(&members))) {
        if (!*column->unit)
            metric_unit(name, column->unit, sizeof column->unit);
        const Rep__ProfileMetricResult *metric = result_metric_instances(r->result, name);
        if (metric)
            add_values(r, column, metric);
        free(name);
    }
    return column;
}

static struct code_column *add_metric(const struct reading *r, const char *label,
                                      const Rep__ProfileMetricResult *metric, const char *name)
{
    if (!metric || !metric->n_metricvaluelist)
        return NULL;
    struct code_column *column = add_column(r->metrics, name, label);
    if (!column)
        return NULL;
    add_values(r, column, metric);
    for (size_t i = 0; i < CODE_KINDS; i++)
        if (strcmp(name, codes[i].metric) == 0)
            column->codes = &codes[i];
    return column;
}

/* Returns whether it says that something is seen at first, or is not. */
static bool says_visible(const Rep__ProfilerSectionMetricDisplayProperties *properties,
                         bool *visible)
{
    const Rep__SourceViewDisplayProperties *view = properties ? properties->sourceview : NULL;
    if (!view || !view->has_defaultvisible)
        return false;
    *visible = view->defaultvisible;
    return true;
}

/* A column is hidden by its groups if one of them hides it and none shows it. */
static enum code_column_visible visible_of(const Rep__ProfilerSection *section,
                                           const Rep__ProfilerSectionMetric *metric)
{
    bool visible, hidden = false;
    if (says_visible(metric->displayproperties, &visible))
        return visible ? COLUMN_VISIBLE : COLUMN_HIDDEN;
    for (size_t i = 0; i < metric->n_groups; i++)
        for (size_t j = 0; j < section->n_group; j++) {
            const Rep__ProfilerSectionMetricGroup *group = section->group[j];
            if (!group->name || strcmp(group->name, metric->groups[i]) != 0)
                continue;
            if (!says_visible(group->displayproperties, &visible) || visible)
                return COLUMN_VISIBLE;
            hidden = true;
        }
    return hidden ? COLUMN_GROUP_HIDDEN : COLUMN_VISIBLE;
}

static bool has_column(const struct source_metrics *metrics, const char *name)
{
    for (size_t i = 0; i < metrics->count; i++)
        if (strcmp(metrics->columns[i].metric, name) == 0)
            return true;
    return false;
}

static bool has_label(const Rep__ProfilerSectionMetric *metric)
{
    return !metric->label || *metric->label;
}

/* Whether the word is a group with a column of its own. */
static bool is_group_column(const struct reading *r, const char *word)
{
    if (metric_word_parse(word).kind != METRIC_WORD_GROUP || !result_text(r->result, word))
        return false;
    for (size_t i = 0; i < r->result->section_count; i++) {
        const Rep__ProfilerSectionMetrics *all = r->result->sections[i]->sourcemetrics;
        for (size_t j = 0; all && j < all->n_metrics; j++)
            if (strcmp(all->metrics[j]->name, word) == 0 && has_label(all->metrics[j]))
                return true;
    }
    return false;
}

/* A group is its column if it has one; its members are others. */
static bool is_wanted(const struct reading *r, const char *name)
{
    for (size_t i = 0; i < metric_choice_count(r->wanted); i++) {
        const char *word = metric_choice_word(r->wanted, i);
        if (metric_choice_word_takes(r->wanted, i, name) &&
            (strcmp(word, name) == 0 || !is_group_column(r, word)))
            return true;
    }
    return !r->wanted;
}

static void add_section(const struct reading *r, const Rep__ProfilerSection *section,
                        const struct section_scope *scope)
{
    for (size_t i = 0; i < section->sourcemetrics->n_metrics; i++) {
        /* An empty label: collected for rules, not shown. */
        if (!has_label(section->sourcemetrics->metrics[i]))
            continue;
        const char *label;
        const char *name =
            section_metric_here(section->sourcemetrics->metrics[i], section, scope, &label);
        if (!name || !is_wanted(r, name) || has_column(r->metrics, name))
            continue;
        const char *members = strncmp(name, "group:", 6) == 0 ? result_text(r->result, name) : NULL;
        struct code_column *column =
            members ? add_group(r, label, name, members)
                    : add_metric(r, label, result_metric_instances(r->result, name), name);
        if (column)
            column->visible = visible_of(section, section->sourcemetrics->metrics[i]);
    }
}

static uint32_t order_of(const Rep__ProfilerSection *section)
{
    return section->sourcemetrics->has_order ? section->sourcemetrics->order : section->order;
}

/* Adds the columns of all sections. Those of the same order stay in the order of the sections. */
static void add_sections(const struct reading *r, const struct section_scope *scope)
{
    const struct result *result = r->result;
    const Rep__ProfilerSection **sections =
        mem_alloc((result->section_count + 1) * sizeof *sections);
    size_t count = 0;
    for (size_t i = 0; i < result->section_count; i++) {
        if (!result->sections[i]->sourcemetrics)
            continue;
        size_t at = count++;
        for (; at && order_of(sections[at - 1]) > order_of(result->sections[i]); at--)
            sections[at] = sections[at - 1];
        sections[at] = result->sections[i];
    }
    for (size_t i = 0; i < count; i++)
        add_section(r, sections[i], scope);
    free(sections);
}

/* Adds a metric that was asked for by name, unless a section shows it already. */
static void add_asked(const struct reading *r, const char *asked)
{
    const Rep__ProfileMetricResult *metric = result_metric_instances(r->result, asked);
    if (!metric)
        return;
    const char *name = report_string(r->result->report, metric->nameid);
    if (is_wanted(r, name) && !has_column(r->metrics, name))
        add_metric(r, name, metric, name);
}

/* Adds the metrics of the command line. "group:", "breakdown:" and "regex:" stand for lists of
 * metrics. */
static void add_command_line(const struct reading *r, const Rep__ProfilerSection *section)
{
    for (size_t i = 0; i < section->header->n_metrics; i++) {
        const char *asked = section->header->metrics[i]->name;
        const char *list = strchr(asked, ':') ? result_text(r->result, asked) : NULL;
        char *name;
        if (!list)
            add_asked(r, asked);
        while (list && (name = name_list_next(&list))) {
            add_asked(r, name);
            free(name);
        }
    }
}

void source_metrics_read(struct source_metrics *metrics, const struct result *result,
                         uint64_t address, size_t instructions, unsigned step,
                         const struct metric_choice *wanted)
{
    struct reading reading = {metrics, result, address, step, wanted};
    struct section_scope scope = section_scope_of(result);
    *metrics = (struct source_metrics){.instructions = instructions};
    add_sections(&reading, &scope);
    for (size_t i = 0; i < result->section_count; i++) {
        const Rep__ProfilerSection *section = result->sections[i];
        if (section->header && strcmp(section->displayname, SECTION_OF_COMMAND_LINE) == 0)
            add_command_line(&reading, section);
    }
}

void source_metrics_free(struct source_metrics *metrics)
{
    for (size_t i = 0; i < metrics->count; i++) {
        free(metrics->columns[i].numbers);
        free(metrics->columns[i].known);
    }
    free(metrics->columns);
    *metrics = (struct source_metrics){0};
}

static size_t count_bit(const struct code_column *column, const size_t *instructions, size_t count,
                        unsigned bit)
{
    size_t found = 0;
    for (size_t i = 0; i < count; i++) {
        double code = column->numbers[instructions[i]];
        found += code > 0 && code <= UINT32_MAX && ((uint32_t)code & bit);
    }
    return found;
}

bool source_metrics_known(const struct code_column *column, const size_t *instructions,
                          size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (column->known[instructions[i]])
            return true;
    return false;
}

const struct code_column *source_metrics_find(const struct source_metrics *metrics,
                                              const char *metric)
{
    for (size_t i = 0; i < metrics->count; i++)
        if (strcmp(metrics->columns[i].metric, metric) == 0)
            return &metrics->columns[i];
    return NULL;
}

bool source_metrics_sum(const struct code_column *column, const size_t *instructions, size_t count,
                        double *sum)
{
    *sum = 0;
    for (size_t i = 0; i < count; i++)
        *sum += column->numbers[instructions[i]];
    return source_metrics_known(column, instructions, count);
}

const char *source_metrics_next_code(const struct code_column *column, size_t *at,
                                     const size_t *instructions, size_t count, size_t *found)
{
    while (*at < CODE_NAMES && column->codes->names[*at].name) {
        size_t i = (*at)++;
        *found = count_bit(column, instructions, count, column->codes->names[i].bit);
        if (*found)
            return column->codes->names[i].name;
    }
    return NULL;
}

static void add_codes(struct strbuf *out, const struct code_column *column,
                      const size_t *instructions, size_t count)
{
    const char *name;
    size_t at = 0, found;
    bool named = false;
    while ((name = source_metrics_next_code(column, &at, instructions, count, &found))) {
        strbuf_addf(out, "%s%s", named ? "," : "", name);
        if (found > 1)
            strbuf_addf(out, "(%zu)", found);
        named = true;
    }
    if (!source_metrics_known(column, instructions, count))
        strbuf_addc(out, '-');
}

void source_metrics_add(struct strbuf *out, const struct code_column *column,
                        const size_t *instructions, size_t count)
{
    strbuf_adds(out, "");
    if (column->codes) {
        add_codes(out, column, instructions, count);
        return;
    }
    double sum;
    source_metrics_sum(column, instructions, count, &sum);
    /* Counts and their sums are whole. Other numbers have two decimals, as on the other pages. */
    if (sum >= 0 && sum < 18e18 && sum == (double)(uint64_t)sum)
        strbuf_addf(out, "%" PRIu64, (uint64_t)sum);
    else
        strbuf_addf(out, "%.2f", sum);
}

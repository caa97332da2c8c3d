#include "summary.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "mem.h"
#include "metric_format.h"
#include "metric_unit.h"
#include "nvtx_ranges.h"
#include "report.h"
#include "section_view.h"

static int compare_u64(uint64_t a, uint64_t b)
{
    return (a > b) - (a < b);
}

static int compare_dimensions(const struct result *a, const struct result *b)
{
    uint64_t x[6] = {0}, y[6] = {0};
    /* Ranges show no sizes, so these do not tell them apart either. */
    if (a->kind != ENTRY_RANGE)
        result_dimensions(a, x, x + 3);
    if (b->kind != ENTRY_RANGE)
        result_dimensions(b, y, y + 3);
    for (size_t i = 0; i < 6; i++)
        if (x[i] != y[i])
            return compare_u64(x[i], y[i]);
    return 0;
}

static int compare_device(const struct result *a, const struct result *b)
{
    int order = compare_u64((uint64_t)result_device(a), (uint64_t)result_device(b));
    return order ? order : compare_u64(result_arch(a), result_arch(b));
}

static bool is_list(const struct result *result)
{
    return report_file_count(result->report) > 1;
}

/* Where a report does not tell its host, it may be any. */
static int compare_host(const struct result *a, const struct result *b)
{
    const struct report_file *x = report_file(a->report, a->file);
    const struct report_file *y = report_file(b->report, b->file);
    int order = strcmp(x->host, y->host);
    return order || *x->host ? order : compare_u64(a->file, b->file);
}

static int compare_process(const struct result *a, const struct result *b)
{
    return compare_u64(a->process->processid, b->process->processid);
}

/* Launches of one kernel on several GPUs of a kind are one group only where reports are summed up.
 */
static int compare_chip(const struct result *a, const struct result *b)
{
    static const char name[] = "device__attribute_display_name";
    const char *x = result_text(a, name), *y = result_text(b, name);
    int order = compare_u64(result_arch(a), result_arch(b));
    return order ? order : strcmp(x ? x : "", y ? y : "");
}

static int compare_heading(const struct summary_group *a, const struct summary_group *b,
                           enum summary_mode mode)
{
    const struct result *x = a->results[0], *y = b->results[0];
    int order = 0;
    if (!is_list(x))
        order = compare_process(x, y);
    else if (mode == SUMMARY_PER_GPU)
        order = compare_host(x, y);
    if (!order && mode == SUMMARY_PER_GPU)
        order = compare_device(x, y);
    if (!order && mode == SUMMARY_PER_NVTX)
        order = strcmp(a->domain, b->domain);
    if (!order && mode == SUMMARY_PER_NVTX)
        order = strcmp(a->ranges, b->ranges);
    return order;
}

bool summary_same_heading(const struct summary_group *a, const struct summary_group *b,
                          enum summary_mode mode)
{
    return compare_heading(a, b, mode) == 0;
}

static int compare_kernel(const struct summary_group *a, const struct summary_group *b,
                          enum summary_mode mode)
{
    const struct result *x = a->results[0], *y = b->results[0];
    int order = compare_heading(a, b, mode);
    if (!order)
        order = strcmp(x->name, y->name);
    if (!order)
        order = compare_dimensions(x, y);
    if (!order)
        order = is_list(x) ? compare_chip(x, y) : compare_device(x, y);
    return order;
}

struct sorted {
    struct summary_group group;
    enum summary_mode mode;
};

/* Within a group the list's order stays. */
static int compare_sorted(const void *a, const void *b)
{
    const struct sorted *x = a, *y = b;
    int order = compare_kernel(&x->group, &y->group, x->mode);
    return order ? order : compare_u64(x->group.results[0]->index, y->group.results[0]->index);
}

static void group_free(struct summary_group *group)
{
    free((void *)group->results);
    free(group->ranges);
    free(group->names);
}

/* A group of one result, seen in one NVTX context (NULL: none). */
static struct summary_group group_of(const struct result *result,
                                     const struct nvtx_context *context)
{
    struct summary_group group = {.domain = context ? context->domain : ""};
    struct strbuf ranges = {0}, names = {0};
    strbuf_adds(&ranges, "");
    strbuf_adds(&names, "");
    for (size_t i = 0; context && i < context->count; i++) {
        strbuf_adds(&ranges, " \"");
        nvtx_range_text(&ranges, &context->ranges[i]);
        strbuf_adds(&ranges, "\" ");
        strbuf_addf(&names, "%s%s", i ? " / " : "", context->ranges[i].name);
    }
    group.ranges = strbuf_detach(&ranges);
    group.names = strbuf_detach(&names);
    mem_grow(&group.results, 0, &group.capacity, sizeof *group.results);
    group.results[group.count++] = result;
    return group;
}

struct sorted_list {
    struct sorted *items;
    size_t count, capacity;
};

static void add_sorted(struct sorted_list *list, enum summary_mode mode, struct summary_group group)
{
    mem_grow(&list->items, list->count, &list->capacity, sizeof *list->items);
    list->items[list->count++] = (struct sorted){group, mode};
}

static void add_result(struct sorted_list *list, enum summary_mode mode,
                       const struct result *result)
{
    size_t count = 0;
    struct nvtx_context *contexts = mode == SUMMARY_PER_NVTX ? nvtx_contexts(result, &count) : NULL;
    for (size_t i = 0; i < count; i++)
        add_sorted(list, mode, group_of(result, &contexts[i]));
    if (!count)
        add_sorted(list, mode, group_of(result, NULL));
    nvtx_contexts_free(contexts, count);
}

struct summary_group *summary_groups(struct result *const *results, size_t result_count,
                                     enum summary_mode mode, size_t *count)
{
    struct sorted_list list = {0};
    struct summary_group *groups = NULL;
    size_t capacity = 0;
    *count = 0;
    for (size_t i = 0; i < result_count; i++)
        add_result(&list, mode, results[i]);
    if (list.count)
        qsort(list.items, list.count, sizeof *list.items, compare_sorted);
    for (size_t i = 0; i < list.count; i++) {
        struct summary_group *one = &list.items[i].group;
        struct summary_group *last = *count ? &groups[*count - 1] : NULL;
        if (last && compare_kernel(last, one, mode) == 0) {
            mem_grow(&last->results, last->count, &last->capacity, sizeof *last->results);
            last->results[last->count++] = one->results[0];
            group_free(one);
            continue;
        }
        mem_grow(&groups, *count, &capacity, sizeof *groups);
        groups[(*count)++] = *one;
    }
    free(list.items);
    return groups;
}

void summary_groups_free(struct summary_group *groups, size_t count)
{
    for (size_t i = 0; i < count; i++)
        group_free(&groups[i]);
    free(groups);
}

struct section_list {
    struct summary_section *sections;
    size_t count, capacity;
};

static struct summary_section *find_section(struct section_list *list,
                                            const Rep__ProfilerSection *section)
{
    for (size_t i = 0; i < list->count; i++)
        if (strcmp(list->sections[i].section->identifier, section->identifier) == 0)
            return &list->sections[i];
    mem_grow(&list->sections, list->count, &list->capacity, sizeof *list->sections);
    struct summary_section *added = &list->sections[list->count++];
    *added = (struct summary_section){.section = section};
    return added;
}

static void count_value(struct summary_row *row, double number)
{
    row->minimum = fmin(row->minimum, number);
    row->maximum = fmax(row->maximum, number);
    row->total += number;
    row->count++;
}

static void add_row(struct summary_section *section, const char *label, const char *metric,
                    double number)
{
    mem_grow(&section->rows, section->count, &section->capacity, sizeof *section->rows);
    section->rows[section->count++] = (struct summary_row){.label = mem_strdup(label),
                                                           .metric = metric,
                                                           .minimum = number,
                                                           .maximum = number,
                                                           .total = number,
                                                           .count = 1};
}

static void add_value(struct summary_section *section, const struct view_cell *cell)
{
    for (size_t i = 0; i < section->count; i++)
        if (strcmp(section->rows[i].metric, cell->metric) == 0) {
            count_value(&section->rows[i], cell->number);
            return;
        }
    add_row(section, cell->label, cell->metric, cell->number);
}

static void add_section(struct section_list *list, const struct result *result,
                        const Rep__ProfilerSection *section)
{
    struct section_view *view = section_view_new(result, section, true);
    for (size_t i = 0; i < view->header_count; i++)
        if (view->header[i].metric && !isnan(view->header[i].number))
            add_value(find_section(list, section), &view->header[i]);
    section_view_free(view);
}

static int compare_sections(const void *a, const void *b)
{
    const struct summary_section *x = a, *y = b;
    int order = strcmp(x->section->displayname, y->section->displayname);
    return order ? order : strcmp(x->section->identifier, y->section->identifier);
}

static int compare_rows(const void *a, const void *b)
{
    const struct summary_row *x = a, *y = b;
    return strcmp(x->metric, y->metric);
}

struct summary_section *summary_sections(const struct summary_group *group, size_t *count)
{
    struct section_list list = {0};
    for (size_t i = 0; i < group->count; i++) {
        const struct result *result = group->results[i];
        struct section_scope scope = section_scope_of(result);
        for (size_t j = 0; j < result->section_count; j++)
            if (section_applies(result->sections[j], &scope))
                add_section(&list, result, result->sections[j]);
    }
    if (list.count)
        qsort(list.sections, list.count, sizeof *list.sections, compare_sections);
    for (size_t i = 0; i < list.count; i++)
        qsort(list.sections[i].rows, list.sections[i].count, sizeof *list.sections[i].rows,
              compare_rows);
    *count = list.count;
    return list.sections;
}

static int compare_names(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* Names of all metrics of the group that are wanted, sorted, with doubles. */
static const char **metric_names(const struct summary_group *group,
                                 bool (*wants)(const char *, const char *), const char *context,
                                 size_t *count)
{
    const char **names = NULL;
    size_t capacity = 0;
    *count = 0;
    for (size_t i = 0; i < group->count; i++)
        for (size_t j = 0; j < group->results[i]->metric_count; j++) {
            const char *name = result_metric_name(group->results[i], j);
            if (!wants(context, name))
                continue;
            mem_grow(&names, *count, &capacity, sizeof *names);
            names[(*count)++] = name;
        }
    if (*count)
        qsort(names, *count, sizeof *names, compare_names);
    return names;
}

struct summary_section *summary_all_metrics(const struct summary_group *group,
                                            bool (*wants)(const char *context, const char *name),
                                            const char *context)
{
    struct summary_section *all = mem_alloc(sizeof *all);
    size_t count;
    const char **names = metric_names(group, wants, context, &count);
    for (size_t i = 0; i < count; i++) {
        double number;
        size_t first = all->count;
        if (i && strcmp(names[i - 1], names[i]) == 0)
            continue;
        for (size_t j = 0; j < group->count; j++) {
            if (!result_number(group->results[j], names[i], &number) || isnan(number))
                continue;
            if (all->count == first)
                add_row(all, names[i], names[i], number);
            else
                count_value(&all->rows[first], number);
        }
    }
    free(names);
    return all;
}

void summary_sections_free(struct summary_section *sections, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        for (size_t j = 0; j < sections[i].count; j++)
            free(sections[i].rows[j].label);
        free(sections[i].rows);
    }
    free(sections);
}

/* "1,234.50": the whole part as pages print whole numbers, then always two decimals. */
static void add_fixed(struct strbuf *out, double number)
{
    char text[400];
    if (!isfinite(number)) {
        format_number(out, number);
        return;
    }
    int length = snprintf(text, sizeof text, "%.2f", fabs(number));
    text[length - 3] = '\0';
    if (number < 0)
        strbuf_addc(out, '-');
    format_number(out, strtod(text, NULL));
    strbuf_addf(out, ".%s", text + length - 2);
}

void summary_row_text(const struct summary_row *row, bool base_units, struct summary_text *text)
{
    char unit[48];
    metric_unit(row->metric, unit, sizeof unit);
    struct unit_scale scale = unit_scale_for(unit, base_units ? 0 : row->maximum);
    *text = (struct summary_text){0};
    snprintf(text->unit, sizeof text->unit, "%s", scale.unit);
    add_fixed(&text->minimum, row->minimum / scale.factor);
    add_fixed(&text->maximum, row->maximum / scale.factor);
    add_fixed(&text->average, row->total / (double)row->count / scale.factor);
}

void summary_text_free(struct summary_text *text)
{
    strbuf_free(&text->minimum);
    strbuf_free(&text->maximum);
    strbuf_free(&text->average);
}

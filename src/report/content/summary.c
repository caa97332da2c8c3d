/* How it works: groups are kept in order, so a result finds its group by binary search. The
 * headers of sections have few metrics: each cell counts in the row of its metric. All metrics
 * together are thousands, so the values of a result are sorted by name and merged into the
 * sorted rows of the group in one walk. Results need not stay: a group keeps numbers and a copy
 * of the identity of its first result. */
#include "report/content/summary.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report/base/mem.h"
#include "report/content/nvtx_ranges.h"
#include "report/content/section_view.h"
#include "report/file/report.h"
#include "report/file/report_weight.h"
#include "report/metric/metric_format.h"
#include "report/metric/metric_name.h"
#include "report/metric/metric_unit.h"
#include "report/section/section_scope.h"

static int compare_u64(uint64_t a, uint64_t b)
{
    return (a > b) - (a < b);
}

static int compare_dimensions(const struct result *a, const struct result *b)
{
    uint64_t x[6] = {0}, y[6] = {0};
    /* Ranges show no sizes, so sizes do not separate them. */
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

/* If a report does not name its host, the host can be any. */
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

/* Launches of one kernel on several GPUs of a kind share a group only if several reports are
 * summed up. */
static int compare_chip(const struct result *a, const struct result *b)
{
    int order = compare_u64(result_arch(a), result_arch(b));
    return order ? order : strcmp(a->chip, b->chip);
}

static int compare_heading(const struct summary_group *a, const struct summary_group *b,
                           enum summary_mode mode)
{
    const struct result *x = a->first, *y = b->first;
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

static int compare_group(const struct summary_group *a, const struct summary_group *b,
                         enum summary_mode mode)
{
    const struct result *x = a->first, *y = b->first;
    int order = compare_heading(a, b, mode);
    if (!order)
        order = strcmp(x->name, y->name);
    if (!order)
        order = compare_dimensions(x, y);
    if (!order)
        order = is_list(x) ? compare_chip(x, y) : compare_device(x, y);
    return order;
}

struct summary {
    enum summary_mode mode;
    bool (*wants)(const struct metric_choice *, const char *);
    const struct metric_choice *choice;
    struct section_choice *sections;
    struct summary_group *groups; /* in order */
    size_t count, capacity;
};

struct summary *summary_new(enum summary_mode mode,
                            bool (*wants)(const struct metric_choice *choice, const char *name),
                            const struct metric_choice *choice)
{
    struct summary *summary = mem_alloc(sizeof *summary);
    summary->mode = mode;
    summary->wants = wants;
    summary->choice = choice;
    return summary;
}

static void free_group(struct summary_group *group)
{
    for (size_t i = 0; i < group->section_count; i++) {
        struct summary_section *section = &group->sections[i];
        for (size_t j = 0; j < section->count; j++) {
            free(section->rows[j].label);
            free(section->rows[j].text);
        }
        free(section->rows);
        free(section->identifier);
        free(section->title);
    }
    free(group->sections);
    free(group->domain);
    free(group->ranges);
    free(group->names);
    for (size_t i = 0; i < group->range_count; i++)
        free(group->range_names[i]);
    free(group->range_names);
    for (size_t i = 0; i < group->line_count; i++)
        free(group->range_lines[i]);
    free(group->range_lines);
}

void summary_choose(struct summary *summary, struct section_choice *sections)
{
    summary->sections = sections;
}

void summary_free(struct summary *summary)
{
    if (!summary)
        return;
    for (size_t i = 0; i < summary->count; i++) {
        result_free(summary->groups[i].first);
        free_group(&summary->groups[i]);
    }
    free(summary->groups);
    free(summary);
}

/* A value that is no number is kept only if no result has a number. */
static void count_value(struct summary_row *row, double number, double weight)
{
    if (isnan(number))
        return;
    if (!row->count) {
        row->minimum = row->maximum = number;
        row->total = row->weight = 0;
    }
    row->minimum = fmin(row->minimum, number);
    row->maximum = fmax(row->maximum, number);
    row->total += number * weight;
    row->weight += weight;
    row->count++;
}

static struct summary_row row_of(char *label, const char *metric, double number, double weight)
{
    return (struct summary_row){.label = label,
                                .metric = metric,
                                .minimum = number,
                                .maximum = number,
                                .total = isnan(number) ? number : number * weight,
                                .weight = isnan(number) ? 0 : weight,
                                .count = !isnan(number)};
}

static struct summary_row text_row(const char *metric, const char *text)
{
    struct summary_row row = row_of(NULL, metric, NAN, 0);
    row.text = mem_strdup(text);
    return row;
}

/* Adds a row of one more result to the row of the same metric and takes it over. */
static void count_row(struct summary_row *row, struct summary_row *added)
{
    if (row->text && (!added->text || strcmp(row->text, added->text) != 0))
        *row->text = '\0';
    else if (!added->text)
        count_value(row, added->minimum, added->weight);
    free(added->text);
}

static int compare_rows(const void *a, const void *b)
{
    const struct summary_row *x = a, *y = b;
    return strcmp(x->metric, y->metric);
}

static struct summary_section *find_section(struct summary_group *group, const char *identifier,
                                            const char *title)
{
    for (size_t i = 0; i < group->section_count; i++)
        if (strcmp(group->sections[i].identifier, identifier) == 0)
            return &group->sections[i];
    mem_grow(&group->sections, group->section_count, &group->section_capacity,
             sizeof *group->sections);
    struct summary_section *added = &group->sections[group->section_count++];
    *added = (struct summary_section){.identifier = mem_strdup(identifier),
                                      .title = title ? mem_strdup(title) : NULL};
    return added;
}

/* The launches that a result stands for. */
static double weight_of(const struct result *result)
{
    struct report_weight weight;
    return report_weight(result->report, result->index, &weight) ? weight.launches : 1;
}

static void add_cell(struct summary_section *section, const struct result *result,
                     const struct view_cell *cell)
{
    for (size_t i = 0; i < section->count; i++)
        if (strcmp(section->rows[i].metric, cell->metric) == 0) {
            count_value(&section->rows[i], cell->number, weight_of(result));
            return;
        }
    const char *name = report_string(result->report, result_metric(result, cell->metric)->nameid);
    mem_grow(&section->rows, section->count, &section->capacity, sizeof *section->rows);
    section->rows[section->count++] =
        row_of(mem_strdup(cell->label), name, cell->number, weight_of(result));
}

static void add_section(struct summary_group *group, const struct result *result,
                        const Rep__ProfilerSection *section)
{
    struct section_view *view =
        section_view_new(result, section, (struct view_style){.base_units = true});
    for (size_t i = 0; i < view->header_count; i++)
        if (view->header[i].metric && !isnan(view->header[i].number))
            add_cell(find_section(group, section->identifier, section->displayname), result,
                     &view->header[i]);
    section_view_free(view);
}

static void add_sections(const struct summary *summary, struct summary_group *group,
                         const struct result *result)
{
    struct section_scope scope = section_scope_of(result);
    size_t count;
    const Rep__ProfilerSection **sections = section_choice_of(summary->sections, result, &count);
    for (size_t i = 0; i < count; i++)
        if (section_applies(sections[i], &scope))
            add_section(group, result, sections[i]);
    free(sections);
}

/* Returns the wanted values of a result, sorted by name, each once. The caller frees the array. */
static struct summary_row *rows_of(const struct summary *summary, const struct result *result,
                                   size_t *count)
{
    struct summary_row *rows = mem_alloc((result->metric_count + 1) * sizeof *rows);
    size_t kept = 0;
    *count = 0;
    for (size_t i = 0; i < result->metric_count; i++) {
        const char *name = result_metric_name(result, i);
        const char *text = metric_name_is_device(name) ? result_text(result, name) : NULL;
        double number;
        if (!summary->wants(summary->choice, name))
            continue;
        if (text)
            rows[(*count)++] = text_row(name, text);
        else if (result_number(result, name, &number))
            rows[(*count)++] = row_of(NULL, name, number, weight_of(result));
    }
    if (*count)
        qsort(rows, *count, sizeof *rows, compare_rows);
    for (size_t i = 0; i < *count; i++)
        if (!kept || compare_rows(&rows[kept - 1], &rows[i]) != 0)
            rows[kept++] = rows[i];
        else
            free(rows[i].text);
    *count = kept;
    return rows;
}

/* Both lists are sorted: one walk adds to the rows that are there and inserts new ones. */
static void add_all(const struct summary *summary, struct summary_group *group,
                    const struct result *result)
{
    struct summary_section *all = find_section(group, "", NULL);
    size_t count, at = 0, merged = 0;
    struct summary_row *rows = rows_of(summary, result, &count);
    struct summary_row *both = mem_alloc((all->count + count + 1) * sizeof *both);
    for (size_t i = 0; i < all->count || at < count;) {
        int order = at == count ? -1 : i == all->count ? 1 : compare_rows(&all->rows[i], &rows[at]);
        if (order == 0)
            count_row(&all->rows[i], &rows[at++]);
        both[merged++] = order > 0 ? rows[at++] : all->rows[i++];
    }
    free(all->rows);
    free(rows);
    all->rows = both;
    all->count = merged;
}

/* Returns the group like this one and takes over its texts. */
static struct summary_group *find_group(struct summary *summary, struct summary_group *wanted)
{
    size_t low = 0, high = summary->count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        int order = compare_group(wanted, &summary->groups[middle], summary->mode);
        if (order == 0) {
            free_group(wanted);
            return &summary->groups[middle];
        }
        if (order < 0)
            high = middle;
        else
            low = middle + 1;
    }
    wanted->first = result_identity(wanted->first);
    mem_grow(&summary->groups, summary->count, &summary->capacity, sizeof *summary->groups);
    memmove(&summary->groups[low + 1], &summary->groups[low],
            (summary->count++ - low) * sizeof *summary->groups);
    summary->groups[low] = *wanted;
    return &summary->groups[low];
}

static const char *process_name(const struct result *result)
{
    const char *name = result->process->processname;
    return name ? name : "";
}

static const char *process_host(const struct result *result)
{
    const char *name = result->process->hostname;
    return name ? name : "";
}

/* Notes in what the result differs from the first one of its group. */
static void count_result(struct summary_group *group, const struct result *result)
{
    const struct result *first = group->first;
    if (!group->count++ || result->file != group->last_file)
        group->reports++;
    group->last_file = result->file;
    group->launches += weight_of(result);
    if (compare_process(first, result) != 0)
        group->varies |= SUMMARY_VARIES_PROCESS;
    if (strcmp(process_name(first), process_name(result)) != 0)
        group->varies |= SUMMARY_VARIES_NAME;
    if (strcmp(process_host(first), process_host(result)) != 0)
        group->varies |= SUMMARY_VARIES_HOST;
    if (result_device(first) != result_device(result))
        group->varies |= SUMMARY_VARIES_DEVICE;
    if (strcmp(report_file(first->report, first->file)->host,
               report_file(result->report, result->file)->host) != 0)
        group->varies |= SUMMARY_VARIES_FILE_HOST;
}

static void add_line(struct summary_group *group, char *line)
{
    mem_grow(&group->range_lines, group->line_count, &group->line_capacity,
             sizeof *group->range_lines);
    group->range_lines[group->line_count++] = line;
}

static void add_range_lines(struct summary_group *group, const struct nvtx_range *range)
{
    struct nvtx_attribute given[NVTX_ATTRIBUTES];
    add_line(group, range->started ? mem_printf("<%" PRIu64 ", %s>", range->id, range->name)
                                   : mem_printf("<%s>", range->name));
    nvtx_attributes(given, range->attributes, range->name);
    for (size_t i = 0; i < NVTX_ATTRIBUTES; i++)
        if (*given[i].type)
            add_line(group, mem_printf("  %s: %s", given[i].type, given[i].value.data));
    nvtx_attributes_free(given);
}

/* Counts the result in one NVTX context, or NULL. */
static void add_to_group(struct summary *summary, struct result *result,
                         const struct nvtx_context *context)
{
    struct summary_group wanted = {.first = result,
                                   .domain = mem_strdup(context ? context->domain : "")};
    struct strbuf ranges = {0}, names = {0};
    strbuf_adds(&ranges, "");
    strbuf_adds(&names, "");
    wanted.range_count = context ? context->count : 0;
    wanted.range_names = mem_alloc(wanted.range_count * sizeof *wanted.range_names);
    for (size_t i = 0; context && i < context->count; i++) {
        strbuf_adds(&ranges, " \"");
        nvtx_range_text(&ranges, &context->ranges[i]);
        strbuf_adds(&ranges, "\" ");
        strbuf_addf(&names, "%s%s", i ? " / " : "", context->ranges[i].name);
        wanted.range_names[i] = mem_strdup(context->ranges[i].name);
        add_range_lines(&wanted, &context->ranges[i]);
    }
    wanted.ranges = strbuf_detach(&ranges);
    wanted.names = strbuf_detach(&names);
    struct summary_group *group = find_group(summary, &wanted);
    count_result(group, result);
    if (summary->wants)
        add_all(summary, group, result);
    else
        add_sections(summary, group, result);
}

void summary_add(struct summary *summary, const struct result *result)
{
    size_t count = 0;
    /* find_group() only compares it and copies its identity. */
    struct result *seen = (struct result *)result;
    struct nvtx_context *contexts =
        summary->mode == SUMMARY_PER_NVTX ? nvtx_contexts(result, &count) : NULL;
    for (size_t i = 0; i < count; i++)
        add_to_group(summary, seen, &contexts[i]);
    if (!count)
        add_to_group(summary, seen, NULL);
    nvtx_contexts_free(contexts, count);
}

static int compare_sections(const void *a, const void *b)
{
    const struct summary_section *x = a, *y = b;
    int order = strcmp(x->title, y->title);
    return order ? order : strcmp(x->identifier, y->identifier);
}

const struct summary_group *summary_groups(struct summary *summary, size_t *count)
{
    for (size_t i = 0; i < summary->count; i++) {
        struct summary_group *group = &summary->groups[i];
        if (group->section_count > 1)
            qsort(group->sections, group->section_count, sizeof *group->sections, compare_sections);
        for (size_t j = 0; j < group->section_count; j++)
            if (group->sections[j].count)
                qsort(group->sections[j].rows, group->sections[j].count,
                      sizeof *group->sections[j].rows, compare_rows);
    }
    *count = summary->count;
    return summary->groups;
}

void summary_set_units(struct summary *summary,
                       const char *(*unit)(const void *context, const char *name),
                       const void *context)
{
    for (size_t i = 0; i < summary->count; i++)
        for (size_t j = 0; j < summary->groups[i].section_count; j++)
            for (size_t k = 0; k < summary->groups[i].sections[j].count; k++) {
                struct summary_row *row = &summary->groups[i].sections[j].rows[k];
                row->unit = unit(context, row->metric);
            }
}

const char *summary_row_unit(const struct summary_row *row, char *unit, size_t size)
{
    if (!row->unit)
        return metric_unit(row->metric, unit, size);
    snprintf(unit, size, "%s", row->unit);
    return unit;
}

/* "1,234.50": the whole part as pages print whole numbers, then two decimals. */
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
    double average = row->total / row->weight;
    struct unit_scale scale =
        unit_scale_for(summary_row_unit(row, unit, sizeof unit), base_units ? 0 : average);
    *text = (struct summary_text){0};
    snprintf(text->unit, sizeof text->unit, "%s", scale.unit);
    add_fixed(&text->minimum, row->minimum / scale.factor);
    add_fixed(&text->maximum, row->maximum / scale.factor);
    add_fixed(&text->average, average / scale.factor);
}

void summary_text_free(struct summary_text *text)
{
    strbuf_free(&text->minimum);
    strbuf_free(&text->maximum);
    strbuf_free(&text->average);
}

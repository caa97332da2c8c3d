/* What a report of --auto says about the whole program: the totals of all launches, of which few
 * were measured, with the intervals that hold them. report/sample does the sums. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report/base/mem.h"
#include "report/base/name_index.h"
#include "report/file/report_weight.h"
#include "report/page_parts/page_forms.h"
#include "report/page_parts/page_results.h"
#include "report/pages/page_json.h"
#include "report/sample/sample_total.h"
#include "report/trace_pages/trace_print.h"

/* What is added up. A quantity of two metrics is their sum. */
static const struct quantity {
    const char *title, *interval, *key, *interval_key;
    enum trace_unit unit;
    const char *metrics[2];
} quantities[] = {
    {"Measured Time",
     "+- Time",
     "measured_ns",
     "measured_interval_pct",
     UNIT_TIME,
     {"gpu__time_duration.sum"}},
    {"DRAM",
     "+- DRAM",
     "dram_bytes",
     "dram_interval_pct",
     UNIT_BYTES,
     {"dram__bytes_read.sum", "dram__bytes_write.sum"}},
    {"Instructions",
     "+- Instructions",
     "instructions",
     "instructions_interval_pct",
     UNIT_COUNT,
     {"smsp__inst_executed.sum"}},
};
enum { QUANTITIES = sizeof quantities / sizeof *quantities };

/* A group of launches of the program, as it was measured. */
struct auto_group {
    uint32_t kernel;
    double launches, time, spread;
    double kernel_launches, kernel_time; /* of its kernel */
    size_t results, file;
    struct sample_part parts[QUANTITIES];
};

struct auto_kernel {
    double launches, time; /* in the program */
    double covered;        /* time of groups that have results */
    size_t results, groups;
    uint32_t number; /* among the names */
};

struct auto_program {
    struct report *report;
    struct auto_group *groups; /* by report_weight.group */
    size_t group_count, group_capacity;
    struct name_index names; /* of kernels, owned */
    struct auto_kernel *kernels;
    size_t kernel_capacity;
    bool *files; /* whose program is in the totals */
    double launches, time;
    size_t results;
    size_t file; /* of the result that is being added */
};

static struct auto_group *group_at(struct auto_program *p, size_t number)
{
    while (p->group_count <= number) {
        mem_grow(&p->groups, p->group_count, &p->group_capacity, sizeof *p->groups);
        p->groups[p->group_count++] = (struct auto_group){0};
    }
    return &p->groups[number];
}

static uint32_t kernel_of(struct auto_program *p, const char *name)
{
    const size_t known = p->names.count, at = name_index_add(&p->names, name);
    if (at == known) {
        p->names.names[at] = mem_strdup(name);
        mem_grow(&p->kernels, known, &p->kernel_capacity, sizeof *p->kernels);
        p->kernels[at] = (struct auto_kernel){.number = (uint32_t)at};
    }
    return (uint32_t)at;
}

/* Whether the totals of the kernel in this file were counted: kernels of several files, and those
 * that are shown under one name, add up. */
static bool has_kernel(const struct auto_program *p, const struct report_weight *weight,
                       uint32_t kernel)
{
    for (size_t i = 0; i < p->group_count; i++) {
        const struct auto_group *g = &p->groups[i];
        if (g->results && g->kernel == kernel && g->file == p->file &&
            g->kernel_time == weight->kernel_time && g->kernel_launches == weight->kernel_launches)
            return true;
    }
    return false;
}

static void begin_group(struct auto_program *p, struct auto_group *group,
                        const struct report_weight *weight, uint32_t kernel)
{
    struct auto_kernel *of = &p->kernels[kernel];
    const bool is_new = !has_kernel(p, weight, kernel);
    *group = (struct auto_group){.kernel = kernel,
                                 .launches = weight->group_launches,
                                 .time = weight->group_time,
                                 .spread = weight->group_spread,
                                 .kernel_launches = weight->kernel_launches,
                                 .kernel_time = weight->kernel_time,
                                 .file = p->file};
    for (size_t i = 0; i < QUANTITIES; i++)
        group->parts[i] =
            (struct sample_part){group->launches, group->time, group->spread, 0, 0, 0};
    of->covered += group->time;
    of->groups++;
    if (is_new) {
        of->launches += weight->kernel_launches;
        of->time += weight->kernel_time;
    }
}

/* NAN: the result lacks it. */
static double value_of(const struct result *result, const struct quantity *quantity)
{
    double sum = 0, value;
    for (size_t i = 0; i < 2 && quantity->metrics[i]; i++) {
        if (!result_number(result, quantity->metrics[i], &value))
            return NAN;
        sum += value;
    }
    return sum;
}

static void add_result(void *context, const struct result *result)
{
    struct auto_program *p = context;
    struct report_weight weight;
    if (!report_weight(p->report, result->index, &weight))
        return;
    struct auto_group *group = group_at(p, weight.group);
    const uint32_t kernel = kernel_of(p, result->name);
    p->file = result->file;
    if (!group->results)
        begin_group(p, group, &weight, kernel);
    group->results++;
    p->kernels[group->kernel].results++;
    p->results++;
    for (size_t i = 0; i < QUANTITIES; i++) {
        const double value = value_of(result, &quantities[i]);
        if (!isnan(value))
            sample_part_add(&group->parts[i], value);
    }
    if (!p->files[result->file]) {
        p->files[result->file] = true;
        p->launches += weight.run_launches;
        p->time += weight.run_time;
    }
}

static int by_time(const void *a, const void *b)
{
    const struct auto_kernel *x = a, *y = b;
    if (x->time != y->time)
        return x->time > y->time ? -1 : 1;
    return (x->number > y->number) - (x->number < y->number);
}

/* The parts of one quantity: of a kernel, or of all. The caller frees them. */
static struct sample_part *parts_of(const struct auto_program *p, size_t quantity,
                                    const struct auto_kernel *kernel, size_t *count)
{
    struct sample_part *parts = mem_alloc((p->group_count + 1) * sizeof *parts);
    *count = 0;
    for (size_t i = 0; i < p->group_count; i++)
        if (p->groups[i].results && (!kernel || p->groups[i].kernel == kernel->number))
            parts[(*count)++] = p->groups[i].parts[quantity];
    return parts;
}

/* The cells of all quantities. `rest` is the time of the program that is in no group. */
static void total_cells(struct trace_table *table, const struct auto_program *p,
                        const struct auto_kernel *kernel, double rest)
{
    for (size_t i = 0; i < QUANTITIES; i++) {
        size_t all_count, count;
        struct sample_part *all = parts_of(p, i, NULL, &all_count);
        struct sample_part *parts = parts_of(p, i, kernel, &count);
        const struct sample_total total =
            sample_total(parts, count, sample_noise(all, all_count), rest);
        trace_table_number(table, total.value);
        trace_table_number(table, total.value > 0 ? 100 * total.half / total.value : NAN);
        free(all);
        free(parts);
    }
}

static double covered(const struct auto_program *p)
{
    double time = 0;
    for (size_t i = 0; i < p->group_count; i++)
        time += p->groups[i].time;
    return time;
}

static struct trace_table *program_table(const struct auto_program *p)
{
    struct trace_table *table = trace_table_new("auto", "The whole program");
    size_t groups = 0;
    trace_table_column(table, "Launches", "launches", UNIT_COUNT);
    trace_table_column(table, "GPU Time", "time_ns", UNIT_TIME);
    trace_table_column(table, "Kernels", "kernels", UNIT_COUNT);
    trace_table_column(table, "Groups", "groups", UNIT_COUNT);
    trace_table_column(table, "Measured", "results", UNIT_COUNT);
    trace_table_column(table, "Stand for", "covered_pct", UNIT_PERCENT);
    for (size_t i = 0; i < p->group_count; i++)
        groups += p->groups[i].results > 0;
    if (!p->results) {
        trace_table_note(table, "the report is not of --auto: its results stand for themselves");
        return table;
    }
    trace_table_number(table, p->launches);
    trace_table_number(table, p->time);
    trace_table_number(table, (double)p->names.count);
    trace_table_number(table, (double)groups);
    trace_table_number(table, (double)p->results);
    trace_table_number(table, p->time > 0 ? 100 * covered(p) / p->time : NAN);
    return table;
}

static void kernel_row(struct trace_table *table, const struct auto_program *p, const char *name,
                       const struct auto_kernel *kernel)
{
    trace_table_text(table, name);
    trace_table_number(table, kernel->launches);
    trace_table_number(table, kernel->time);
    trace_table_number(table, p->time > 0 ? 100 * kernel->time / p->time : NAN);
    trace_table_number(table, (double)kernel->results);
}

static struct trace_table *kernel_table(struct auto_program *p)
{
    struct trace_table *table =
        trace_table_new("auto", "Kernels, by their time in the whole program");
    const double rest = fmax(p->time - covered(p), 0);
    const struct auto_kernel all = {
        .launches = p->launches, .time = p->time, .results = p->results};
    struct auto_kernel left = all;
    trace_table_column(table, "Kernel", "kernel", UNIT_TEXT);
    trace_table_column(table, "Launches", "launches", UNIT_COUNT);
    trace_table_column(table, "GPU Time", "time_ns", UNIT_TIME);
    trace_table_column(table, "Share", "time_pct", UNIT_PERCENT);
    trace_table_column(table, "Measured", "results", UNIT_COUNT);
    for (size_t i = 0; i < QUANTITIES; i++) {
        trace_table_column(table, quantities[i].title, quantities[i].key, quantities[i].unit);
        trace_table_column(table, quantities[i].interval, quantities[i].interval_key, UNIT_PERCENT);
    }
    if (!p->results)
        return table;
    kernel_row(table, p, "(all)", &all);
    total_cells(table, p, NULL, rest);
    if (p->names.count)
        qsort(p->kernels, p->names.count, sizeof *p->kernels, by_time);
    for (size_t i = 0; i < p->names.count; i++) {
        if (!p->kernels[i].groups)
            continue;
        kernel_row(table, p, p->names.names[p->kernels[i].number], &p->kernels[i]);
        total_cells(table, p, &p->kernels[i], fmax(p->kernels[i].time - p->kernels[i].covered, 0));
    }
    for (size_t i = 0; i < p->names.count; i++) {
        left.launches -= p->kernels[i].launches;
        left.time -= p->kernels[i].time;
    }
    left.results = 0;
    if (left.launches >= 1) {
        kernel_row(table, p, "(kernels that were not measured)", &left);
        for (size_t i = 0; i < 2 * (size_t)QUANTITIES; i++)
            trace_table_none(table);
    }
    trace_table_note(table, "GPU time is that of the first run, as it was; the other totals are of "
                            "launches that were measured, and +- holds 95 %% of repetitions");
    return table;
}

/* With a filter, the totals are those of the kernels that pass it. */
static void keep_kernels(struct auto_program *p)
{
    p->launches = p->time = 0;
    for (size_t i = 0; i < p->names.count; i++) {
        p->launches += p->kernels[i].launches;
        p->time += p->kernels[i].time;
    }
}

static bool gather(struct auto_program *p, struct report *report,
                   const struct page_options *options, struct error *error)
{
    *p = (struct auto_program){.report = report, .files = mem_alloc(report_file_count(report) + 1)};
    const bool good = page_each(report, options, add_result, p, error);
    if (options->filter && !launch_filter_takes_all(options->filter))
        keep_kernels(p);
    return good;
}

static void release(struct auto_program *p)
{
    for (size_t i = 0; i < p->names.count; i++)
        free((char *)(uintptr_t)p->names.names[i]);
    name_index_free(&p->names);
    free(p->groups);
    free(p->kernels);
    free(p->files);
}

bool page_auto(struct report *report, const struct page_options *options, FILE *out,
               struct error *error)
{
    struct auto_program p;
    if (!report_count(report))
        return true;
    const bool good = gather(&p, report, options, error);
    struct trace_table *tables[] = {program_table(&p), kernel_table(&p)};
    for (size_t i = 0; i < (p.results ? 2 : 1); i++) {
        if (i && options->format == FORMAT_CSV)
            fputc('\n', out);
        trace_print(tables[i], options->format, NULL, out);
    }
    for (size_t i = 0; i < 2; i++)
        trace_table_free(tables[i]);
    release(&p);
    return good;
}

bool page_json_auto(struct report *report, const struct page_options *options,
                    struct json_writer *json, struct error *error)
{
    struct auto_program p;
    const bool good = gather(&p, report, options, error);
    struct trace_table *tables[] = {program_table(&p), kernel_table(&p)};
    json_open(json, "tables", JSON_ARRAY);
    for (size_t i = 0; i < (p.results ? 2 : 1); i++)
        trace_print_json(tables[i], json);
    json_close(json);
    for (size_t i = 0; i < 2; i++)
        trace_table_free(tables[i]);
    release(&p);
    return good;
}

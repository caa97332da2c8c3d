#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report/base/mem.h"
#include "report/file/metric_peek.h"
#include "report/file/report_index.h"
#include "report/file/report_wire.h"
#include "report/file/verdict.h"
#include "report/names/demangle.h"

/* What is read of a result for its summary and for its verdict. `parts` keeps every metric that may
 * be a part of memory's throughput, because the list of the parts may come behind them. */
struct summary_values {
    struct result_summary *summary;
    double compute, memory, duration, occupancy, l1, l1_elapsed, l2, dram;
    struct verdict_facts facts;
    struct wire_field breakdown; /* the value of BREAKDOWN */
    struct {
        const char *name;
        double value;
    } * parts;
    size_t part_count, part_capacity;
};

#define ELAPSED ".avg.pct_of_peak_sustained_elapsed"
#define BREAKDOWN "breakdown:gpu__compute_memory_throughput" ELAPSED
#define SECTORS(kind) "l1tex__t_sectors_pipe_lsu_mem_" kind ".sum"
#define IN(member) offsetof(struct summary_values, member)

/* The metrics that the list and the verdicts need, and where their values go. */
static const struct {
    const char *name;
    size_t offset;
} summary_metrics[] = {
    {"gpu__time_duration.sum", IN(duration)},
    {"sm__throughput" ELAPSED, IN(compute)},
    {"gpu__compute_memory_throughput" ELAPSED, IN(memory)},
    {"sm__warps_active.avg.pct_of_peak_sustained_active", IN(occupancy)},
    {"l1tex__throughput.avg.pct_of_peak_sustained_active", IN(l1)},
    {"l1tex__throughput" ELAPSED, IN(l1_elapsed)},
    {"lts__throughput" ELAPSED, IN(l2)},
    {"gpu__dram_throughput" ELAPSED, IN(dram)},
    {"launch__waves_per_multiprocessor", IN(facts.waves)},
    {"l1tex__data_pipe_lsu_wavefronts_mem_shared.sum.pct_of_peak_sustained_elapsed",
     IN(facts.shared)},
    {SECTORS("local_op_ld"), IN(facts.local[0])},
    {SECTORS("local_op_st"), IN(facts.local[1])},
    {SECTORS("global_op_ld"), IN(facts.global[0])},
    {SECTORS("global_op_st"), IN(facts.global[1])},
};
enum { PLACES = sizeof summary_metrics / sizeof *summary_metrics, PLACE_BREAKDOWN, PLACE_PART };

static uint8_t place_of(const char *name)
{
    size_t length = strlen(name), suffix = strlen(ELAPSED);
    for (size_t i = 0; i < PLACES; i++)
        if (strcmp(name, summary_metrics[i].name) == 0)
            return (uint8_t)i;
    if (strcmp(name, BREAKDOWN) == 0)
        return PLACE_BREAKDOWN;
    if (length > suffix && strcmp(name + length - suffix, ELAPSED) == 0)
        return PLACE_PART;
    return PLACES;
}

/* Returns where the value of a metric goes, or PLACES for nowhere. Each name is classified once,
 * not once per result. */
static unsigned summary_place(struct report *report, uint32_t id)
{
    if (id >= report->string_count)
        return PLACES;
    if (report->placed < report->string_count)
        report->places = mem_realloc(report->places, report->string_count);
    for (; report->placed < report->string_count; report->placed++)
        report->places[report->placed] = place_of(report->strings[report->placed]);
    return report->places[id];
}

static void walk_metric(struct report *report, struct summary_values *values,
                        const struct report_input *input, const struct wire_field *message)
{
    struct wire_field value;
    uint32_t id;
    if (!metric_peek(input, message, &id, &value) || !value.data)
        return;
    unsigned place = summary_place(report, id);
    if (place < PLACES) {
        metric_peek_number(&value, (double *)((char *)values + summary_metrics[place].offset));
    } else if (place == PLACE_BREAKDOWN) {
        values->breakdown = value;
    } else if (place == PLACE_PART) {
        mem_grow(&values->parts, values->part_count, &values->part_capacity, sizeof *values->parts);
        values->parts[values->part_count].name = report->strings[id];
        if (metric_peek_number(&value, &values->parts[values->part_count].value))
            values->part_count++;
    }
}

/* Returns whether a comma-separated list has the word. */
static bool is_listed(const struct report_value *list, const char *word)
{
    size_t length = strlen(word);
    const char *end = list->text + list->length;
    for (const char *at = list->text; at < end;) {
        const char *comma = memchr(at, ',', (size_t)(end - at));
        size_t part = (size_t)((comma ? comma : end) - at);
        if (part == length && memcmp(at, word, length) == 0)
            return true;
        at += part + 1;
    }
    return false;
}

/* Bytes; ten times the lists of real chips, to bound the time for hostile files. */
enum { LONGEST_LIST = 16384 };

/* Returns the part with the largest value, which makes up memory's throughput, or NULL. */
static const char *memory_part(const struct summary_values *values)
{
    struct report_value list = {0};
    double most = 0;
    const char *name = NULL;
    if (values->breakdown.data && values->breakdown.length < LONGEST_LIST)
        metric_peek_value(&values->breakdown, &list);
    for (size_t i = 0; list.text && i < values->part_count; i++)
        if (values->parts[i].value > most && is_listed(&list, values->parts[i].name)) {
            most = values->parts[i].value;
            name = values->parts[i].name;
        }
    return name;
}

static void walk_series(struct result_summary *summary, struct report_row *row,
                        const struct wire_field *message)
{
    struct wire_walk walk = {message->data, message->data + message->length, false};
    struct wire_field field;
    while (wire_walk_next(&walk, &field)) {
        if (field.number == SERIES_NUMBER && field.type == WIRE_VARINT)
            summary->series = (uint32_t)field.value;
        else if (field.number == SERIES_PARAMETERS && field.type == WIRE_BYTES && !row->parameters)
            row->parameters = text_peek(&field);
    }
    summary->parameters = row->parameters;
}

static void walk_result(struct report *report, struct summary_values *values,
                        struct report_row *row)
{
    struct result_summary *summary = values->summary;
    const struct entry *entry = &row->entry;
    bool kernel = entry->kind == ENTRY_KERNEL;
    uint32_t metrics = result_fields(entry->kind)->metrics;
    struct wire_walk walk = {entry->data, entry->data + entry->length, false};
    struct wire_field field;
    char *demangled = NULL, *renamed = NULL;
    while (wire_walk_next(&walk, &field)) {
        if (field.type != WIRE_BYTES)
            continue;
        if (field.number == metrics)
            walk_metric(report, values, row->input, &field);
        else if (kernel && field.number == KERNEL_DEMANGLED && !demangled)
            demangled = text_peek(&field);
        else if (kernel && field.number == KERNEL_RENAMED && field.length && !renamed)
            renamed = text_peek(&field);
        else if (kernel && field.number == KERNEL_GRID)
            size_peek(&field, summary->grid);
        else if (kernel && field.number == KERNEL_BLOCK)
            size_peek(&field, summary->block);
        else if (kernel && field.number == KERNEL_SERIES)
            walk_series(summary, row, &field);
    }
    row->kernel = demangled;
    row->stored = renamed;
    summary->name = entry_kind_name(entry->kind);
}

/* Sets the shown name. It depends on the names of all results in the file, and more may have
 * come. */
static void name_kernel(const struct report *report, struct report_row *row)
{
    struct report_input *input = row->input;
    if (row->kernel_names && row->kernel_names == report_input_kernels(report, input))
        return;
    row->summary->name =
        demangle_brief(report_input_kernel(report, input, row->kernel, row->stored));
    row->kernel_names = report_input_kernels(report, input);
}

static void summarize(struct report *report, struct result_summary *summary, struct report_row *row)
{
    struct summary_values values = {.summary = summary};
    for (size_t i = 0; i < PLACES; i++)
        *(double *)((char *)&values + summary_metrics[i].offset) = NAN;
    walk_result(report, &values, row);
    summary->duration = values.duration;
    summary->compute = values.facts.compute = values.compute;
    summary->memory = values.facts.memory = values.memory;
    summary->occupancy = values.occupancy;
    summary->l1 = values.l1;
    values.facts.l1 = isnan(values.l1_elapsed) ? values.l1 : values.l1_elapsed;
    summary->l2 = values.facts.l2 = values.l2;
    summary->dram = values.facts.dram = values.dram;
    values.facts.memory_part = memory_part(&values);
    summary->limit = summary->verdict = verdict_text(&values.facts);
    free(values.parts);
}

const struct result_summary *report_summary(struct report *report, size_t i)
{
    struct report_row *row = &report->rows[i];
    if (!row->summary) {
        struct result_summary *summary = mem_alloc(sizeof *summary);
        summary->id = i - row->input->first;
        summary->file = row->input->number;
        summary->kind = row->entry.kind;
        if (!report_index_summary(row->input, summary->id, summary, row))
            summarize(report, summary, row);
        row->summary = summary;
        report_index_seen(report, row->input);
    }
    if (row->kernel)
        name_kernel(report, row);
    return row->summary;
}

void report_set_limit(struct report *report, size_t i, const char *limit)
{
    report_summary(report, i);
    struct result_summary *summary = report->rows[i].summary;
    summary->limit = limit ? limit : summary->verdict;
}

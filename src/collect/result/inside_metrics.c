#include "collect/result/inside_metrics.h"

#include <stdlib.h>
#include <string.h>

#include "collect/metrics/instruction_metrics.h"
#include "collect/result/module_functions.h"
#include "report/base/mem.h"
#include "report/section/section_metrics.h"

/* An instruction, and its number in the message. */
struct place {
    uint64_t address;
    size_t number;
};

/* Instructions by address, each once. */
struct places {
    struct place *list;
    size_t found;   /* length of the list */
    size_t count;   /* of these, without repetitions */
    uint64_t *ids;  /* addresses, for instances */
    double *values; /* room for the values of one metric */
    size_t *at;     /* by the number in the message: the place, or `count` */
    size_t numbers;
};

static int compare_places(const void *a, const void *b)
{
    const struct place *x = a, *y = b;
    return (x->address > y->address) - (x->address < y->address);
}

/* Functions that the report does not have are no part of the kernel: what a profiler or the driver
 * runs. */
static void open_places(struct places *places, const struct result_input *input,
                        const Wire__Instructions *instructions)
{
    const size_t numbers = instructions && instructions->n_function == instructions->n_offset
                               ? instructions->n_offset
                               : 0;
    const size_t functions = instructions ? instructions->n_functions : 0;
    const Wire__Facts *facts = input->result->facts;
    uint64_t *addresses = mem_alloc((functions + 1) * sizeof *addresses);
    *places = (struct places){.list = mem_alloc((numbers + 1) * sizeof *places->list),
                              .ids = mem_alloc((numbers + 1) * sizeof *places->ids),
                              .values = mem_alloc((numbers + 1) * sizeof *places->values),
                              .at = mem_alloc((numbers + 1) * sizeof *places->at),
                              .numbers = numbers};
    for (size_t i = 0; i < functions && facts->has_module; i++)
        addresses[i] = module_function_address(input->report, input->process, facts->module,
                                               instructions->functions[i]);
    size_t found = 0;
    for (size_t i = 0; i < numbers; i++) {
        const uint32_t function = instructions->function[i];
        if (function < functions && addresses[function])
            places->list[found++] =
                (struct place){addresses[function] + instructions->offset[i], i};
    }
    qsort(places->list, found, sizeof *places->list, compare_places);
    for (size_t i = 0; i < numbers; i++)
        places->at[i] = numbers;
    for (size_t i = 0; i < found; i++) {
        if (!places->count || places->ids[places->count - 1] != places->list[i].address)
            places->ids[places->count++] = places->list[i].address;
        places->at[places->list[i].number] = places->count - 1;
    }
    places->found = found;
    free(addresses);
}

static void close_places(struct places *places)
{
    free(places->list);
    free(places->ids);
    free(places->values);
    free(places->at);
}

/* Adds a metric with a value at each of these places. */
static void add_metric(struct metric_list *list, const char *name, uint64_t total,
                       const uint64_t *ids, const double *values, size_t count)
{
    if (metric_list_find(list, name))
        return;
    metric_add_integer(list, name, total);
    if (count)
        metric_add_instances(list, ids, values, count, true);
}

/* The column of a counter among the values; `none`: the chip does not have it. */
static size_t column_of(const Wire__Window *window, const char *counter)
{
    size_t i = 0;
    while (i < window->n_instruction_counters &&
           strcmp(window->instruction_counters[i], counter) != 0)
        i++;
    return i;
}

/* The columns of a metric. */
struct columns {
    const struct instruction_metric *metric;
    size_t at[MOST_INSTRUCTION_COUNTERS];
    size_t count, known;
};

static struct columns columns_of(const Wire__Window *window, const char *name)
{
    struct columns columns = {.metric = instruction_metric_find(name)};
    for (size_t i = 0;
         columns.metric && i < MOST_INSTRUCTION_COUNTERS && columns.metric->counters[i].name; i++) {
        columns.at[i] = column_of(window, columns.metric->counters[i].name);
        columns.known += columns.at[i] < window->n_instruction_counters;
        columns.count++;
    }
    return columns;
}

/* The value of a metric at an instruction. Each count comes as one more than it is, and 0 means
 * that the counter does not count there. false: no counter of the metric does. */
static bool value_at(const struct columns *columns, const uint64_t *row, size_t width,
                     uint64_t *value)
{
    bool counted = false;
    *value = 0;
    for (size_t i = 0; i < columns->count; i++) {
        const uint64_t count = columns->at[i] < width ? row[columns->at[i]] : 0;
        if (!count)
            continue;
        counted = true;
        if (columns->metric->kind != INSTRUCTION_CODE)
            *value += count - 1;
        else if (count > 1)
            *value |= columns->metric->counters[i].code;
    }
    return counted;
}

static void add_counts(struct metric_list *list, const struct result_input *input, const char *name,
                       struct places *places, uint64_t *ids)
{
    const Wire__InstructionCounts *counts = input->result->counts;
    const size_t width = input->window->n_instruction_counters;
    const struct columns columns = columns_of(input->window, name);
    uint64_t total = 0;
    size_t used = 0;
    if (!columns.known)
        return;
    for (size_t i = 0; i < places->found; i++) {
        /* In the order of the addresses. */
        const struct place *place = &places->list[i];
        uint64_t value;
        if (!value_at(&columns, counts->values + place->number * width, width, &value))
            continue;
        ids[used] = place->address;
        places->values[used++] = (double)value;
        total += columns.metric->kind == INSTRUCTION_CODE ? 0 : value;
    }
    if (columns.metric->kind == INSTRUCTION_TOTAL && !metric_list_find(list, name))
        metric_add_number(list, name, (double)total);
    add_metric(list, name, total, ids, places->values, used);
}

static uint64_t element_at(const Rep__ProfileMetricResult *metric, size_t i)
{
    return metric->metricvaluelist[i]->elementvalue->uint64value;
}

/* By how much the average number of threads differs from that of the instruction before: ncu 2025.3
 * stores the same numbers, with averages rounded down. */
static void add_derivative(struct metric_list *list, struct places *places)
{
    const Rep__ProfileMetricResult *warps = metric_list_find(list, "inst_executed");
    const Rep__ProfileMetricResult *threads = metric_list_find(list, "thread_inst_executed_true");
    uint64_t before = 0, total = 0;
    if (!warps || !threads || warps->n_metricvaluelist != places->count ||
        threads->n_metricvaluelist != places->count)
        return;
    for (size_t i = 0; i < places->count; i++) {
        const uint64_t warp = element_at(warps, i), thread = element_at(threads, i);
        const uint64_t average = warp ? thread / warp : thread;
        const uint64_t change = average > before ? average - before : before - average;
        places->values[i] = i ? (double)change : 0;
        total += i ? change : 0;
        before = average;
    }
    add_metric(list, "derived__derivative_avg_thread_executed_true", total, places->ids,
               places->values, places->count);
}

static void add_all_counts(struct metric_list *list, const struct result_input *input)
{
    const Wire__InstructionCounts *counts = input->result->counts;
    const struct chip_plan *plan = input->chip_plan;
    struct places places;
    if (!counts || !counts->instructions ||
        counts->n_values != counts->instructions->n_offset * input->window->n_instruction_counters)
        return;
    open_places(&places, input, counts->instructions);
    uint64_t *ids = mem_alloc((places.numbers + 1) * sizeof *ids);
    for (size_t i = 0; i < plan->inside_count; i++)
        if (section_metric_kind(plan->inside[i]) != SECTION_METRIC_WARP_SAMPLING)
            add_counts(list, input, plan->inside[i], &places, ids);
    add_derivative(list, &places);
    free(ids);
    close_places(&places);
}

/* Whether samples of a reason count for a metric. CUPTI lists the number of all samples as a
 * reason, too, but hands over none: each sample has one reason among those that are not of warps
 * that did not issue. */
static bool counts_for(const char *reason, const char *name)
{
    static const char all[] = "smsp__pcsamp_sample_count", end[] = "_not_issued",
                      begin[] = "smsp__pcsamp_warps_issue_stalled_";
    const size_t length = strlen(reason), end_length = strlen(end);
    if (strcmp(name, all) != 0)
        return strcmp(reason, name) == 0;
    return strncmp(reason, begin, strlen(begin)) == 0 &&
           (length < end_length || strcmp(reason + length - end_length, end) != 0);
}

/* Adds up the samples of a metric. */
static void add_samples(struct metric_list *list, const struct result_input *input,
                        const char *name, struct places *places)
{
    const Wire__WarpSamples *samples = input->result->samples;
    const Wire__Window *window = input->window;
    uint64_t total = 0;
    memset(places->values, 0, places->count * sizeof *places->values);
    for (size_t i = 0; i < samples->n_samples; i++) {
        const uint32_t number = samples->instruction[i], which = samples->reason[i];
        if (number >= places->numbers || places->at[number] >= places->count ||
            which >= window->n_stall_reasons || !counts_for(window->stall_reasons[which], name))
            continue;
        places->values[places->at[number]] += samples->samples[i];
        total += samples->samples[i];
    }
    add_metric(list, name, total, places->ids, places->values, places->count);
}

static bool has_reason(const Wire__Window *window, const char *name)
{
    for (size_t i = 0; i < window->n_stall_reasons; i++)
        if (strcmp(window->stall_reasons[i], name) == 0)
            return true;
    return false;
}

/* How the samples were made; names and types as ncu stores them. */
static void add_meta(struct metric_list *list, const struct result_input *input)
{
    const Wire__WarpSamples *samples = input->result->samples;
    const uint32_t interval = samples->interval < 32 ? samples->interval : 0;
    metric_add_integer(list, "smsp__pcsamp_aggregated_passes", samples->passes);
    metric_add_integer(list, "smsp__pcsamp_buffer_size_bytes", input->window->sampling_buffer);
    metric_add_integer(list, "smsp__pcsamp_dropped_bytes", samples->dropped);
    metric_add_number(list, "smsp__pcsamp_interval", interval);
    metric_add_number(list, "smsp__pcsamp_interval_cycles", (double)(32ull << interval));
}

static void add_all_samples(struct metric_list *list, const struct result_input *input)
{
    const Wire__WarpSamples *samples = input->result->samples;
    const struct chip_plan *plan = input->chip_plan;
    struct places places;
    if (!samples || samples->n_instruction != samples->n_samples ||
        samples->n_reason != samples->n_samples)
        return;
    open_places(&places, input, samples->instructions);
    add_meta(list, input);
    for (size_t i = 0; i < plan->inside_count; i++) {
        const char *name = plan->inside[i];
        if (has_reason(input->window, name))
            add_samples(list, input, name, &places);
    }
    close_places(&places);
}

void inside_metrics_add(struct metric_list *list, const struct result_input *input)
{
    add_all_counts(list, input);
    add_all_samples(list, input);
}

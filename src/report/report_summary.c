#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "demangle.h"
#include "mem.h"
#include "report_internal.h"
#include "verdict.h"
#include "wire_walk.h"

/* A summary in the making, with what its verdict is made of. Which metrics are parts of memory's
 * throughput is told by a list that may come behind them: what may be one is kept until then. */
struct making {
    struct result_summary *summary;
    double compute, memory, duration, occupancy, l1, l1_elapsed, l2, dram;
    struct verdict_facts facts;
    struct wire_field breakdown; /* value of BREAKDOWN */
    struct {
        const char *name;
        double value;
    } * parts;
    size_t part_count, part_capacity;
};

#define ELAPSED ".avg.pct_of_peak_sustained_elapsed"
#define BREAKDOWN "breakdown:gpu__compute_memory_throughput" ELAPSED
#define SECTORS(kind) "l1tex__t_sectors_pipe_lsu_mem_" kind ".sum"
#define IN(member) offsetof(struct making, member)

/* What the list shows of each result and what verdicts are made of: metric and place. */
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

static bool walk_value(const struct wire_field *message, double *value)
{
    struct wire_walk walk = {message->data, message->data + message->length, false};
    struct wire_field field;
    while (wire_walk_next(&walk, &field)) {
        if (field.number == 1)
            return false; /* a text: it comes first and counts alone */
        if (field.number == 2 && field.type == 5)
            *value = wire_field_float(&field);
        else if (field.number == 3 && field.type == 1)
            *value = wire_field_double(&field);
        else if (field.number >= 4 && field.number <= 5 && field.type == 0)
            *value = (double)field.value;
        else
            continue;
        return true;
    }
    return false;
}

/* Name and value of a metric; false: it lacks one. */
static bool walk_parts(const struct report_input *input, const struct wire_field *message,
                       uint32_t *name, struct wire_field *value)
{
    struct wire_walk walk = {message->data, message->data + message->length, false};
    struct wire_field field;
    bool named = false;
    *value = (struct wire_field){0};
    while (!(value->data && named) && wire_walk_next(&walk, &field)) {
        if (field.number == 1 && field.type == 0) {
            *name = report_input_name(input, (uint32_t)field.value);
            named = true;
        } else if (field.number == 2 && field.type == 2) {
            *value = field;
        } else {
            wire_walk_skip_same(&walk, &field); /* instances */
        }
    }
    return named;
}

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

/* PLACES: it is none of them. Each name is looked at once, not once for each result. */
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

static void walk_metric(struct report *report, struct making *making,
                        const struct report_input *input, const struct wire_field *message)
{
    struct wire_field value;
    uint32_t id;
    if (!walk_parts(input, message, &id, &value) || !value.data)
        return;
    unsigned place = summary_place(report, id);
    if (place < PLACES) {
        walk_value(&value, (double *)((char *)making + summary_metrics[place].offset));
    } else if (place == PLACE_BREAKDOWN) {
        making->breakdown = value;
    } else if (place == PLACE_PART) {
        mem_grow(&making->parts, making->part_count, &making->part_capacity, sizeof *making->parts);
        making->parts[making->part_count].name = report->strings[id];
        if (walk_value(&value, &making->parts[making->part_count].value))
            making->part_count++;
    }
}

/* Whether a comma-separated list has the word. */
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

/* Field numbers of ProfileResult; the other kinds keep their metrics in field 4. */
enum { KERNEL_METRICS = 13, OTHER_METRICS = 4 };

void report_metric_values(const struct report *report, size_t i, report_value_use *use,
                          void *context)
{
    const struct report_row *row = &report->rows[i];
    uint32_t number = row->entry.kind == ENTRY_KERNEL ? KERNEL_METRICS : OTHER_METRICS, name;
    struct wire_walk walk = {row->entry.data, row->entry.data + row->entry.length, false};
    struct wire_field field, value;
    while (wire_walk_next(&walk, &field)) {
        double known = NAN;
        if (field.number != number || field.type != 2 ||
            !walk_parts(row->input, &field, &name, &value))
            continue;
        if (value.data)
            walk_value(&value, &known);
        use(context, name, known);
    }
}

static void pick_value(const struct wire_field *message, struct report_value *out)
{
    struct wire_walk walk = {message->data, message->data + message->length, false};
    struct wire_field field;
    *out = (struct report_value){.number = NAN};
    if (walk_value(message, &out->number)) {
        out->known = true;
    } else if (wire_walk_next(&walk, &field) && field.number == 1 && field.type == 2) {
        out->known = true;
        out->text = (const char *)field.data;
        out->length = field.length;
    }
}

/* Ten times those of chips: no file may take long. */
enum { LONGEST_LIST = 16384 };

/* The part of memory's throughput that is the greatest, and so makes it up. */
static const char *memory_part(const struct making *making)
{
    struct report_value list = {0};
    double most = 0;
    const char *name = NULL;
    if (making->breakdown.data && making->breakdown.length < LONGEST_LIST)
        pick_value(&making->breakdown, &list);
    for (size_t i = 0; list.text && i < making->part_count; i++)
        if (making->parts[i].value > most && is_listed(&list, making->parts[i].name)) {
            most = making->parts[i].value;
            name = making->parts[i].name;
        }
    return name;
}

void report_pick_values(const struct report *report, size_t i, const uint16_t *wanted,
                        size_t wanted_count, struct report_value *values)
{
    const struct report_row *row = &report->rows[i];
    uint32_t number = row->entry.kind == ENTRY_KERNEL ? KERNEL_METRICS : OTHER_METRICS, name;
    struct wire_walk walk = {row->entry.data, row->entry.data + row->entry.length, false};
    struct wire_field field, value;
    while (wire_walk_next(&walk, &field))
        if (field.number == number && field.type == 2 &&
            walk_parts(row->input, &field, &name, &value) && value.data && name < wanted_count &&
            wanted[name])
            pick_value(&value, &values[wanted[name] - 1]);
}

static void walk_dimensions(uint64_t out[3], const struct wire_field *message)
{
    struct wire_walk walk = {message->data, message->data + message->length, false};
    struct wire_field field;
    out[0] = out[1] = out[2] = 1;
    while (wire_walk_next(&walk, &field))
        if (field.number >= 1 && field.number <= 3 && field.type == 0)
            out[field.number - 1] = field.value;
}

static char *text_of(const struct wire_field *field)
{
    return mem_strndup((const char *)field->data, field->length);
}

static void walk_series(struct result_summary *summary, struct report_row *row,
                        const struct wire_field *message)
{
    struct wire_walk walk = {message->data, message->data + message->length, false};
    struct wire_field field;
    while (wire_walk_next(&walk, &field)) {
        if (field.number == 1 && field.type == 0)
            summary->series = (uint32_t)field.value;
        else if (field.number == 2 && field.type == 2 && !row->parameters)
            row->parameters = text_of(&field);
    }
    summary->parameters = row->parameters;
}

static void walk_result(struct report *report, struct making *making, struct report_row *row)
{
    struct result_summary *summary = making->summary;
    const struct entry *entry = &row->entry;
    bool kernel = entry->kind == ENTRY_KERNEL;
    struct wire_walk walk = {entry->data, entry->data + entry->length, false};
    struct wire_field field;
    char *demangled = NULL, *renamed = NULL;
    while (wire_walk_next(&walk, &field)) {
        if (field.type != 2)
            continue;
        if (field.number == (kernel ? KERNEL_METRICS : OTHER_METRICS))
            walk_metric(report, making, row->input, &field);
        else if (kernel && field.number == 7 && !demangled)
            demangled = text_of(&field);
        else if (kernel && field.number == 31 && field.length && !renamed)
            renamed = text_of(&field);
        else if (kernel && field.number == 10)
            walk_dimensions(summary->grid, &field);
        else if (kernel && field.number == 11)
            walk_dimensions(summary->block, &field);
        else if (kernel && field.number == 24)
            walk_series(summary, row, &field);
    }
    row->kernel = demangled;
    row->stored = renamed;
    summary->name = result_kind_name(entry->kind);
}

/* Numbers of the same fields in each kind of result; 0: the kind has none. */
static const struct {
    unsigned context, stream, nvtx, stacks[2];
} launch_fields[] = {[ENTRY_KERNEL] = {22, 23, 21, {28, 32}},
                     [ENTRY_RANGE] = {11, 0, 10, {14, 17}},
                     [ENTRY_CMDLIST] = {11, 12, 10, {16, 22}},
                     [ENTRY_GRAPH] = {11, 12, 10, {16, 19}}};

void report_launch(const struct report *report, size_t i, struct result_launch *launch)
{
    enum { THREAD = 1, MANGLED = 5, FUNCTION = 6, DEMANGLED = 7, GRID = 10, BLOCK = 11 };
    const struct entry *entry = &report->rows[i].entry;
    struct wire_walk walk = {entry->data, entry->data + entry->length, false};
    struct wire_field field;
    *launch = (struct result_launch){0};
    launch->demangled = launch->function = launch->mangled = result_kind_name(entry->kind);
    const char **const names[] = {&launch->mangled, &launch->function, &launch->demangled};
    while (wire_walk_next(&walk, &field)) {
        if (field.type == 2 && entry->kind == ENTRY_KERNEL && field.number >= MANGLED &&
            field.number <= DEMANGLED) {
            char **own = &launch->own[field.number - MANGLED];
            free(*own);
            *names[field.number - MANGLED] = *own = text_of(&field);
        } else if (field.type == 2 && entry->kind == ENTRY_KERNEL && field.number == GRID) {
            walk_dimensions(launch->grid, &field);
        } else if (field.type == 2 && entry->kind == ENTRY_KERNEL && field.number == BLOCK) {
            walk_dimensions(launch->block, &field);
        } else if (field.type == 0 && field.number == launch_fields[entry->kind].context) {
            launch->context = (uint32_t)field.value;
        } else if (field.type == 0 && field.number == launch_fields[entry->kind].stream) {
            launch->stream = (uint32_t)field.value;
            launch->has_stream = true;
        } else if (field.type == 0 && field.number == THREAD) {
            launch->thread = (uint32_t)field.value;
        } else if (field.type == 2 && field.number == launch_fields[entry->kind].nvtx) {
            launch->nvtx = field.data;
            launch->nvtx_length = field.length;
        } else if (field.type == 2) {
            for (int kind = 0; kind < 2; kind++)
                if (field.number == launch_fields[entry->kind].stacks[kind]) {
                    launch->stacks[kind] = field.data;
                    launch->stack_lengths[kind] = field.length;
                }
        }
    }
}

void result_launch_free(struct result_launch *launch)
{
    for (size_t i = 0; i < sizeof launch->own / sizeof *launch->own; i++)
        free(launch->own[i]);
}

/* Names are short among those of all results, which may still come. */
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
    struct making making = {.summary = summary};
    for (size_t i = 0; i < PLACES; i++)
        *(double *)((char *)&making + summary_metrics[i].offset) = NAN;
    walk_result(report, &making, row);
    summary->duration = making.duration;
    summary->compute = making.facts.compute = making.compute;
    summary->memory = making.facts.memory = making.memory;
    summary->occupancy = making.occupancy;
    summary->l1 = making.l1;
    making.facts.l1 = isnan(making.l1_elapsed) ? making.l1 : making.l1_elapsed;
    summary->l2 = making.facts.l2 = making.l2;
    summary->dram = making.facts.dram = making.dram;
    making.facts.memory_part = memory_part(&making);
    summary->limit = verdict_text(&making.facts);
    free(making.parts);
}

const struct result_summary *report_summary(struct report *report, size_t i)
{
    struct report_row *row = &report->rows[i];
    if (!row->summary) {
        struct result_summary *summary = mem_alloc(sizeof *summary);
        summary->id = i - row->input->first;
        summary->file = row->input->number;
        summary->kind = row->entry.kind;
        summarize(report, summary, row);
        row->summary = summary;
    }
    if (row->kernel)
        name_kernel(report, row);
    return row->summary;
}

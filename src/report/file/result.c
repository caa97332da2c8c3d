/* A result is decoded in one pass over its wire bytes into an arena, so that freeing it is one
 * step. Its metrics and sections, which are most of it, have decoders of their own: metrics leave
 * their instances as bytes until somebody asks, and sections come from a pool that the results of a
 * report share. Metrics are found by the id of their name, in a hash table with open addressing. */
#include "report/file/result.h"

#include <stdlib.h>
#include <string.h>

#include "report/base/mem.h"
#include "report/base/message_depth.h"
#include "report/file/lean_result.h"
#include "report/file/metric_unpack.h"
#include "report/file/report_internal.h"
#include "report/file/report_origin.h"
#include "report/file/rule_charts.h"
#include "report/file/rule_findings.h"
#include "report/file/section_pool.h"
#include "report/metric/metric_value.h"

/* A decoded message takes a multiple of its wire size. The worst case is a repeated field of empty
 * messages, two bytes each on the wire. */
enum { DECODED_PER_BYTE = 128, DECODED_MINIMUM = 1 << 20 };

bool result_rule_is_foreign(const struct result *result, size_t i)
{
    return result->found && i >= result->own_rule_count;
}

const char *result_kernel_name(const struct result *result, enum kernel_name_form form)
{
    const char *const names[] = {[KERNEL_NAME_DEMANGLED] = result->name,
                                 [KERNEL_NAME_FUNCTION] = result->function,
                                 [KERNEL_NAME_MANGLED] = result->mangled};
    return names[form];
}

static void copy3(uint64_t out[3], const Rep__Uint64x3 *in)
{
    out[0] = in->has_x ? in->x : 1;
    out[1] = in->has_y ? in->y : 1;
    out[2] = in->has_z ? in->z : 1;
}

static void fill_clock(struct result *result, const Rep__ProfilerClockStatusMessage *status)
{
    result->has_clock_status = status != NULL;
    result->clocks_locked = status && status->executedlocked;
}

static void fill_kernel(struct result *result, Rep__ProfileResult *m)
{
    result->demangled = m->kerneldemangledname;
    result->function = m->kernelfunctionname;
    result->mangled = m->kernelmangledname;
    struct report *report = result->report;
    result->name = report_input_kernel(report, report->rows[result->index].input, result->demangled,
                                       m->renameddemangledname);
    copy3(result->grid, m->gridsize);
    copy3(result->block, m->blocksize);
    result->context = m->contextid;
    result->stream = m->streamid;
    result->has_stream = m->has_streamid;
    result->rules = m->ruleresults, result->rule_count = m->n_ruleresults;
    result->creation_time = m->creationtime;
    result->driver = m->kmdversion;
    result->thread = m->threadid;
    result->nvtx = m->nvtx;
    result->cpu_stack = m->cpustack;
    result->python_stack = m->pythonstack;
    result->comments = m->comments;
    result->section_comments = m->sectioncomments, result->comment_count = m->n_sectioncomments;
    result->references = &m->source->reference;
    result->reference_count = m->source->has_reference;
    fill_clock(result, m->clockstatus);
}

/* The other kinds have the same members in different structs. */
#define FILL_OTHER(result, m)                                                                      \
    do {                                                                                           \
        (result)->context = (m)->contextid;                                                        \
        (result)->rules = (m)->ruleresults, (result)->rule_count = (m)->n_ruleresults;             \
        (result)->creation_time = (m)->creationtime;                                               \
        (result)->driver = (m)->kmdversion;                                                        \
        (result)->thread = (m)->threadid;                                                          \
        (result)->nvtx = (m)->nvtx;                                                                \
        (result)->cpu_stack = (m)->cpustack;                                                       \
        (result)->python_stack = (m)->pythonstack;                                                 \
        (result)->comments = (m)->comments;                                                        \
        (result)->section_comments = (m)->sectioncomments;                                         \
        (result)->comment_count = (m)->n_sectioncomments;                                          \
        (result)->references = (m)->references, (result)->reference_count = (m)->n_references;     \
        fill_clock((result), (m)->clockstatus);                                                    \
    } while (0)

static void fill_stream(struct result *result, bool has, uint32_t stream)
{
    result->has_stream = has;
    result->stream = stream;
}

static const ProtobufCMessageDescriptor *const descriptors[] = {
    [ENTRY_SOURCE] = &rep__source_data__descriptor,
    [ENTRY_KERNEL] = &rep__profile_result__descriptor,
    [ENTRY_RANGE] = &rep__range_result__descriptor,
    [ENTRY_CMDLIST] = &rep__cmdlist_result__descriptor,
    [ENTRY_GRAPH] = &rep__graph_result__descriptor,
};

/* Returns the slot of a name's shared id. */
static size_t find_slot(const struct result *result, uint32_t id)
{
    size_t slot = (id * 2654435761u >> 7) & (result->slot_count - 1);
    while (result->slots[slot] &&
           report_shared_id(result->report, result->metrics[result->slots[slot] - 1]->nameid) != id)
        slot = (slot + 1) & (result->slot_count - 1);
    return slot;
}

static void build_index(struct result *result)
{
    result->slot_count = 16;
    while (result->slot_count < result->metric_count * 2)
        result->slot_count *= 2;
    result->slots = mem_alloc(result->slot_count * sizeof *result->slots);
    for (size_t i = 0; i < result->metric_count; i++) {
        uint32_t id = report_shared_id(result->report, result->metrics[i]->nameid);
        result->slots[find_slot(result, id)] = (uint32_t)i + 1;
    }
}

/* Where the instances of each metric are in the entry. */
struct result_lists {
    struct message_list metrics; /* NULL data: no instances, or decoded already */
    struct arena arena;
    bool lost;
};

static bool unpack_metrics(struct result *result, struct message_list *list)
{
    result->lists = mem_alloc(sizeof *result->lists);
    result->lists->metrics = *list;
    result->lists->arena.limit = result->arena.limit;
    *list = (struct message_list){0};
    result->metrics = metric_unpack_values(&result->arena, &result->lists->metrics);
    if (result->metrics)
        result->metric_count = result->lists->metrics.count;
    result->stored_metrics = result->metrics;
    result->stored_metric_count = result->metric_count;
    return result->metrics;
}

static bool take_sections(struct result *result, const struct message_list *list)
{
    result->pooled = mem_alloc((list->count + 1) * sizeof *result->pooled);
    result->sections = arena_alloc(&result->arena, (list->count + 1) * sizeof *result->sections);
    for (size_t i = 0; i < list->count && result->sections; i++) {
        result->pooled[i] =
            section_pool_take(result->report->sections, list->items[i].data, list->items[i].length);
        if (!result->pooled[i])
            return false;
        result->sections[i] = pooled_section_message(result->pooled[i]);
        result->section_count++;
    }
    return result->sections;
}

static void give_sections_back(struct result *result)
{
    for (size_t i = 0; result->pooled && result->pooled[i]; i++)
        section_pool_give_back(result->report->sections, result->pooled[i]);
    free(result->pooled);
}

/* Decodes the entry. result->message is set only if all of it is good. */
static void unpack(struct result *result, const struct entry *entry)
{
    const ProtobufCMessageDescriptor *descriptor = descriptors[entry->kind];
    ProtobufCAllocator allocator = arena_protobuf(&result->arena);
    struct lean_result lean;
    if (!lean_result(&lean, entry))
        return;
    if (unpack_metrics(result, &lean.metrics) && take_sections(result, &lean.sections) &&
        message_is_shallow(descriptor, lean.data, lean.length))
        result->message = protobuf_c_message_unpack(descriptor, &allocator, lean.length, lean.data);
    lean_result_free(&lean);
}

/* Returns the bytes of the i-th metric's instances if they are yet to be decoded, else NULL. */
static struct message_bytes *waiting(const struct result *result, size_t i)
{
    struct result_lists *lists = result->lists;
    return lists && i < lists->metrics.count && lists->metrics.items[i].data
               ? &lists->metrics.items[i]
               : NULL;
}

bool result_has_instances(const struct result *result, size_t i)
{
    return result->metrics[i]->n_metricvaluelist || waiting(result, i);
}

bool result_lost_instances(const struct result *result)
{
    return result->lists && result->lists->lost;
}

const Rep__ProfileMetricResult *result_instances(const struct result *result, size_t i)
{
    struct message_bytes *bytes = waiting(result, i);
    if (bytes) {
        if (!metric_unpack_instances(&result->lists->arena, bytes, result->metrics[i]))
            result->lists->lost = true;
        bytes->data = NULL;
    }
    return result->metrics[i];
}

/* Translates name ids of the file to those of the report. */
static void rename_metrics(struct result *result, const struct report_input *input)
{
    for (size_t i = 0; i < result->metric_count && input->names; i++)
        result->metrics[i]->nameid = report_input_name(input, result->metrics[i]->nameid);
}

/* Returns a metric as a whole number; 0 if it is negative, larger than `most` or no number. */
static uint64_t whole(const struct result *result, const char *name, double most)
{
    double value;
    return result_number(result, name, &value) && value >= 0 && value <= most ? (uint64_t)value : 0;
}

/* Reads the sizes of ranges and graphs, which are metrics. */
static bool find_dimensions(struct result *result)
{
    static const char *const names[2][3] = {
        {"launch__grid_dim_x", "launch__grid_dim_y", "launch__grid_dim_z"},
        {"launch__block_dim_x", "launch__block_dim_y", "launch__block_dim_z"}};
    for (int i = 0; i < 3; i++) {
        double number;
        if (!result_number(result, names[0][i], &number) ||
            !result_number(result, names[1][i], &number))
            return false;
        result->grid[i] = whole(result, names[0][i], UINT32_MAX);
        result->block[i] = whole(result, names[1][i], UINT32_MAX);
    }
    return true;
}

static void find_identity(struct result *result)
{
    result->arch = (unsigned)(whole(result, "device__attribute_compute_capability_major", 99) * 10 +
                              whole(result, "device__attribute_compute_capability_minor", 9));
    result->device = (int)whole(result, "device__attribute_device_index", INT32_MAX);
    result->has_dimensions = result->kind == ENTRY_KERNEL || find_dimensions(result);
    const char *chip = result_text(result, "device__attribute_display_name");
    result->chip = chip ? chip : "";
}

static const char *copy_text(struct result *result, const char *text)
{
    const char *copy = arena_strdup(&result->arena, text);
    return copy ? copy : "";
}

struct result *result_identity(const struct result *result)
{
    struct result *copy = mem_alloc(sizeof *copy);
    *copy = *result;
    copy->arena = (struct arena){0};
    copy->name = copy_text(copy, result->name);
    copy->demangled = copy_text(copy, result->demangled);
    copy->function = copy_text(copy, result->function);
    copy->mangled = copy_text(copy, result->mangled);
    copy->chip = copy_text(copy, result->chip);
    copy->nvtx = NULL;
    copy->cpu_stack = copy->python_stack = NULL;
    copy->comments = NULL, copy->section_comments = NULL, copy->comment_count = 0;
    copy->metric_count = copy->section_count = copy->rule_count = copy->own_rule_count = 0;
    copy->stored_metric_count = 0;
    copy->metrics = NULL, copy->stored_metrics = NULL, copy->sections = NULL, copy->rules = NULL;
    copy->message = NULL;
    copy->pooled = NULL;
    copy->lists = NULL;
    copy->found = NULL;
    build_index(copy);
    return copy;
}

static bool is_homeless(const Rep__RuleResult *rule)
{
    return rule->body && rule->body->n_items &&
           !(rule->sectionidentifier && *rule->sectionidentifier);
}

static bool any_homeless(const struct result *result)
{
    for (size_t i = 0; i < result->rule_count; i++)
        if (is_homeless(result->rules[i]))
            return true;
    return false;
}

void result_place_rules(struct result *result)
{
    const size_t count = result->section_count;
    if (!any_homeless(result) || (count && !*result->sections[count - 1]->identifier))
        return;
    Rep__ProfilerSection **sections = arena_alloc(&result->arena, (count + 2) * sizeof *sections);
    Rep__ProfilerSection *place = arena_alloc(&result->arena, sizeof *place);
    if (!sections || !place)
        return;
    rep__profiler_section__init(place);
    place->identifier = (char *)"";
    place->displayname = arena_strdup(&result->arena, "Rules Without a Section");
    if (count)
        memcpy(sections, result->sections, count * sizeof *sections);
    sections[count] = place;
    result->sections = sections;
    result->section_count++;
}

struct result *result_decode(struct report *report, const struct entry *entry, size_t index,
                             struct error *error)
{
    const struct report_input *input = report->rows[index].input;
    struct result *result = mem_alloc(sizeof *result);
    result->kind = entry->kind;
    result->index = index;
    result->report = report;
    result->arena.limit = DECODED_MINIMUM + entry->length * DECODED_PER_BYTE;
    unpack(result, entry);
    if (!result->message) {
        error_set(error, "%s: result %zu is damaged and cannot be shown", input->path,
                  index - input->first);
        result_free(result);
        return NULL;
    }
    result->name = result->demangled = result->function = result->mangled =
        entry_kind_name(entry->kind);
    switch (entry->kind) {
    case ENTRY_KERNEL:
        fill_kernel(result, (Rep__ProfileResult *)result->message);
        break;
    case ENTRY_RANGE:
        FILL_OTHER(result, (Rep__RangeResult *)result->message);
        break;
    case ENTRY_CMDLIST: {
        Rep__CmdlistResult *m = (Rep__CmdlistResult *)result->message;
        FILL_OTHER(result, m);
        fill_stream(result, m->has_streamid, m->streamid);
        break;
    }
    case ENTRY_GRAPH: {
        Rep__GraphResult *m = (Rep__GraphResult *)result->message;
        FILL_OTHER(result, m);
        fill_stream(result, m->has_streamid, m->streamid);
        break;
    }
    case ENTRY_SOURCE:
        break;
    }
    result->own_rule_count = report_is_ours(input->session) ? result->rule_count : 0;
    rename_metrics(result, input);
    build_index(result);
    find_identity(result);
    result_place_rules(result);
    rule_charts_place(result);
    return result;
}

void result_free(struct result *result)
{
    if (!result)
        return;
    give_sections_back(result);
    arena_free(&result->arena);
    if (result->lists) {
        arena_free(&result->lists->arena);
        free(result->lists->metrics.items);
        free(result->lists);
    }
    if (result->found)
        rule_findings_free(result->found);
    free(result->found);
    free(result->slots);
    free(result);
}

size_t result_bytes(const struct result *result)
{
    size_t bytes = sizeof *result + result->arena.used + result->slot_count * sizeof *result->slots;
    if (result->lists)
        bytes += result->lists->arena.used +
                 result->lists->metrics.capacity * sizeof *result->lists->metrics.items;
    for (size_t i = 0; result->pooled && result->pooled[i]; i++)
        bytes += pooled_section_bytes(result->pooled[i]);
    if (result->found)
        bytes += sizeof *result->found + result->found->arena.used;
    return bytes;
}

const char *result_metric_name(const struct result *result, size_t i)
{
    return report_string(result->report, result->metrics[i]->nameid);
}

/* Returns the index of a metric + 1, or 0. */
static size_t find_metric(const struct result *result, const char *name)
{
    uint32_t id;
    bool known = report_find_name(result->report, name, &id);
    return known || !*name ? result->slots[find_slot(result, id)] : 0;
}

const Rep__ProfileMetricResult *result_metric(const struct result *result, const char *name)
{
    size_t found = find_metric(result, name);
    return found ? result->metrics[found - 1] : NULL;
}

const Rep__ProfileMetricResult *result_metric_instances(const struct result *result,
                                                        const char *name)
{
    size_t found = find_metric(result, name);
    return found ? result_instances(result, found - 1) : NULL;
}

/* Makes a copy of the list of metrics, with room for one more. */
static bool copy_metrics(struct result *result)
{
    Rep__ProfileMetricResult **metrics =
        arena_alloc(&result->arena, (result->metric_count + 1) * sizeof *metrics);
    if (!metrics)
        return false;
    if (result->metric_count)
        memcpy(metrics, result->metrics, result->metric_count * sizeof *metrics);
    result->metrics = metrics;
    return true;
}

bool result_metric_is_new(const struct result *result, size_t i)
{
    return i >= result->stored_metric_count || result->metrics[i] != result->stored_metrics[i];
}

bool result_put_metric(struct result *result, Rep__ProfileMetricResult *metric)
{
    size_t at = find_metric(result, report_string(result->report, metric->nameid));
    if (at) {
        if (result->metrics == result->stored_metrics && !copy_metrics(result))
            return false;
        result->metrics[at - 1] = metric;
        struct message_bytes *bytes = waiting(result, at - 1);
        if (bytes)
            bytes->data = NULL;
        return true;
    }
    if (!copy_metrics(result))
        return false;
    result->metrics[result->metric_count++] = metric;
    free(result->slots);
    build_index(result);
    return true;
}

bool result_number(const struct result *result, const char *name, double *value)
{
    const Rep__ProfileMetricResult *metric = result_metric(result, name);
    return metric && metric_value_number(metric->metricvalue, value);
}

const char *result_text(const struct result *result, const char *name)
{
    const Rep__ProfileMetricResult *metric = result_metric(result, name);
    return metric && metric->metricvalue ? metric->metricvalue->stringvalue : NULL;
}

bool result_dimensions(const struct result *result, uint64_t grid[3], uint64_t block[3])
{
    if (!result->has_dimensions)
        return false;
    memcpy(grid, result->grid, sizeof result->grid);
    memcpy(block, result->block, sizeof result->block);
    return true;
}

unsigned result_arch(const struct result *result)
{
    return result->arch;
}

int result_device(const struct result *result)
{
    return result->device;
}

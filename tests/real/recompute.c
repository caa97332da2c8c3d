/* recompute REPORT...: makes the static metrics of each kernel anew from the launch and the device
 * that the report tells of (launch_metrics.h), and holds each against the recorded one: its kind,
 * its value and its instances. Prints what differs, what was recorded and not made, and how many
 * there were; status 1 if any differs.
 *
 * What the driver is asked for at the launch (registers, shared memory configuration, barriers,
 * clusters that can be active, limits of the context) is taken from the report. Not told there is
 * whether the kernel may have more than 48 KiB of shared memory: either answer may fit. */
#include <cuda.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "collect/metrics/launch_metrics.h"
#include "report/base/mem.h"
#include "report/file/report.h"
#include "report/metric/metric_value.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

enum { MOST_NUMBERS = 160, MOST_CLUSTER_SIZES = 16, ALL_SHARED = 256 << 10, MOST_NAMES = 200 };

static const struct {
    unsigned id;
    const char *name;
} attributes[] = {
#include "collect/metrics/device_attributes.inc"
};

/* What the report tells, in the form in which the injection library would. */
struct told {
    Wire__Device device;
    Wire__Facts facts;
    Wire__Number numbers[MOST_NUMBERS], functions[3];
    Wire__Number *number_pointers[MOST_NUMBERS], *function_pointers[3];
    Wire__Dimensions grid, block, cluster;
    uint32_t active[MOST_CLUSTER_SIZES];
};

static uint64_t whole(const struct result *result, const char *name)
{
    double value = 0;
    result_number(result, name, &value);
    return (uint64_t)value;
}

static bool has(const struct result *result, const char *name)
{
    double value;
    return result_number(result, name, &value);
}

static void tell_device(struct told *t, const struct result *result)
{
    Wire__Device *d = &t->device;
    wire__device__init(d);
    d->attributes = t->number_pointers;
    for (size_t i = 0; i < COUNT(attributes) && d->n_attributes < MOST_NUMBERS; i++) {
        char name[128];
        snprintf(name, sizeof name, "device__attribute_%s", attributes[i].name);
        if (!has(result, name))
            continue;
        Wire__Number *number = &t->numbers[d->n_attributes];
        wire__number__init(number);
        number->id = attributes[i].id;
        number->value = (int64_t)whole(result, name);
        t->number_pointers[d->n_attributes++] = number;
    }
    d->ordinal = (uint32_t)whole(result, "device__attribute_device_index");
    d->memory = whole(result, "device__attribute_total_memory");
    d->name = (char *)(uintptr_t)result_text(result, "device__attribute_display_name");
    if (whole(result, "device__attribute_chip") == 0x180)
        d->chip = (char *)(uintptr_t) "GH100";
    d->pci_revision = (uint32_t)whole(result, "device__attribute_gpu_pci_revision_id");
    d->pci_rate = (uint32_t)whole(result, "device__attribute_gpu_pci_ext_gpu_link_rate");
    d->pci_width = (uint32_t)whole(result, "device__attribute_gpu_pci_ext_gpu_link_width");
    d->has_pci_revision = d->has_pci_rate = d->has_pci_width = true;
}

static Wire__Dimensions dimensions(const struct result *result, const char *of)
{
    Wire__Dimensions d = WIRE__DIMENSIONS__INIT;
    uint32_t *const fields[] = {&d.x, &d.y, &d.z};
    for (size_t i = 0; i < COUNT(fields); i++) {
        char name[64];
        snprintf(name, sizeof name, "launch__%s_dim_%c", of, (char)('x' + (int)i));
        *fields[i] = (uint32_t)whole(result, name);
    }
    return d;
}

/* The number of the text that the report has for a setting. */
static uint32_t text_index(const struct result *result, const char *name, const char *const *texts,
                           size_t count)
{
    const char *text = result_text(result, name);
    for (size_t i = 0; text && i < count; i++)
        if (strcmp(text, texts[i]) == 0)
            return (uint32_t)i;
    return (uint32_t)count;
}

static void tell_settings(Wire__Facts *f, const struct result *result)
{
    static const char *const caches[] = {"CachePreferNone", "CachePreferShared", "CachePreferL1",
                                         "CachePreferEqual"};
    static const char *const policies[] = {"PolicyDefault", "PolicySpread", "PolicyLoadBalancing"};
    f->device = (uint32_t)whole(result, "launch__device_id");
    f->context = (uint32_t)whole(result, "launch__context_id");
    f->stream = (uint32_t)whole(result, "launch__stream_id");
    f->cluster_policy = text_index(result, "launch__cluster_scheduling_policy", policies, 3);
    f->stack_size = whole(result, "launch__stack_size");
    f->cache_config = text_index(result, "launch__func_cache_config", caches, 4);
    f->green_context = whole(result, "launch__uses_green_context");
    f->persisting_l2 = whole(result, "launch__persisting_l2_cache_size");
    f->device_launches = whole(result, "launch__uses_cdp");
    f->nvlink_centric = whole(result, "launch__uses_nvlink_centric_scheduling");
    f->has_stream = has(result, "launch__stream_id");
    f->has_cluster_policy = f->has_stack_size = f->has_cache_config = true;
    f->has_green_context = f->has_persisting_l2 = f->has_device_launches = true;
    f->has_nvlink_centric = true;
}

static void tell_launch(struct told *t, const struct result *result, bool more_shared)
{
    const int64_t functions[][2] = {
        {CU_FUNC_ATTRIBUTE_NUM_REGS, (int64_t)whole(result, "launch__registers_per_thread")},
        {CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES,
         (int64_t)whole(result, "launch__shared_mem_per_block_static")},
        {CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, more_shared ? ALL_SHARED : 0},
    };
    Wire__Facts *f = &t->facts;
    wire__facts__init(f);
    f->attributes = t->function_pointers;
    for (size_t i = 0; i < COUNT(functions); i++) {
        wire__number__init(&t->functions[i]);
        t->functions[i].id = (uint32_t)functions[i][0];
        t->functions[i].value = functions[i][1];
        t->function_pointers[f->n_attributes++] = &t->functions[i];
    }
    t->grid = dimensions(result, "grid");
    t->block = dimensions(result, "block");
    t->cluster = dimensions(result, "cluster");
    f->grid = &t->grid;
    f->block = &t->block;
    if (t->cluster.x)
        f->cluster = &t->cluster;
    f->registers = (uint32_t)whole(result, "launch__registers_per_thread");
    f->barriers = (uint32_t)whole(result, "launch__barrier_count");
    f->shared_config = (uint32_t)whole(result, "launch__shared_mem_config_size");
    f->dynamic_shared = (uint32_t)whole(result, "launch__shared_mem_per_block_dynamic");
    f->max_cluster_size = (uint32_t)whole(result, "launch__cluster_max_potential_size");
    f->max_active_clusters = (uint32_t)whole(result, "launch__cluster_max_active");
    f->has_registers = f->has_barriers = f->has_shared_config = f->has_max_cluster_size = true;
    const Rep__ProfileMetricResult *clusters =
        result_metric_instances(result, "launch__occupancy_per_cluster_size");
    f->active_clusters = t->active;
    for (size_t i = 1; clusters && i < clusters->n_metricvaluelist && i <= MOST_CLUSTER_SIZES;
         i++) {
        double value = 0;
        metric_value_number(clusters->metricvaluelist[i]->elementvalue, &value);
        t->active[f->n_active_clusters++] = (uint32_t)value;
    }
    tell_settings(f, result);
}

static bool same_value(const Rep__ProfileMetricValue *a, const Rep__ProfileMetricValue *b)
{
    if (!a || !b)
        return !a && !b;
    if (a->stringvalue || b->stringvalue)
        return a->stringvalue && b->stringvalue && strcmp(a->stringvalue, b->stringvalue) == 0;
    return a->has_floatvalue == b->has_floatvalue && a->has_doublevalue == b->has_doublevalue &&
           a->has_uint32value == b->has_uint32value && a->has_uint64value == b->has_uint64value &&
           (!a->has_floatvalue || a->floatvalue == b->floatvalue) &&
           (!a->has_doublevalue || a->doublevalue == b->doublevalue) &&
           (!a->has_uint32value || a->uint32value == b->uint32value) &&
           (!a->has_uint64value || a->uint64value == b->uint64value);
}

static bool same_metric(const Rep__ProfileMetricResult *a, const Rep__ProfileMetricResult *b)
{
    if (!same_value(a->metricvalue, b->metricvalue) || a->n_metricvaluelist != b->n_metricvaluelist)
        return false;
    for (size_t i = 0; i < a->n_metricvaluelist; i++)
        if (!same_value(a->metricvaluelist[i]->correlationid,
                        b->metricvaluelist[i]->correlationid) ||
            !same_value(a->metricvaluelist[i]->elementvalue, b->metricvaluelist[i]->elementvalue))
            return false;
    return true;
}

static bool is_static(const char *name)
{
    static const char *const prefixes[] = {"launch__", "device__attribute_", "sm__maximum_warps",
                                           "smsp__maximum_warps"};
    for (size_t i = 0; i < COUNT(prefixes); i++)
        if (strncmp(name, prefixes[i], strlen(prefixes[i])) == 0)
            return true;
    return false;
}

struct tally {
    size_t results, compared, different;
    char *missing[MOST_NAMES]; /* recorded, but not made */
    size_t missing_count;
};

static void note_missing(struct tally *tally, const char *name)
{
    for (size_t i = 0; i < tally->missing_count; i++)
        if (strcmp(tally->missing[i], name) == 0)
            return;
    if (tally->missing_count < MOST_NAMES)
        tally->missing[tally->missing_count++] = mem_strdup(name);
}

static double number_of(const Rep__ProfileMetricResult *metric)
{
    double value = 0;
    if (metric->metricvalue)
        metric_value_number(metric->metricvalue, &value);
    return value;
}

static void hold(struct tally *tally, const struct result *result, const struct metric_list *list,
                 const struct metric_list *list_more)
{
    for (size_t i = 0; i < result->metric_count; i++) {
        const char *name = result_metric_name(result, i);
        if (!is_static(name))
            continue;
        const Rep__ProfileMetricResult *recorded = result_instances(result, i);
        const Rep__ProfileMetricResult *made = metric_list_find(list, name);
        if (!made) {
            note_missing(tally, name);
            continue;
        }
        tally->compared++;
        if (same_metric(recorded, made) || same_metric(recorded, metric_list_find(list_more, name)))
            continue;
        tally->different++;
        printf("%s: %s: recorded %.17g with %zu instances, made %.17g with %zu\n", result->name,
               name, number_of(recorded), recorded->n_metricvaluelist, number_of(made),
               made->n_metricvaluelist);
    }
}

static void make(struct metric_list *list, struct told *told, const struct result *result,
                 bool more_shared)
{
    *told = (struct told){0};
    tell_device(told, result);
    tell_launch(told, result, more_shared);
    launch_metrics_add(list, &told->facts, &told->device, result->function);
    device_metrics_add(list, &told->device);
}

static void check(struct report *report, struct tally *tally)
{
    for (size_t i = 0; i < report_count(report); i++) {
        struct error error;
        const struct result *result = report_result(report, i, &error);
        if (!result || result->kind != ENTRY_KERNEL)
            continue;
        struct report *scratch = report_new("");
        struct metric_list lists[2];
        struct told told[2];
        for (int more = 0; more < 2; more++) {
            metric_list_init(&lists[more], scratch);
            make(&lists[more], &told[more], result, more);
        }
        hold(tally, result, &lists[0], &lists[1]);
        tally->results++;
        metric_list_free(&lists[0]);
        metric_list_free(&lists[1]);
        report_close(scratch);
        report_drop(report, i);
    }
}

int main(int argc, char **argv)
{
    struct tally tally = {0};
    for (int i = 1; i < argc; i++) {
        struct error error;
        struct report *report = report_open(argv[i], &error);
        if (!report) {
            printf("%s\n", error.text);
            return 1;
        }
        check(report, &tally);
        report_close(report);
    }
    for (size_t i = 0; i < tally.missing_count; i++) {
        printf("not made: %s\n", tally.missing[i]);
        free(tally.missing[i]);
    }
    printf("%zu kernels, %zu values, %zu differ\n", tally.results, tally.compared, tally.different);
    return tally.different || !tally.compared;
}

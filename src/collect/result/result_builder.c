/* A result is a list of metrics and a message around it. Facts of the launch and the device come
 * first, then the values of the counters, and then the metrics that the sections define by
 * expressions over those before (expr.h); so an expression may use all of them. result_message.c
 * makes the message, result_pack.c the bytes. */
#include "collect/result/result_builder.h"
#include "collect/result/time_metrics.h"

#include <math.h>
#include <stdlib.h>

#include "collect/machine/boards.h"
#include "collect/metrics/computed_metrics.h"
#include "collect/metrics/graph_metrics.h"
#include "collect/metrics/launch_metrics.h"
#include "collect/metrics/link_metrics.h"
#include "collect/result/inside_metrics.h"
#include "collect/result/opcode_metrics.h"
#include "collect/result/result_message.h"
#include "report/base/mem.h"
#include "report/expr/expr.h"
#include "report/expr/expr_metric.h"
#include "report/file/report_weight.h"
#include "report/names/demangle.h"

struct section_scope result_scope(const Wire__Device *device, float driver)
{
    const Wire__Board *board = device_board(device);
    return (struct section_scope){.arch = device_arch(device),
                                  .scope = REP__COLLECTION_SCOPE__CollectionScope_Launch,
                                  .driver = driver,
                                  .is_virtual = board && board->is_virtual};
}

static void add_counters(struct metric_list *list, const struct result_input *input)
{
    const double *value = input->values;
    for (size_t i = 0; i < input->chip_plan->group_count; i++) {
        const struct plan_group *group = &input->chip_plan->groups[i];
        for (size_t j = 0; j < group->count; j++, value++)
            if (isnan(*value))
                metric_add_empty(list, group->metrics[j]);
            else
                metric_add_number(list, group->metrics[j], *value);
    }
}

static bool look_up(void *context, const struct expr_name *name, struct expr_value *value)
{
    return expr_metric_operand(metric_list_find(context, name->text), name, value);
}

static void add_derived(struct metric_list *list, const char *name, const struct expr_value *value)
{
    if (value->text)
        metric_add_text(list, name, value->text);
    else if (value->whole)
        metric_add_integer(list, name, expr_whole(expr_value_total(value)));
    else
        metric_add_number(list, name, expr_value_total(value));
    if (value->count)
        metric_add_instances(list, value->ids, value->elements, value->count,
                             value->whole_elements);
}

static void add_definitions(struct metric_list *list, const Rep__ProfilerSection *section,
                            const struct section_scope *scope)
{
    const Rep__ProfilerSectionMetricDefinitions *all = section->metricdefinitions;
    for (size_t i = 0; all && i < all->n_metricdefinitions; i++) {
        const Rep__ProfilerSectionMetricDefinition *definition = all->metricdefinitions[i];
        struct expr_value value;
        if (!section_filter_passes(definition->filter, scope) ||
            metric_list_find(list, definition->name) ||
            !expr_evaluate(definition->expression, look_up, list, &value, NULL))
            continue;
        add_derived(list, definition->name, &value);
        expr_value_free(&value);
    }
}

static void add_graph_facts(struct metric_list *list, const struct result_input *input)
{
    if (input->result->is_range)
        range_metrics_add(list, input->result->graph, input->device);
    else
        graph_metrics_add(list, input->result->graph, input->device);
    device_metrics_add(list, input->device);
    link_metrics_add(list, input->device);
}

/* What the launch stands for (report/file/report_weight.h). */
static void add_weight(struct metric_list *list, const struct result_input *input)
{
    const struct chosen_launch *chosen = input->chosen;
    const Wire__Result *result = input->result;
    if (!chosen)
        return;
    const struct chosen_group *group = &input->choice->groups[chosen->group];
    metric_add_integer(list, WEIGHT_GROUP, chosen->group);
    metric_add_integer(list, WEIGHT_GROUP_LAUNCHES, (uint64_t)group->launches);
    metric_add_number(list, WEIGHT_GROUP_TIME, group->time);
    metric_add_number(list, WEIGHT_GROUP_SPREAD, 100 * group->spread);
    metric_add_integer(list, WEIGHT_KERNEL_LAUNCHES, (uint64_t)group->kernel_launches);
    metric_add_number(list, WEIGHT_KERNEL_TIME, group->kernel_time);
    metric_add_integer(list, WEIGHT_RUN_LAUNCHES, (uint64_t)input->choice->run_launches);
    metric_add_number(list, WEIGHT_RUN_TIME, input->choice->run_time);
    metric_add_number(list, WEIGHT_OWN_TIME, chosen->time);
    metric_add_integer(list, WEIGHT_INSIDE,
                       result->counts || result->samples || result->n_time_samples);
}

uint8_t *result_build(const struct result_input *input, size_t *length)
{
    struct metric_list list;
    struct result_message message;
    const Wire__Facts *facts = input->result->facts;
    const bool is_graph = input->result->graph, is_range = is_graph && input->result->is_range;
    struct section_scope scope = result_scope(input->device, input->driver);
    char *full = demangle_full(facts->mangled), *function = demangle_function(full);
    metric_list_init(&list, input->report);
    if (is_graph) {
        scope.scope = REP__COLLECTION_SCOPE__CollectionScope_Range;
        add_graph_facts(&list, input);
    } else {
        computed_metrics_add_launch(&list, facts, input->device, function);
        if (input->result->variant)
            metric_add_text(&list, "launch__series_parameters", input->result->variant);
        add_weight(&list, input);
    }
    for (size_t i = 0; i < input->chip_plan->text_count; i++)
        metric_add_text(&list, input->chip_plan->texts[i].name, input->chip_plan->texts[i].value);
    computed_metrics_add_replay(&list, input->window, is_range);
    inside_metrics_add(&list, input);
    time_metrics_add(&list, input);
    opcode_metrics_add(&list, input);
    add_counters(&list, input);
    for (size_t i = 0; i < input->plan->section_count; i++)
        add_definitions(&list, input->plan->sections[i], &scope);
    const ProtobufCMessage *packed = result_message_fill(&message, input, full, function);
    uint8_t *bytes = result_pack(packed, &list, input->sections, input->plan, &scope, length);
    result_message_free(&message);
    metric_list_free(&list);
    free(full);
    free(function);
    return bytes;
}

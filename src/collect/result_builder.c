#include "result_builder.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "boards.h"
#include "demangle.h"
#include "expr.h"
#include "expr_metric.h"
#include "graph_metrics.h"
#include "launch_metrics.h"
#include "link_metrics.h"
#include "mem.h"
#include "metric_list.h"
#include "range_nvtx.h"

struct section_scope result_scope(const Wire__Device *device, float driver)
{
    const Wire__Board *board = device_board(device);
    return (struct section_scope){.arch = device_arch(device),
                                  .scope = REP__COLLECTION_SCOPE__CollectionScope_Launch,
                                  .driver = driver,
                                  .is_virtual = board && board->is_virtual};
}

void result_add_replay(struct metric_list *list, const Wire__Window *window, bool is_range)
{
    static const char *const names[] = {"profiler__replayer_bytes_mem_accessible",
                                        "profiler__replayer_bytes_mem_backed_up"};
    const double bytes[] = {(double)window->bytes_accessible, (double)window->bytes_saved};
    double passes = 0;
    for (size_t i = 0; i < window->n_groups; i++)
        passes += window->groups[i]->passes;
    metric_add_number(list, "profiler__replayer_passes", passes);
    /* Runs that warm up are part of a pass. */
    metric_add_number(list, "profiler__replayer_passes_type_warmup", 0);
    for (int i = 0; i < 2 && !is_range; i++)
        for (int j = 0; j < 4; j++) {
            char *name =
                mem_printf("%s.%s", names[i], (const char *const[]){"min", "max", "sum", "avg"}[j]);
            metric_add_number(list, name, bytes[i] * (j == 2 ? passes : 1));
            free(name);
        }
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
    else if (value->whole && !value->count)
        metric_add_integer(list, name, expr_whole(value->value));
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

static void add_code(struct metric_list *list, const Wire__Facts *facts)
{
    if (!facts->has_code)
        return;
    metric_add_integer(list, "launch__function_pcs", 1);
    metric_add_instances(list, (const uint64_t[]){0}, (const double[]){(double)facts->code}, 1,
                         true);
}

void result_add_facts(struct metric_list *list, const Wire__Facts *facts,
                      const Wire__Device *device, const char *function)
{
    launch_metrics_add(list, facts, device, function);
    add_code(list, facts);
    device_metrics_add(list, device);
    link_metrics_add(list, device);
}

static Rep__Uint64x3 dimensions(const Wire__Dimensions *from)
{
    Rep__Uint64x3 d = REP__UINT64X3__INIT;
    d.has_x = d.has_y = d.has_z = true;
    d.x = from ? from->x : 0;
    d.y = from ? from->y : 0;
    d.z = from ? from->z : 0;
    return d;
}

static uint8_t *pack(const struct result_input *input, const struct section_scope *scope,
                     struct metric_list *list, char *full, char *function, size_t *length)
{
    const Wire__Facts *facts = input->result->facts;
    Rep__ProfileResult m = REP__PROFILE_RESULT__INIT;
    Rep__SourceData source = REP__SOURCE_DATA__INIT;
    Rep__ProfilerClockStatusMessage clock = REP__PROFILER_CLOCK_STATUS_MESSAGE__INIT;
    Rep__ProfileSeriesInfoMessage series = REP__PROFILE_SERIES_INFO_MESSAGE__INIT;
    Rep__Uint64x3 offset = dimensions(NULL), grid = dimensions(facts->grid),
                  block = dimensions(facts->block);
    m.threadid = facts->thread;
    m.apicallid = input->result->launch;
    m.programhandle = facts->module;
    m.kernelid = facts->function;
    m.kernelmangledname = facts->mangled;
    m.kernelfunctionname = function;
    m.kerneldemangledname = full;
    m.workdimensions = 3;
    m.globalworkoffset = &offset;
    m.gridsize = &grid;
    m.blocksize = &block;
    m.has_creationtime = true;
    m.creationtime = (uint64_t)time(NULL);
    source.has_reference = facts->has_module;
    source.reference = facts->module;
    m.source = &source;
    m.has_api = true;
    m.has_contextid = true;
    m.contextid = facts->context;
    m.has_streamid = facts->has_stream;
    m.streamid = facts->stream;
    clock.requestedlock = input->clock_requested;
    clock.executedlocked = input->clock_locked;
    m.clockstatus = &clock;
    m.nvtx = input->nvtx;
    m.cpustack = input->cpu_stack;
    m.pythonstack = input->python_stack;
    series.seriesid = input->series;
    series.combinationstr = input->result->combination;
    m.seriesinfo = input->result->combination ? &series : NULL;
    m.renameddemangledname = "";
    m.has_kmdversion = true;
    m.kmdversion = input->driver;
    return result_pack(&m.base, list, input->sections, input->plan, scope, length);
}

/* Modules of the kernels, each once. */
static size_t list_modules(const Wire__WholeGraph *graph, uint64_t *modules)
{
    size_t count = 0;
    for (size_t i = 0; i < graph->n_kernels; i++) {
        size_t at = 0;
        while (at < count && modules[at] != graph->kernels[i]->module)
            at++;
        if (at == count && graph->kernels[i]->has_module)
            modules[count++] = graph->kernels[i]->module;
    }
    return count;
}

static uint8_t *pack_graph(const struct result_input *input, const struct section_scope *scope,
                           struct metric_list *list, size_t *length)
{
    const Wire__Facts *facts = input->result->facts;
    const Wire__WholeGraph *graph = input->result->graph;
    Rep__GraphResult m = REP__GRAPH_RESULT__INIT;
    Rep__ProfilerClockStatusMessage clock = REP__PROFILER_CLOCK_STATUS_MESSAGE__INIT;
    m.threadid = facts->thread;
    m.apicallid = input->result->launch;
    m.has_creationtime = true;
    m.creationtime = (uint64_t)time(NULL);
    m.has_api = true;
    m.nvtx = input->nvtx;
    m.cpustack = input->cpu_stack;
    m.pythonstack = input->python_stack;
    m.has_contextid = true;
    m.contextid = facts->context;
    m.has_streamid = facts->has_stream;
    m.streamid = facts->stream;
    clock.requestedlock = input->clock_requested;
    clock.executedlocked = input->clock_locked;
    m.clockstatus = &clock;
    m.references = mem_alloc((graph->n_kernels + 1) * sizeof *m.references);
    m.n_references = list_modules(graph, m.references);
    m.has_kmdversion = true;
    m.kmdversion = input->driver;
    uint8_t *bytes = result_pack(&m.base, list, input->sections, input->plan, scope, length);
    free(m.references);
    return bytes;
}

static uint8_t *pack_range(const struct result_input *input, const struct section_scope *scope,
                           struct metric_list *list, size_t *length)
{
    const Wire__Facts *facts = input->result->facts;
    const Wire__WholeGraph *kernels = input->result->graph;
    Rep__RangeResult m = REP__RANGE_RESULT__INIT;
    Rep__ProfilerClockStatusMessage clock = REP__PROFILER_CLOCK_STATUS_MESSAGE__INIT;
    struct range_nvtx none;
    m.threadid = facts->thread;
    m.apicallid = input->result->launch;
    m.has_creationtime = true;
    m.creationtime = (uint64_t)time(NULL);
    m.has_api = true;
    m.nvtx = input->nvtx ? input->nvtx : range_nvtx_none(&none, facts->thread);
    m.has_contextid = true;
    m.contextid = facts->context;
    clock.requestedlock = input->clock_requested;
    clock.executedlocked = input->clock_locked;
    m.clockstatus = &clock;
    m.references = mem_alloc((kernels->n_kernels + 1) * sizeof *m.references);
    m.n_references = list_modules(kernels, m.references);
    m.has_kmdversion = true;
    m.kmdversion = input->driver;
    uint8_t *bytes = result_pack(&m.base, list, input->sections, input->plan, scope, length);
    free(m.references);
    return bytes;
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

uint8_t *result_build(const struct result_input *input, size_t *length)
{
    struct metric_list list;
    const Wire__Facts *facts = input->result->facts;
    const bool is_graph = input->result->graph, is_range = is_graph && input->result->is_range;
    struct section_scope scope = result_scope(input->device, input->driver);
    char *full = demangle_full(facts->mangled), *function = demangle_function(full);
    metric_list_init(&list, input->report);
    if (is_graph) {
        scope.scope = REP__COLLECTION_SCOPE__CollectionScope_Range;
        add_graph_facts(&list, input);
    } else {
        result_add_facts(&list, facts, input->device, function);
        if (input->result->combination)
            metric_add_text(&list, "launch__series_parameters", input->result->combination);
    }
    for (size_t i = 0; i < input->chip_plan->text_count; i++)
        metric_add_text(&list, input->chip_plan->texts[i].name, input->chip_plan->texts[i].value);
    result_add_replay(&list, input->window, is_range);
    add_counters(&list, input);
    for (size_t i = 0; i < input->plan->section_count; i++)
        add_definitions(&list, input->plan->sections[i], &scope);
    uint8_t *bytes = is_range   ? pack_range(input, &scope, &list, length)
                     : is_graph ? pack_graph(input, &scope, &list, length)
                                : pack(input, &scope, &list, full, function, length);
    metric_list_free(&list);
    free(full);
    free(function);
    return bytes;
}

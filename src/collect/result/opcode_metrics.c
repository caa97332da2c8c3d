#include "collect/result/opcode_metrics.h"

#include <stdlib.h>
#include <string.h>

#include "collect/metrics/instruction_metrics.h"
#include "collect/metrics/launch_metrics.h"
#include "report/base/mem.h"
#include "report/code/cubin.h"
#include "report/code/register_spills.h"
#include "report/code/sass_opcode.h"

enum { SASS_STEP = 16 };

/* The operations of the functions that a launch ran. */
struct function {
    struct sass_opcodes opcodes;
    struct register_spills spills;
    uint64_t address;
};

struct code {
    struct function *functions;
    size_t count;
};

/* A name and what it comes to. */
struct share {
    const char *name;
    double value;
};

struct shares {
    struct share *list;
    size_t count, capacity;
    double total;
};

static const Rep__SourceData *module_of(const struct result_input *input)
{
    const Wire__Facts *facts = input->result->facts;
    return facts->has_module ? report_source(input->report, report_newest_file(input->report),
                                             input->process, facts->module)
                             : NULL;
}

static uint64_t address_of(const Rep__SourceData *source, const char *mangled)
{
    const Rep__RelocationData *places = source->relocationdata;
    for (size_t i = 0; places && i < places->n_functions; i++)
        if (strcmp(places->functions[i]->symbolname, mangled) == 0)
            return places->functions[i]->address;
    return 0;
}

static void open_code(struct code *code, const struct result_input *input)
{
    const Wire__Instructions *instructions = input->result->counts->instructions;
    const Rep__SourceData *source = module_of(input);
    struct cubin cubin;
    struct error error;
    *code = (struct code){0};
    if (!source || !cubin_open(&cubin, source->binary.data, source->binary.len, &error))
        return;
    code->functions = mem_alloc((instructions->n_functions + 1) * sizeof *code->functions);
    for (size_t i = 0; i < instructions->n_functions; i++) {
        const char *mangled = instructions->functions[i];
        struct cubin_function function;
        const uint64_t address = address_of(source, mangled);
        if (!address || !cubin_function(&cubin, mangled, &function))
            continue;
        struct function *next = &code->functions[code->count++];
        next->address = address;
        sass_opcodes_read(&next->opcodes, &function, mangled, device_arch(input->device), NULL, 0);
        register_spills_read(&next->spills, &cubin, mangled);
    }
}

static void close_code(struct code *code)
{
    for (size_t i = 0; i < code->count; i++) {
        sass_opcodes_free(&code->functions[i].opcodes);
        register_spills_free(&code->functions[i].spills);
    }
    free(code->functions);
}

static bool is_spill(const struct code *code, uint64_t address)
{
    for (size_t i = 0; i < code->count; i++)
        if (address >= code->functions[i].address &&
            register_spills_has(&code->functions[i].spills, address - code->functions[i].address))
            return true;
    return false;
}

static const struct sass_operation *operation_at(const struct code *code, uint64_t address)
{
    for (size_t i = 0; i < code->count; i++) {
        const struct function *function = &code->functions[i];
        const uint64_t at = (address - function->address) / SASS_STEP;
        if (address >= function->address && at < function->opcodes.count)
            return &function->opcodes.items[at];
    }
    return NULL;
}

static void add_share(struct shares *shares, const char *name, double value)
{
    size_t i = 0;
    while (i < shares->count && strcmp(shares->list[i].name, name) != 0)
        i++;
    if (i == shares->count) {
        mem_grow(&shares->list, shares->count, &shares->capacity, sizeof *shares->list);
        shares->list[shares->count++] = (struct share){name, 0};
    }
    shares->list[i].value += value;
    shares->total += value;
}

static int compare_shares(const void *a, const void *b)
{
    const struct share *x = a, *y = b;
    return x->value != y->value ? (x->value < y->value) - (x->value > y->value)
                                : strcmp(y->name, x->name);
}

/* Opcodes that never ran have no part. */
static void add_metric(struct metric_list *list, const char *name, struct shares *shares)
{
    size_t used = 0;
    qsort(shares->list, shares->count, sizeof *shares->list, compare_shares);
    const char **names = mem_alloc((shares->count + 1) * sizeof *names);
    double *values = mem_alloc((shares->count + 1) * sizeof *values);
    for (size_t i = 0; i < shares->count; i++)
        if (shares->list[i].value > 0) {
            names[used] = shares->list[i].name;
            values[used++] = shares->list[i].value;
        }
    metric_add_number(list, name, shares->total);
    metric_add_named_instances(list, names, values, used);
    free(names);
    free(values);
}

static void add_shares(struct metric_list *list, const struct code *code,
                       const struct opcode_metric *metric)
{
    const Rep__ProfileMetricResult *counts = metric_list_find(list, metric->counts);
    struct shares shares = {0};
    if (!counts || metric_list_find(list, metric->name))
        return;
    for (size_t i = 0; i < counts->n_metricvaluelist; i++) {
        const Rep__ProfileMetricListElement *element = counts->metricvaluelist[i];
        const struct sass_operation *operation =
            operation_at(code, element->correlationid->uint64value);
        const char *name = operation && *operation->name ? operation->name : "?";
        if (metric->by_kind)
            name = operation ? operation->kind : sass_opcode_kind("");
        add_share(&shares, name, (double)element->elementvalue->uint64value);
    }
    if (shares.count)
        add_metric(list, metric->name, &shares);
    free(shares.list);
}

static bool fits(const struct spill_metric *metric, const char *opcode)
{
    const size_t length = strlen(opcode), end = strlen(metric->end);
    return strncmp(opcode, metric->begin, strlen(metric->begin)) == 0 && length >= end &&
           strcmp(opcode + length - end, metric->end) == 0;
}

static void add_spills(struct metric_list *list, const struct code *code,
                       const struct spill_metric *metric)
{
    const Rep__ProfileMetricResult *counts = metric_list_find(list, "inst_executed");
    uint64_t total = 0;
    if (!counts || metric_list_find(list, metric->name))
        return;
    for (size_t i = 0; i < counts->n_metricvaluelist; i++) {
        const Rep__ProfileMetricListElement *element = counts->metricvaluelist[i];
        const uint64_t address = element->correlationid->uint64value;
        const struct sass_operation *operation = operation_at(code, address);
        if (operation && is_spill(code, address) && fits(metric, operation->name))
            total += element->elementvalue->uint64value;
    }
    metric_add_integer(list, metric->name, total);
}

void opcode_metrics_add(struct metric_list *list, const struct result_input *input)
{
    const struct chip_plan *plan = input->chip_plan;
    struct code code;
    bool any = false;
    for (size_t i = 0; i < plan->inside_count; i++)
        any = any || opcode_metric_find(plan->inside[i]) || spill_metric_find(plan->inside[i]);
    if (!any || !input->result->counts || !input->result->counts->instructions)
        return;
    open_code(&code, input);
    for (size_t i = 0; i < plan->inside_count; i++) {
        const struct opcode_metric *metric = opcode_metric_find(plan->inside[i]);
        const struct spill_metric *spill = spill_metric_find(plan->inside[i]);
        if (metric)
            add_shares(list, &code, metric);
        if (spill && code.count)
            add_spills(list, &code, spill);
    }
    close_code(&code);
}

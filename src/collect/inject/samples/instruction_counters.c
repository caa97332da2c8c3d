#include "collect/inject/samples/instruction_counters.h"

#include <stdlib.h>
#include <string.h>

/* A device is configured once in the life of the process. */
static struct instruction_counters *devices;

/* More rounds than a kernel has functions. */
enum { MOST_ROUNDS = 10000 };

/* Keeps the names that the chip has. They outlive the schedule, which goes with its context. */
static CUptiResult look_up(struct instruction_counters *counters, const struct foil_cupti *cupti,
                           char *const *names, size_t count)
{
    CUpti_Device_GetChipName_Params chip = {.structSize =
                                                CUpti_Device_GetChipName_Params_STRUCT_SIZE,
                                            .deviceIndex = (size_t)counters->device};
    CUptiResult result = cupti->chip_name(&chip);
    for (size_t i = 0; i < count && result == CUPTI_SUCCESS; i++) {
        CUpti_SassMetrics_GetProperties_Params metric = {
            .structSize = CUpti_SassMetrics_GetProperties_Params_STRUCT_SIZE,
            .pChipName = chip.pChipName,
            .pMetricName = names[i]};
        if (cupti->sass_properties(&metric) != CUPTI_SUCCESS)
            continue;
        counters->ids[counters->count] = metric.metric.metricId;
        counters->names[counters->count] = strdup(names[i]);
        if (!counters->names[counters->count])
            return CUPTI_ERROR_OUT_OF_MEMORY;
        counters->count++;
    }
    return result == CUPTI_SUCCESS && !counters->count ? CUPTI_ERROR_NOT_SUPPORTED : result;
}

static CUptiResult configure(const struct instruction_counters *counters,
                             const struct foil_cupti *cupti)
{
    CUpti_SassMetrics_Config *configs = calloc(counters->count, sizeof *configs);
    if (!configs)
        return CUPTI_ERROR_OUT_OF_MEMORY;
    for (size_t i = 0; i < counters->count; i++)
        configs[i] =
            (CUpti_SassMetrics_Config){counters->ids[i], CUPTI_SASS_METRICS_OUTPUT_GRANULARITY_GPU};
    CUpti_SassMetricsSetConfig_Params set = {.structSize =
                                                 CUpti_SassMetricsSetConfig_Params_STRUCT_SIZE,
                                             .numOfMetricConfig = counters->count,
                                             .pConfigs = configs,
                                             .deviceIndex = (uint32_t)counters->device};
    CUptiResult result = cupti->sass_set_config(&set);
    free(configs);
    return result;
}

const struct instruction_counters *instruction_counters_open(const struct foil_cupti *cupti,
                                                             CUdevice device, uint32_t context,
                                                             char *const *names, size_t count,
                                                             CUptiResult *result)
{
    struct instruction_counters *counters = devices;
    while (counters && counters->device != device)
        counters = counters->next;
    if (!counters) {
        counters = calloc(1, sizeof *counters);
        if (!counters)
            return NULL;
        counters->device = device;
        counters->context = context;
        counters->ids = calloc(count + 1, sizeof *counters->ids);
        counters->names = calloc(count + 1, sizeof *counters->names);
        counters->next = devices;
        devices = counters;
        counters->opened = CUPTI_ERROR_OUT_OF_MEMORY;
        if (counters->ids && counters->names)
            counters->opened = look_up(counters, cupti, names, count);
        if (counters->opened == CUPTI_SUCCESS)
            counters->opened = configure(counters, cupti);
    }
    *result = counters->opened;
    return counters;
}

CUptiResult instruction_counters_start(const struct foil_cupti *cupti, CUcontext context)
{
    /* Functions are patched when they run: a library may bring thousands that never do. */
    CUpti_SassMetricsEnable_Params enable = {.structSize =
                                                 CUpti_SassMetricsEnable_Params_STRUCT_SIZE,
                                             .ctx = context,
                                             .enableLazyPatching = 1};
    return cupti->sass_enable(&enable);
}

CUptiResult instruction_counters_stop(const struct foil_cupti *cupti, CUcontext context)
{
    CUpti_SassMetricsDisable_Params disable = {
        .structSize = CUpti_SassMetricsDisable_Params_STRUCT_SIZE, .ctx = context};
    return cupti->sass_disable(&disable);
}

void instruction_counters_drop(const struct foil_cupti *cupti, const struct foil_driver *driver,
                               CUcontext context, uint32_t id)
{
    struct instruction_counters *counters = devices;
    while (counters && counters->context != id)
        counters = counters->next;
    if (!counters || counters->opened != CUPTI_SUCCESS)
        return;
    CUpti_SassMetricsUnsetConfig_Params unset = {
        .structSize = CUpti_SassMetricsUnsetConfig_Params_STRUCT_SIZE,
        .deviceIndex = (uint32_t)counters->device};
    CUcontext previous;
    const bool current = driver->ctx_push_current(context) == CUDA_SUCCESS;
    cupti->sass_unset_config(&unset);
    if (current)
        driver->ctx_pop_current(&previous);
    counters->opened = CUPTI_ERROR_OUT_OF_MEMORY;
}

/* The records of a flush, with room for their values. */
static CUpti_SassMetrics_Data *new_records(size_t records, size_t values)
{
    CUpti_SassMetrics_Data *data = calloc(records, sizeof *data);
    CUpti_SassMetrics_InstanceValue *all = calloc(records, values * sizeof *all);
    if (!data || !all) {
        free(data);
        free(all);
        return NULL;
    }
    for (size_t i = 0; i < records; i++) {
        data[i].structSize = sizeof *data;
        data[i].pInstanceValues = all + i * values;
    }
    return data;
}

static void free_records(CUpti_SassMetrics_Data *data)
{
    free(data[0].pInstanceValues);
    free(data);
}

static size_t column_of(const struct instruction_counters *counters, uint64_t id)
{
    size_t i = 0;
    while (i < counters->count && counters->ids[i] != id)
        i++;
    return i;
}

/* Gives an instruction that is new a row of zeros. */
static bool make_row(const struct instruction_counters *counters, uint32_t row,
                     struct instruction_counts *counts)
{
    Wire__InstructionCounts *m = &counts->message;
    const size_t wanted = (row + (size_t)1) * counters->count;
    if (wanted > counts->room) {
        uint64_t *larger = realloc(m->values, 2 * wanted * sizeof *larger);
        if (!larger)
            return false;
        m->values = larger;
        counts->room = 2 * wanted;
    }
    for (; m->n_values < wanted; m->n_values++)
        m->values[m->n_values] = 0;
    return true;
}

/* A record has the values of one metric at one instruction, one for each instance: with GPU
 * granularity there is one instance. Values are kept as in the message: 0 if a metric does not
 * count at an instruction, else one more than the count. */
static bool add_record(const struct instruction_counters *counters,
                       const CUpti_SassMetrics_Data *record, size_t values,
                       struct instruction_counts *counts)
{
    uint32_t row;
    if (!code_points_add(&counts->points, record->functionName ? record->functionName : "",
                         record->pcOffset, &row) ||
        !make_row(counters, row, counts))
        return false;
    for (size_t i = 0; i < values; i++) {
        const size_t column = column_of(counters, record->pInstanceValues[i].metricId);
        if (column == counters->count)
            continue;
        uint64_t *value = &counts->message.values[row * counters->count + column];
        *value += record->pInstanceValues[i].value + !*value;
    }
    return true;
}

/* Takes the records of one function. *left: there were some. */
static CUptiResult take_some(const struct instruction_counters *counters,
                             const struct foil_cupti *cupti, CUcontext context,
                             struct instruction_counts *counts, bool *left)
{
    CUpti_SassMetricsGetDataProperties_Params properties = {
        .structSize = CUpti_SassMetricsGetDataProperties_Params_STRUCT_SIZE, .ctx = context};
    CUptiResult result = cupti->sass_data_properties(&properties);
    const size_t records = properties.numOfPatchedInstructionRecords;
    const size_t values = properties.numOfInstances;
    *left = result == CUPTI_SUCCESS && records && values;
    if (!*left)
        return result;
    CUpti_SassMetrics_Data *data = new_records(records, values);
    if (!data)
        return CUPTI_ERROR_OUT_OF_MEMORY;
    CUpti_SassMetricsFlushData_Params flush = {.structSize =
                                                   CUpti_SassMetricsFlushData_Params_STRUCT_SIZE,
                                               .ctx = context,
                                               .numOfPatchedInstructionRecords = records,
                                               .numOfInstances = properties.numOfInstances,
                                               .pMetricsData = data};
    result = cupti->sass_flush(&flush);
    for (size_t i = 0; i < records && counts && result == CUPTI_SUCCESS; i++)
        if (!add_record(counters, &data[i], values, counts))
            result = CUPTI_ERROR_OUT_OF_MEMORY;
    free_records(data);
    return result;
}

CUptiResult instruction_counters_take(const struct instruction_counters *counters,
                                      const struct foil_cupti *cupti, CUcontext context,
                                      struct instruction_counts *counts)
{
    bool left = true;
    CUptiResult result = CUPTI_SUCCESS;
    for (size_t i = 0; i < MOST_ROUNDS && left && result == CUPTI_SUCCESS; i++)
        result = take_some(counters, cupti, context, counts, &left);
    return result;
}

void instruction_counts_init(struct instruction_counts *counts)
{
    *counts = (struct instruction_counts){0};
    code_points_init(&counts->points);
    wire__instruction_counts__init(&counts->message);
}

void instruction_counts_free(struct instruction_counts *counts)
{
    code_points_free(&counts->points);
    free(counts->message.values);
    instruction_counts_init(counts);
}

Wire__InstructionCounts *instruction_counts_message(struct instruction_counts *counts)
{
    counts->message.instructions = &counts->points.message;
    return &counts->message;
}

/* SASS metrics: counts of single instructions. As the real ones, a device takes one configuration
 * in the life of a process; a record is of one metric at one instruction, and only metrics that
 * apply there have one; a flush hands over the records of one function; and a flush without records
 * is an error. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "cupti_inside.h"

enum { MOST_FUNCTIONS = 512, MOST_METRICS = 128, DEVICES = 64 };

/* Which instructions a metric counts, as bits, and what it counts there: a multiple of warps or of
 * threads, in halves. */
static const struct sass_metric {
    const char *name;
    unsigned instructions;
    bool of_threads;
    unsigned halves;
} metrics[] = {
    {"smsp__sass_inst_executed", 0x7f, false, 2},
    {"smsp__sass_thread_inst_executed", 0x7f, true, 2},
    {"smsp__sass_thread_inst_executed_pred_on", 0x7f, true, 2},
    {"smsp__sass_inst_executed_op_global", 0x0e, false, 2},
    {"smsp__sass_inst_executed_op_local", 0x20, false, 2},
    {"smsp__sass_inst_executed_op_shared", 0x10, false, 2},
    {"smsp__sass_inst_executed_op_ld", 0x16, false, 2},
    {"smsp__sass_inst_executed_op_st", 0x28, false, 2},
    {"smsp__sass_inst_executed_op_atom", 0, false, 2},
    {"smsp__sass_inst_executed_op_branch", 0x40, false, 2},
    {"smsp__sass_inst_executed_op_memory_8b", 0, false, 2},
    {"smsp__sass_inst_executed_op_memory_16b", 0, false, 2},
    {"smsp__sass_inst_executed_op_memory_32b", 0x1e, false, 2},
    {"smsp__sass_inst_executed_op_memory_64b", 0, false, 2},
    {"smsp__sass_inst_executed_op_memory_128b", 0x20, false, 2},
    {"smsp__sass_l1tex_tags_mem_global", 0x0e, false, 2},
    {"smsp__sass_l1tex_pipe_lsu_wavefronts_mem_shared", 0x10, false, 4},
    {"smsp__sass_l1tex_pipe_lsu_wavefronts_mem_shared_ideal", 0x10, false, 2},
    {"smsp__sass_sectors_mem_global", 0x0e, false, 16},
    {"smsp__sass_sectors_mem_global_ideal", 0x0e, false, 8},
    {"smsp__sass_sectors_mem_local", 0x20, false, 8},
    {"smsp__sass_branch_targets_threads_divergent", 0x40, false, 1},
    {"smsp__sass_branch_targets_threads_uniform", 0x40, false, 1},
    {"smsp__sass_inst_executed_memdesc_explicit_hitprop_evict_first", 0x0e, false, 0},
    {"smsp__sass_inst_executed_memdesc_explicit_hitprop_evict_last", 0x0e, false, 0},
    {"smsp__sass_inst_executed_memdesc_explicit_hitprop_evict_normal", 0x0e, false, 0},
    {"smsp__sass_inst_executed_memdesc_explicit_hitprop_evict_normal_demote", 0x0e, false, 0},
    {"smsp__sass_inst_executed_memdesc_explicit_missprop_evict_first", 0x0e, false, 0},
    {"smsp__sass_inst_executed_memdesc_explicit_missprop_evict_normal", 0x0e, false, 0},
};

enum { HALF_OFF = 2, NEVER_RUNS = 5, METRICS = sizeof metrics / sizeof *metrics };

struct counted {
    char name[256];
    uint64_t warps, threads; /* 0: it did not run since the last flush */
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static CUcontext enabled;
static bool configured[DEVICES], dropped[DEVICES];
static uint64_t wanted[MOST_METRICS];
static size_t wanted_count;
static struct counted functions[MOST_FUNCTIONS];
static size_t function_count;

static uint64_t id_of(const char *name)
{
    return metric_hash(METRIC_HASH_SEED, name, strlen(name));
}

static const struct sass_metric *by_id(uint64_t id)
{
    for (size_t i = 0; i < METRICS; i++)
        if (id_of(metrics[i].name) == id)
            return &metrics[i];
    return NULL;
}

CUptiResult CUPTIAPI cuptiSassMetricsGetProperties(CUpti_SassMetrics_GetProperties_Params *pParams)
{
    CUPTI_ENTER(pParams, CUpti_SassMetrics_GetProperties_Params);
    for (size_t i = 0; i < METRICS; i++)
        if (strcmp(metrics[i].name, pParams->pMetricName) == 0) {
            pParams->metric =
                (CUpti_SassMetrics_MetricDetails){id_of(metrics[i].name), metrics[i].name, ""};
            return CUPTI_SUCCESS;
        }
    return CUPTI_ERROR_INVALID_PARAMETER;
}

/* The first context of each device, which no other has the number of. */
static struct first {
    CUcontext context;
    uint32_t uid;
} firsts[DEVICES];

static bool is_there(const struct first *first)
{
    uint32_t uid = 0;
    return driver_find()->context_uid(first->context, &uid) && uid == first->uid;
}

/* The configuration has memory in its first context. */
static void at_exit(void)
{
    for (size_t i = 0; i < DEVICES; i++)
        if (configured[i] && !dropped[i] && firsts[i].uid && !is_there(&firsts[i])) {
            fault_log("cuptiSassMetricsSetConfig", "%s", "its context went before it was dropped");
            abort();
        }
}

CUptiResult CUPTIAPI cuptiSassMetricsSetConfig(CUpti_SassMetricsSetConfig_Params *pParams)
{
    CUPTI_ENTER(pParams, CUpti_SassMetricsSetConfig_Params);
    if (pParams->deviceIndex >= DEVICES || !pParams->numOfMetricConfig ||
        pParams->numOfMetricConfig > MOST_METRICS)
        return refuse(__func__, CUPTI_ERROR_INVALID_PARAMETER, "device or number of metrics");
    if (configured[pParams->deviceIndex])
        return refuse(__func__, CUPTI_ERROR_OUT_OF_MEMORY, "configured twice in a process");
    static bool watched;
    if (!watched)
        atexit(at_exit);
    watched = true;
    configured[pParams->deviceIndex] = true;
    for (wanted_count = 0; wanted_count < pParams->numOfMetricConfig; wanted_count++)
        wanted[wanted_count] = pParams->pConfigs[wanted_count].metricId;
    return CUPTI_SUCCESS;
}

CUptiResult CUPTIAPI cuptiSassMetricsUnsetConfig(CUpti_SassMetricsUnsetConfig_Params *pParams)
{
    CUPTI_ENTER(pParams, CUpti_SassMetricsUnsetConfig_Params);
    const uint32_t device = pParams->deviceIndex;
    if (device >= DEVICES || !configured[device] || dropped[device] || enabled)
        return refuse(__func__, CUPTI_ERROR_INVALID_OPERATION, "not configured, or enabled");
    if (!driver_find()->current())
        return refuse(__func__, CUPTI_ERROR_INVALID_CONTEXT, "no context is current");
    dropped[device] = true;
    return CUPTI_SUCCESS;
}

static bool is_first(CUcontext context)
{
    const int device = driver_find()->context_device(context);
    uint32_t uid = 0;
    driver_find()->context_uid(context, &uid);
    if (!firsts[device].uid)
        firsts[device] = (struct first){context, uid};
    return firsts[device].uid == uid;
}

CUptiResult CUPTIAPI cuptiSassMetricsEnable(CUpti_SassMetricsEnable_Params *pParams)
{
    CUPTI_ENTER(pParams, CUpti_SassMetricsEnable_Params);
    if (!wanted_count || enabled || dropped[driver_find()->context_device(pParams->ctx)])
        return refuse(__func__, CUPTI_ERROR_INVALID_OPERATION, "not configured, or enabled twice");
    if (range_counting())
        return refuse(__func__, CUPTI_ERROR_INVALID_OPERATION, "while counters run");
    if (!is_first(pParams->ctx)) {
        fault_log(__func__, "%s", "in another context of the GPU than the first");
        abort(); /* with the real one kernels have no records, or end with an illegal instruction */
    }
    enabled = pParams->ctx;
    sampling_note_sass();
    return CUPTI_SUCCESS;
}

CUptiResult CUPTIAPI cuptiSassMetricsDisable(CUpti_SassMetricsDisable_Params *pParams)
{
    CUPTI_ENTER(pParams, CUpti_SassMetricsDisable_Params);
    if (!enabled || enabled != pParams->ctx)
        return refuse(__func__, CUPTI_ERROR_INVALID_OPERATION, "not enabled");
    enabled = NULL;
    function_count = 0;
    return CUPTI_SUCCESS;
}

void sass_work(const struct fakegpu_work *work)
{
    if (!enabled || work->context != enabled || work->kind == WORK_GRAPH)
        return;
    pthread_mutex_lock(&lock);
    size_t i = 0;
    while (i < function_count && strcmp(functions[i].name, work->name) != 0)
        i++;
    if (i < MOST_FUNCTIONS) {
        if (i == function_count) {
            functions[function_count++] = (struct counted){0};
            strncpy(functions[i].name, work->name, sizeof functions[i].name - 1);
        }
        functions[i].warps += work->threads < 32 ? 1 : work->threads / 32;
        functions[i].threads += work->threads;
    }
    pthread_mutex_unlock(&lock);
}

static struct counted *next_function(void)
{
    for (size_t i = 0; i < function_count; i++)
        if (functions[i].warps)
            return &functions[i];
    return NULL;
}

static size_t records(void)
{
    size_t count = 0;
    for (size_t i = 0; i < wanted_count; i++)
        for (size_t j = 0; j < INSIDE_INSTRUCTIONS; j++)
            count += by_id(wanted[i]) && by_id(wanted[i])->instructions >> j & 1;
    return count;
}

CUptiResult CUPTIAPI
cuptiSassMetricsGetDataProperties(CUpti_SassMetricsGetDataProperties_Params *pParams)
{
    CUPTI_ENTER(pParams, CUpti_SassMetricsGetDataProperties_Params);
    if (!enabled || enabled != pParams->ctx)
        return refuse(__func__, CUPTI_ERROR_INVALID_OPERATION, "not enabled");
    const bool any = next_function() != NULL;
    pParams->numOfPatchedInstructionRecords = any ? records() : 0;
    pParams->numOfInstances = any;
    return CUPTI_SUCCESS;
}

static uint64_t count_of(const struct counted *function, const struct sass_metric *metric,
                         size_t instruction)
{
    uint64_t count = metric->of_threads ? function->threads : function->warps;
    if (instruction == NEVER_RUNS)
        return 0;
    if (instruction == HALF_OFF && strstr(metric->name, "pred_on"))
        count /= 2;
    return count * metric->halves / 2;
}

CUptiResult CUPTIAPI cuptiSassMetricsFlushData(CUpti_SassMetricsFlushData_Params *pParams)
{
    CUPTI_ENTER(pParams, CUpti_SassMetricsFlushData_Params);
    struct counted *function = next_function();
    if (!function || pParams->numOfPatchedInstructionRecords != records() ||
        pParams->numOfInstances != 1)
        return refuse(__func__, CUPTI_ERROR_INVALID_PARAMETER, "no such records");
    size_t used = 0;
    for (size_t i = 0; i < wanted_count; i++)
        for (size_t j = 0; j < INSIDE_INSTRUCTIONS; j++) {
            const struct sass_metric *metric = by_id(wanted[i]);
            if (!metric || !(metric->instructions >> j & 1))
                continue;
            CUpti_SassMetrics_Data *record = &pParams->pMetricsData[used++];
            if (record->structSize != sizeof *record)
                return refuse(__func__, CUPTI_ERROR_INVALID_PARAMETER, "structSize of a record");
            record->functionName = function->name;
            record->pcOffset = (uint32_t)j * INSIDE_STEP;
            record->pInstanceValues[0] =
                (CUpti_SassMetrics_InstanceValue){wanted[i], count_of(function, metric, j)};
        }
    function->warps = function->threads = 0;
    return CUPTI_SUCCESS;
}

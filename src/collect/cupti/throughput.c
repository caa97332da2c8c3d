#include "collect/cupti/throughput.h"

#include <dlfcn.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <nvperf_cuda_host.h>
#include <nvperf_host.h>

#include "report/base/mem.h"
#include "report/base/strbuf.h"
#include "report/metric/metric_name.h"

#define NVPW_FUNCTIONS(X)                                                                          \
    X(initialize_host, "NVPW_InitializeHost", (NVPW_InitializeHost_Params *))                      \
    X(scratch_size, "NVPW_CUDA_MetricsEvaluator_CalculateScratchBufferSize",                       \
      (NVPW_CUDA_MetricsEvaluator_CalculateScratchBufferSize_Params *))                            \
    X(initialize, "NVPW_CUDA_MetricsEvaluator_Initialize",                                         \
      (NVPW_CUDA_MetricsEvaluator_Initialize_Params *))                                            \
    X(destroy, "NVPW_MetricsEvaluator_Destroy", (NVPW_MetricsEvaluator_Destroy_Params *))          \
    X(names, "NVPW_MetricsEvaluator_GetMetricNames",                                               \
      (NVPW_MetricsEvaluator_GetMetricNames_Params *))                                             \
    X(type_and_index, "NVPW_MetricsEvaluator_GetMetricTypeAndIndex",                               \
      (NVPW_MetricsEvaluator_GetMetricTypeAndIndex_Params *))                                      \
    X(properties, "NVPW_MetricsEvaluator_GetThroughputMetricProperties",                           \
      (NVPW_MetricsEvaluator_GetThroughputMetricProperties_Params *))

struct throughput {
    void *handle;
    struct {
#define MEMBER(member, symbol, params) NVPA_Status(*member) params;
        NVPW_FUNCTIONS(MEMBER)
#undef MEMBER
    } f;
    uint8_t *scratch;
    NVPW_MetricsEvaluator *evaluator;
    NVPW_MetricsEvaluator_GetMetricNames_Params counters, throughputs;
};

static bool load(struct throughput *t, const char *cupti_path)
{
    const char *slash = strrchr(cupti_path, '/');
    char *path =
        mem_printf("%.*slibnvperf_host.so", slash ? (int)(slash - cupti_path) + 1 : 0, cupti_path);
    t->handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    free(path);
    if (!t->handle)
        return false;
    static const struct {
        const char *symbol;
        size_t offset;
    } symbols[] = {
#define SYMBOL(member, symbol, params) {symbol, offsetof(struct throughput, f.member)},
        NVPW_FUNCTIONS(SYMBOL)
#undef SYMBOL
    };
    for (size_t i = 0; i < sizeof symbols / sizeof *symbols; i++) {
        void *address = dlsym(t->handle, symbols[i].symbol);
        if (!address)
            return false;
        memcpy((char *)t + symbols[i].offset, &address, sizeof address);
    }
    return true;
}

static bool open_evaluator(struct throughput *t, const char *chip)
{
    NVPW_InitializeHost_Params host = {.structSize = NVPW_InitializeHost_Params_STRUCT_SIZE};
    NVPW_CUDA_MetricsEvaluator_CalculateScratchBufferSize_Params size = {
        .structSize = NVPW_CUDA_MetricsEvaluator_CalculateScratchBufferSize_Params_STRUCT_SIZE,
        .pChipName = chip};
    if (t->f.initialize_host(&host) != NVPA_STATUS_SUCCESS ||
        t->f.scratch_size(&size) != NVPA_STATUS_SUCCESS)
        return false;
    t->scratch = mem_alloc(size.scratchBufferSize);
    NVPW_CUDA_MetricsEvaluator_Initialize_Params initialize = {
        .structSize = NVPW_CUDA_MetricsEvaluator_Initialize_Params_STRUCT_SIZE,
        .pScratchBuffer = t->scratch,
        .scratchBufferSize = size.scratchBufferSize,
        .pChipName = chip};
    if (t->f.initialize(&initialize) != NVPA_STATUS_SUCCESS)
        return false;
    t->evaluator = initialize.pMetricsEvaluator;
    t->counters = (NVPW_MetricsEvaluator_GetMetricNames_Params){
        .structSize = NVPW_MetricsEvaluator_GetMetricNames_Params_STRUCT_SIZE,
        .pMetricsEvaluator = t->evaluator,
        .metricType = NVPW_METRIC_TYPE_COUNTER};
    t->throughputs = t->counters;
    t->throughputs.metricType = NVPW_METRIC_TYPE_THROUGHPUT;
    return t->f.names(&t->counters) == NVPA_STATUS_SUCCESS &&
           t->f.names(&t->throughputs) == NVPA_STATUS_SUCCESS;
}

struct throughput *throughput_open(const char *cupti_path, const char *chip)
{
    struct throughput *t = mem_alloc(sizeof *t);
    if (load(t, cupti_path) && open_evaluator(t, chip))
        return t;
    throughput_close(t);
    return NULL;
}

void throughput_close(struct throughput *t)
{
    if (!t)
        return;
    if (t->evaluator) {
        NVPW_MetricsEvaluator_Destroy_Params params = {
            .structSize = NVPW_MetricsEvaluator_Destroy_Params_STRUCT_SIZE,
            .pMetricsEvaluator = t->evaluator};
        t->f.destroy(&params);
    }
    free(t->scratch);
    free(t);
}

struct names {
    char **words;
    size_t count, capacity;
};

static void add_part(struct names *names, const char *counter, const char *suffix)
{
    char *name = mem_printf("%s%s", counter, suffix);
    for (size_t i = 0; i < names->count; i++)
        if (strcmp(names->words[i], name) == 0) {
            free(name);
            return;
        }
    mem_grow(&names->words, names->count, &names->capacity, sizeof *names->words);
    names->words[names->count++] = name;
}

static const char *name_at(const NVPW_MetricsEvaluator_GetMetricNames_Params *names, size_t index)
{
    return names->pMetricNames + names->pMetricNameBeginIndices[index];
}

enum { DEEPEST = 8 };

static void add_parts(struct throughput *t, struct names *names, size_t index, const char *suffix,
                      int depth)
{
    NVPW_MetricsEvaluator_GetThroughputMetricProperties_Params params = {
        .structSize = NVPW_MetricsEvaluator_GetThroughputMetricProperties_Params_STRUCT_SIZE,
        .pMetricsEvaluator = t->evaluator,
        .throughputMetricIndex = index};
    if (depth > DEEPEST || t->f.properties(&params) != NVPA_STATUS_SUCCESS)
        return;
    /* A throughput without parts is itself the part. */
    if (depth && !params.numCounters && !params.numSubThroughputs)
        add_part(names, name_at(&t->throughputs, index), suffix);
    for (size_t i = 0; i < params.numCounters; i++)
        add_part(names, name_at(&t->counters, params.pCounterIndices[i]), suffix);
    for (size_t i = 0; i < params.numSubThroughputs; i++)
        add_parts(t, names, params.pSubThroughputIndices[i], suffix, depth + 1);
}

static int compare(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

char *throughput_parts(struct throughput *t, const char *metric)
{
    struct metric_name parts = metric_name_parse(metric);
    char *base = mem_strndup(parts.base, parts.base_length);
    NVPW_MetricsEvaluator_GetMetricTypeAndIndex_Params find = {
        .structSize = NVPW_MetricsEvaluator_GetMetricTypeAndIndex_Params_STRUCT_SIZE,
        .pMetricsEvaluator = t ? t->evaluator : NULL,
        .pMetricName = base};
    bool found = t && t->f.type_and_index(&find) == NVPA_STATUS_SUCCESS &&
                 find.metricType == NVPW_METRIC_TYPE_THROUGHPUT;
    free(base);
    if (!found)
        return NULL;
    struct names names = {0};
    struct strbuf list = {0};
    strbuf_adds(&list, "");
    add_parts(t, &names, find.metricIndex, metric + parts.base_length, 0);
    if (names.count)
        qsort(names.words, names.count, sizeof *names.words, compare);
    for (size_t i = 0; i < names.count; i++) {
        strbuf_addf(&list, "%s%s", i ? "," : "", names.words[i]);
        free(names.words[i]);
    }
    free(names.words);
    return strbuf_detach(&list);
}

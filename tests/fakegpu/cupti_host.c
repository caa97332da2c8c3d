/* The host API: metric names, config images and evaluation. It needs no driver. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cupti_inside.h"

enum { METRICS_PER_PASS = 8, PROPERTY_MAX = 320 };

const char *const chip_names[] = {
    "GV100", "GV11B", "TU102", "TU104", "TU106", "TU116", "TU117", "GA100", "GA102", "GA103",
    "GA104", "GA106", "GA107", "GA10B", "GH100", "AD102", "AD103", "AD104", "AD106", "AD107",
    "GB100", "GB102", "GB110", "GB10B", "GB202", "GB203", "GB205", "GB206", "GB207", "GB20B",
};
const size_t chip_count = sizeof chip_names / sizeof *chip_names;

static const char *const base_counters[] = {
    "dram__bytes_read",      "dram__bytes_write",   "dram__cycles_active", "dram__cycles_elapsed",
    "fbpa__dram_read_bytes", "gpc__cycles_elapsed", "gpu__time_duration",  "l1tex__cycles_active",
    "l1tex__t_sectors",      "lts__cycles_active",  "lts__cycles_elapsed", "lts__t_sectors",
    "nvlrx__bytes",          "sm__cycles_active",   "sm__cycles_elapsed",  "sm__inst_executed",
    "sm__warps_active",      "smsp__cycles_active", "smsp__inst_executed", "smsp__inst_issued",
    "smsp__warps_active",
};
static const char *const base_ratios[] = {
    "l1tex__t_sector_hit_rate",
    "lts__t_sector_hit_rate",
    "smsp__average_warp_latency_per_inst_issued",
};
static const char *const base_throughputs[] = {
    "gpu__compute_memory_throughput",
    "gpu__dram_throughput",
    "l1tex__throughput",
    "lts__throughput",
    "sm__throughput",
};

struct CUpti_Profiler_Host_Object {
    bool poisoned;
    bool sampled; /* it is of counters over time */
    bool linked;  /* the chip may have links, this device has none */
    char **names;
    size_t count;
    size_t names_size;
    char description[PROPERTY_MAX];
};

CUptiResult CUPTIAPI
cuptiProfilerHostGetSupportedChips(CUpti_Profiler_Host_GetSupportedChips_Params *pParams)
{
    CUPTI_ENTER(pParams, CUpti_Profiler_Host_GetSupportedChips_Params);
    pParams->numChips = chip_count;
    pParams->ppChipNames = chip_names;
    return CUPTI_SUCCESS;
}

static bool chip_known(const char *name)
{
    for (size_t i = 0; name && i < chip_count; i++)
        if (strcmp(chip_names[i], name) == 0)
            return true;
    return false;
}

CUptiResult CUPTIAPI cuptiProfilerHostInitialize(CUpti_Profiler_Host_Initialize_Params *pParams)
{
    CUPTI_ENTER(pParams, CUpti_Profiler_Host_Initialize_Params);
    if (pParams->profilerType >= CUPTI_PROFILER_TYPE_PROFILER_INVALID)
        return refuse(__func__, CUPTI_ERROR_INVALID_PARAMETER, "profiler type");
    if (!chip_known(pParams->pChipName))
        return refuse(__func__, CUPTI_ERROR_INVALID_CHIP_NAME, "chip name");
    const uint8_t *available = pParams->pCounterAvailabilityImage;
    if (available && memcmp(available, "FAKEAVL1", 8) != 0)
        return refuse(__func__, CUPTI_ERROR_INVALID_PARAMETER, "counter availability image");
    pParams->pHostObject = calloc(1, sizeof *pParams->pHostObject);
    if (!pParams->pHostObject)
        return CUPTI_ERROR_OUT_OF_MEMORY;
    pParams->pHostObject->linked = !available;
    pParams->pHostObject->sampled = pParams->profilerType == CUPTI_PROFILER_TYPE_PM_SAMPLING;
    return CUPTI_SUCCESS;
}

CUptiResult CUPTIAPI cuptiProfilerHostDeinitialize(CUpti_Profiler_Host_Deinitialize_Params *pParams)
{
    CUPTI_ENTER(pParams, CUpti_Profiler_Host_Deinitialize_Params);
    CUpti_Profiler_Host_Object *object = pParams->pHostObject;
    if (!object)
        return refuse(__func__, CUPTI_ERROR_INVALID_PARAMETER, "no host object");
    for (size_t i = 0; i < object->count; i++)
        free(object->names[i]);
    free(object->names);
    free(object);
    return CUPTI_SUCCESS;
}

CUptiResult CUPTIAPI
cuptiProfilerHostGetBaseMetrics(CUpti_Profiler_Host_GetBaseMetrics_Params *pParams)
{
    CUPTI_ENTER(pParams, CUpti_Profiler_Host_GetBaseMetrics_Params);
    static const struct {
        const char *const *names;
        size_t count;
    } lists[CUPTI_METRIC_TYPE__COUNT] = {
        {base_counters, sizeof base_counters / sizeof *base_counters},
        {base_ratios, sizeof base_ratios / sizeof *base_ratios},
        {base_throughputs, sizeof base_throughputs / sizeof *base_throughputs},
    };
    if (!pParams->pHostObject || pParams->metricType >= CUPTI_METRIC_TYPE__COUNT)
        return refuse(__func__, CUPTI_ERROR_INVALID_PARAMETER, "host object or metric type");
    pParams->ppMetricNames = (const char **)lists[pParams->metricType].names;
    pParams->numMetrics = lists[pParams->metricType].count;
    return CUPTI_SUCCESS;
}

CUptiResult CUPTIAPI
cuptiProfilerHostGetSubMetrics(CUpti_Profiler_Host_GetSubMetrics_Params *pParams)
{
    CUPTI_ENTER(pParams, CUpti_Profiler_Host_GetSubMetrics_Params);
    struct metric metric;
    if (!pParams->pHostObject || !pParams->pMetricName)
        return refuse(__func__, CUPTI_ERROR_INVALID_PARAMETER, "host object or metric name");
    if (metric_parse(pParams->pMetricName, &metric) == METRIC_UNKNOWN)
        return refuse(__func__, CUPTI_ERROR_INVALID_METRIC_NAME, pParams->pMetricName);
    if (metric.type != pParams->metricType)
        return refuse(__func__, CUPTI_ERROR_INVALID_METRIC_NAME, "metric is of another type");
    pParams->ppSubMetrics = (const char **)metric_suffixes(metric.type, &pParams->numOfSubmetrics);
    return CUPTI_SUCCESS;
}

CUptiResult CUPTIAPI
cuptiProfilerHostGetMetricProperties(CUpti_Profiler_Host_GetMetricProperties_Params *pParams)
{
    CUPTI_ENTER(pParams, CUpti_Profiler_Host_GetMetricProperties_Params);
    struct metric metric;
    CUpti_Profiler_Host_Object *object = pParams->pHostObject;
    if (!object || !pParams->pMetricName)
        return refuse(__func__, CUPTI_ERROR_INVALID_PARAMETER, "host object or metric name");
    if (metric_parse(pParams->pMetricName, &metric) == METRIC_UNKNOWN)
        return refuse(__func__, CUPTI_ERROR_INVALID_METRIC_NAME, pParams->pMetricName);
    snprintf(object->description, sizeof object->description, "imitated %.*s",
             (int)metric.base_length, pParams->pMetricName);
    pParams->pDescription = object->description;
    pParams->pHwUnit = metric_hardware(pParams->pMetricName);
    pParams->pDimUnit = metric_unit(pParams->pMetricName);
    pParams->metricType = metric.type;
    return CUPTI_SUCCESS;
}

/* Without the domain: "TPC.TriageCompute.sm__cycles_active.avg" is a name of PM sampling. */
static const char *counter_of(const CUpti_Profiler_Host_Object *object, const char *name)
{
    const char *counter = object->sampled ? strstr(name, "__") : NULL;
    while (counter && counter > name && counter[-1] != '.')
        counter--;
    return counter ? counter : name;
}

/* PM sampling: states of warps take two passes, and the domain SM_B has one of its own. */
static size_t sampled_passes(const CUpti_Profiler_Host_Object *object)
{
    size_t alone = 0, others = 0, stalls = 0;
    for (size_t i = 0; i < object->count; i++) {
        const bool stall = strstr(object->names[i], "issue_stalled") != NULL;
        const bool is_alone = strncmp(object->names[i], "SM_B.", 5) == 0;
        stalls += stall;
        alone += is_alone;
        others += !stall && !is_alone;
    }
    return 2 * stalls + (alone > 0) + (others > 0);
}

static bool add_name(CUpti_Profiler_Host_Object *object, const char *name)
{
    for (size_t i = 0; i < object->count; i++)
        if (strcmp(object->names[i], name) == 0)
            return true;
    char **grown = realloc(object->names, (object->count + 1) * sizeof *grown);
    if (!grown)
        return false;
    object->names = grown;
    grown[object->count] = strdup(name);
    if (!grown[object->count])
        return false;
    object->count++;
    object->names_size += strlen(name) + 1;
    return true;
}

/* One refused name spoils the object for good. */
CUptiResult CUPTIAPI
cuptiProfilerHostConfigAddMetrics(CUpti_Profiler_Host_ConfigAddMetrics_Params *pParams)
{
    CUPTI_ENTER(pParams, CUpti_Profiler_Host_ConfigAddMetrics_Params);
    CUpti_Profiler_Host_Object *object = pParams->pHostObject;
    if (!object || !pParams->ppMetricNames || pParams->numMetrics == 0)
        return refuse(__func__, CUPTI_ERROR_INVALID_PARAMETER, "host object or metrics");
    if (object->poisoned)
        return refuse(__func__, CUPTI_ERROR_UNKNOWN, "a name was refused before");
    for (size_t i = 0; i < pParams->numMetrics; i++) {
        struct metric metric;
        enum metric_verdict verdict =
            metric_parse(counter_of(object, pParams->ppMetricNames[i]), &metric);
        if (!object->linked && strncmp(pParams->ppMetricNames[i], "nvlrx__", 7) == 0)
            verdict = METRIC_UNKNOWN;
        if (verdict == METRIC_OK) {
            if (!add_name(object, pParams->ppMetricNames[i]))
                return CUPTI_ERROR_OUT_OF_MEMORY;
            continue;
        }
        object->poisoned = true;
        return refuse(__func__,
                      verdict == METRIC_NO_SUFFIX ? CUPTI_ERROR_INVALID_PARAMETER
                                                  : CUPTI_ERROR_UNKNOWN,
                      pParams->ppMetricNames[i]);
    }
    return CUPTI_SUCCESS;
}

static bool configured(const CUpti_Profiler_Host_Object *object)
{
    return object && !object->poisoned && object->count > 0;
}

static bool mixed(const CUpti_Profiler_Host_Object *object)
{
    size_t links = 0, others = 0;
    for (size_t i = 0; i < object->count; i++)
        if (metric_is_of_link(object->names[i]))
            links++;
        else
            others += strncmp(object->names[i], "gpu__time_duration.", 19) != 0;
    return links && others;
}

CUptiResult CUPTIAPI
cuptiProfilerHostGetConfigImageSize(CUpti_Profiler_Host_GetConfigImageSize_Params *pParams)
{
    CUPTI_ENTER(pParams, CUpti_Profiler_Host_GetConfigImageSize_Params);
    if (!configured(pParams->pHostObject))
        return refuse(__func__, CUPTI_ERROR_UNKNOWN, "no metrics, or a refused one");
    if (mixed(pParams->pHostObject))
        return refuse(__func__, CUPTI_ERROR_NOT_SUPPORTED, "metrics of links among others");
    pParams->configImageSize = sizeof(struct config_image) + pParams->pHostObject->names_size;
    return CUPTI_SUCCESS;
}

CUptiResult CUPTIAPI
cuptiProfilerHostGetConfigImage(CUpti_Profiler_Host_GetConfigImage_Params *pParams)
{
    CUPTI_ENTER(pParams, CUpti_Profiler_Host_GetConfigImage_Params);
    const CUpti_Profiler_Host_Object *object = pParams->pHostObject;
    if (!configured(object))
        return refuse(__func__, CUPTI_ERROR_UNKNOWN, "no metrics, or a refused one");
    size_t size = sizeof(struct config_image) + object->names_size;
    if (!pParams->pConfigImage || pParams->configImageSize < size)
        return refuse(__func__, CUPTI_ERROR_INVALID_PARAMETER, "config image too small");
    struct config_image image = {
        .size = size,
        .metrics = (uint32_t)object->count,
        .passes = (uint32_t)(object->sampled ? sampled_passes(object)
                                             : 1 + object->count / METRICS_PER_PASS),
    };
    memcpy(image.magic, "FAKECFG1", 8);
    memcpy(pParams->pConfigImage, &image, sizeof image);
    uint8_t *at = pParams->pConfigImage + sizeof image;
    for (size_t i = 0; i < object->count; i++) {
        size_t length = strlen(object->names[i]) + 1;
        memcpy(at, object->names[i], length);
        at += length;
    }
    return CUPTI_SUCCESS;
}

CUptiResult CUPTIAPI
cuptiProfilerHostGetNumOfPasses(CUpti_Profiler_Host_GetNumOfPasses_Params *pParams)
{
    CUPTI_ENTER(pParams, CUpti_Profiler_Host_GetNumOfPasses_Params);
    const struct config_image *image =
        config_image_open(pParams->pConfigImage, pParams->configImageSize);
    if (!image)
        return refuse(__func__, CUPTI_ERROR_INVALID_PARAMETER, "not a config image");
    pParams->numOfPasses = image->passes;
    return CUPTI_SUCCESS;
}

CUptiResult CUPTIAPI cuptiProfilerHostGetMaxNumHardwareMetricsPerPass(
    CUpti_Profiler_Host_GetMaxNumHardwareMetricsPerPass_Params *pParams)
{
    CUPTI_ENTER(pParams, CUpti_Profiler_Host_GetMaxNumHardwareMetricsPerPass_Params);
    pParams->maxMetricsPerPass = METRICS_PER_PASS;
    return CUPTI_SUCCESS;
}

CUptiResult CUPTIAPI cuptiProfilerHostGetRangeName(CUpti_Profiler_Host_GetRangeName_Params *pParams)
{
    CUPTI_ENTER(pParams, CUpti_Profiler_Host_GetRangeName_Params);
    struct counter_image *image =
        counter_image_open((uint8_t *)pParams->pCounterDataImage, pParams->counterDataImageSize);
    if (!image || pParams->rangeIndex >= image->range_count)
        return refuse(__func__, CUPTI_ERROR_INVALID_PARAMETER, "no such range");
    pParams->pRangeName = strdup(counter_image_ranges(image)[pParams->rangeIndex].name);
    return pParams->pRangeName ? CUPTI_SUCCESS : CUPTI_ERROR_OUT_OF_MEMORY;
}

void (*fakegpu_on_evaluate)(void);

CUptiResult CUPTIAPI
cuptiProfilerHostEvaluateToGpuValues(CUpti_Profiler_Host_EvaluateToGpuValues_Params *pParams)
{
    CUPTI_ENTER(pParams, CUpti_Profiler_Host_EvaluateToGpuValues_Params);
    if (fakegpu_on_evaluate)
        fakegpu_on_evaluate();
    struct counter_image *image =
        counter_image_open((uint8_t *)pParams->pCounterDataImage, pParams->counterDataImageSize);
    if (!pParams->pHostObject || !pParams->ppMetricNames || !pParams->pMetricValues)
        return refuse(__func__, CUPTI_ERROR_INVALID_PARAMETER, "host object, names or values");
    const struct pm_image *sampled = NULL;
    if (pParams->pHostObject->sampled && pParams->pHostObject->linked)
        return refuse(__func__, CUPTI_ERROR_INVALID_PARAMETER, "no availability image");
    if (pParams->pHostObject->sampled)
        sampled = pm_image_open(pParams->pCounterDataImage, pParams->counterDataImageSize);
    if (sampled ? pParams->rangeIndex >= sampled->count
                : !image || pParams->rangeIndex >= image->range_count)
        return refuse(__func__, CUPTI_ERROR_INVALID_PARAMETER, "no such range");
    for (size_t i = 0; i < pParams->numMetrics; i++) {
        struct metric metric;
        const char *name = counter_of(pParams->pHostObject, pParams->ppMetricNames[i]);
        if (metric_parse(name, &metric) != METRIC_OK)
            return refuse(__func__, CUPTI_ERROR_INVALID_METRIC_NAME, pParams->ppMetricNames[i]);
        pParams->pMetricValues[i] =
            sampled ? pm_value(sampled, pParams->rangeIndex, name)
                    : metric_value(image, (uint32_t)pParams->rangeIndex, pParams->ppMetricNames[i]);
    }
    return CUPTI_SUCCESS;
}

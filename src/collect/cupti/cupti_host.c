/* Every question goes to a "host object" of CUPTI, which belongs to one chip and one kind of
 * profiling. An object to which a metric was added that the chip refuses gives errors ever after.
 * So an object that answers questions never gets a configuration, and each list of metrics that is
 * scheduled, or tried, gets a new object. Counters of links need objects that were made without the
 * availability image. */
#include "collect/cupti/cupti_host.h"

#include <dlfcn.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cupti_profiler_host.h>
#include <cupti_profiler_target.h>
#include <cupti_target.h>
#include <cupti_version.h>

#include "collect/cupti/base_names.h"
#include "collect/cupti/throughput.h"
#include "report/base/mem.h"

enum { CUPTI_MAJOR = 13 };

/* X(member, exported symbol, parameters) */
#define HOST_FUNCTIONS(X)                                                                          \
    X(get_version, "cuptiGetVersion", (uint32_t *))                                                \
    X(get_result_string, "cuptiGetResultString", (CUptiResult, const char **))                     \
    X(initialize, "cuptiProfilerHostInitialize", (CUpti_Profiler_Host_Initialize_Params *))        \
    X(deinitialize, "cuptiProfilerHostDeinitialize", (CUpti_Profiler_Host_Deinitialize_Params *))  \
    X(chips, "cuptiProfilerHostGetSupportedChips",                                                 \
      (CUpti_Profiler_Host_GetSupportedChips_Params *))                                            \
    X(initialize_target, "cuptiProfilerInitialize", (CUpti_Profiler_Initialize_Params *))          \
    X(device_chip, "cuptiDeviceGetChipName", (CUpti_Device_GetChipName_Params *))                  \
    X(counter_availability, "cuptiProfilerGetCounterAvailability",                                 \
      (CUpti_Profiler_GetCounterAvailability_Params *))                                            \
    X(metric_properties, "cuptiProfilerHostGetMetricProperties",                                   \
      (CUpti_Profiler_Host_GetMetricProperties_Params *))                                          \
    X(base_metrics, "cuptiProfilerHostGetBaseMetrics",                                             \
      (CUpti_Profiler_Host_GetBaseMetrics_Params *))                                               \
    X(sub_metrics, "cuptiProfilerHostGetSubMetrics", (CUpti_Profiler_Host_GetSubMetrics_Params *)) \
    X(add_metrics, "cuptiProfilerHostConfigAddMetrics",                                            \
      (CUpti_Profiler_Host_ConfigAddMetrics_Params *))                                             \
    X(image_size, "cuptiProfilerHostGetConfigImageSize",                                           \
      (CUpti_Profiler_Host_GetConfigImageSize_Params *))                                           \
    X(image, "cuptiProfilerHostGetConfigImage", (CUpti_Profiler_Host_GetConfigImage_Params *))     \
    X(passes, "cuptiProfilerHostGetNumOfPasses", (CUpti_Profiler_Host_GetNumOfPasses_Params *))    \
    X(evaluate, "cuptiProfilerHostEvaluateToGpuValues",                                            \
      (CUpti_Profiler_Host_EvaluateToGpuValues_Params *))

struct functions {
#define MEMBER(member, symbol, params) CUptiResult(*member) params;
    HOST_FUNCTIONS(MEMBER)
#undef MEMBER
};

static const struct {
    const char *symbol;
    size_t offset;
} symbols[] = {
#define SYMBOL(member, symbol, params) {symbol, offsetof(struct functions, member)},
    HOST_FUNCTIONS(SYMBOL)
#undef SYMBOL
};

struct cupti_library {
    void *handle;
    char *path;
    struct functions f;
};

struct cupti_chip {
    struct cupti_library *library;
    char *name;
    CUpti_ProfilerType type;
    uint8_t *availability;
    size_t availability_size;
    CUpti_Profiler_Host_Object *evaluator; /* never gets a configuration */
    CUpti_Profiler_Host_Object *links;     /* evaluates counters of links, or NULL */
    struct throughput *throughput;
    struct base_names bases; /* that it lists; empty: not read yet */
};

static const char *result_name(const struct cupti_library *library, CUptiResult result)
{
    const char *name = NULL;
    library->f.get_result_string(result, &name);
    return name ? name : "unknown error";
}

/* Folders that may have libcupti.so.13. The first one that has it is used. */
static void *open_somewhere(char **path)
{
    static const char *const below[] = {"lib64", "extras/CUPTI/lib64", "lib"};
    static const char *const homes[] = {"CUDA_HOME", "CUDA_PATH", NULL};
    const char *given = getenv("ROOFTOP_CUPTI");
    if (given) {
        *path = mem_strdup(given);
        return dlopen(given, RTLD_NOW | RTLD_LOCAL);
    }
    for (size_t i = 0; i < sizeof homes / sizeof *homes; i++) {
        const char *home = homes[i] ? getenv(homes[i]) : "/usr/local/cuda";
        for (size_t j = 0; home && j < sizeof below / sizeof *below; j++) {
            *path = mem_printf("%s/%s/libcupti.so.%d", home, below[j], CUPTI_MAJOR);
            void *handle = dlopen(*path, RTLD_NOW | RTLD_LOCAL);
            if (handle)
                return handle;
            free(*path);
        }
    }
    *path = mem_printf("libcupti.so.%d", CUPTI_MAJOR);
    return dlopen(*path, RTLD_NOW | RTLD_LOCAL);
}

struct cupti_library *cupti_library_open(struct error *error)
{
    struct cupti_library *library = mem_alloc(sizeof *library);
    library->handle = open_somewhere(&library->path);
    if (!library->handle) {
        error_set(error,
                  "CUPTI is missing: %s cannot be loaded; install the CUDA Toolkit %d or name its "
                  "folder in CUDA_HOME",
                  library->path, CUPTI_MAJOR);
        cupti_library_close(library);
        return NULL;
    }
    for (size_t i = 0; i < sizeof symbols / sizeof *symbols; i++) {
        void *address = dlsym(library->handle, symbols[i].symbol);
        if (!address) {
            error_set(error, "%s lacks %s: it is not CUPTI %d", library->path, symbols[i].symbol,
                      CUPTI_MAJOR);
            cupti_library_close(library);
            return NULL;
        }
        memcpy((char *)&library->f + symbols[i].offset, &address, sizeof address);
    }
    uint32_t version = 0;
    library->f.get_version(&version);
    if (version / 10000 != CUPTI_MAJOR) {
        error_set(error,
                  "%s is CUPTI %u, rooftop needs version %d: name the folder of a CUDA "
                  "Toolkit %d in CUDA_HOME",
                  library->path, version / 10000, CUPTI_MAJOR, CUPTI_MAJOR);
        cupti_library_close(library);
        return NULL;
    }
    return library;
}

void cupti_library_close(struct cupti_library *library)
{
    if (!library)
        return;
    /* CUPTI must not be unloaded, so it stays mapped. */
    free(library->path);
    free(library);
}

const char *cupti_library_path(const struct cupti_library *library)
{
    return library->path;
}

unsigned cupti_library_version(const struct cupti_library *library)
{
    uint32_t version = 0;
    library->f.get_version(&version);
    return version;
}

void cupti_library_each_chip(struct cupti_library *library, void (*use)(void *, const char *),
                             void *context)
{
    CUpti_Profiler_Host_GetSupportedChips_Params params = {
        .structSize = CUpti_Profiler_Host_GetSupportedChips_Params_STRUCT_SIZE};
    if (library->f.chips(&params) != CUPTI_SUCCESS)
        return;
    for (size_t i = 0; i < params.numChips; i++)
        use(context, params.ppChipNames[i]);
}

char *cupti_library_device_chip(struct cupti_library *library, unsigned device, struct error *error)
{
    CUpti_Profiler_Initialize_Params initialize = {
        .structSize = CUpti_Profiler_Initialize_Params_STRUCT_SIZE};
    CUpti_Device_GetChipName_Params chip = {
        .structSize = CUpti_Device_GetChipName_Params_STRUCT_SIZE, .deviceIndex = device};
    CUptiResult result = library->f.initialize_target(&initialize);
    if (result == CUPTI_SUCCESS)
        result = library->f.device_chip(&chip);
    if (result == CUPTI_SUCCESS)
        return mem_strdup(chip.pChipName);
    error_set(error, "CUPTI does not name the chip of device %u: %s", device,
              result_name(library, result));
    return NULL;
}

bool cupti_library_availability(struct cupti_library *library, CUcontext context, uint8_t **image,
                                size_t *size, struct error *error)
{
    CUpti_Profiler_GetCounterAvailability_Params params = {
        .structSize = CUpti_Profiler_GetCounterAvailability_Params_STRUCT_SIZE, .ctx = context};
    CUptiResult result = library->f.counter_availability(&params);
    if (result == CUPTI_SUCCESS) {
        params.pCounterAvailabilityImage = mem_alloc(params.counterAvailabilityImageSize);
        result = library->f.counter_availability(&params);
    }
    *image = params.pCounterAvailabilityImage;
    *size = params.counterAvailabilityImageSize;
    if (result == CUPTI_SUCCESS)
        return true;
    free(*image);
    *image = NULL;
    *size = 0;
    return error_set(error, "CUPTI does not list the counters: %s", result_name(library, result));
}

/* CUPTI is not told how long an image is, and a program that is not honest may send a short one:
 * zeros lie behind it. */
enum { AVAILABILITY_MARGIN = 64 << 10 };

static bool is_link_counter(const char *metric)
{
    return strncmp(metric, "nvlrx__", 7) == 0 || strncmp(metric, "nvltx__", 7) == 0;
}

/* Makes an object for counters like this one. metric NULL: for all counters that the device is said
 * to have. */
static CUpti_Profiler_Host_Object *new_object(struct cupti_chip *chip, const char *metric,
                                              CUptiResult *result)
{
    bool link = metric && chip->links && is_link_counter(metric);
    CUpti_Profiler_Host_Initialize_Params params = {
        .structSize = CUpti_Profiler_Host_Initialize_Params_STRUCT_SIZE,
        .profilerType = chip->type,
        .pChipName = chip->name,
        .pCounterAvailabilityImage = link ? NULL : chip->availability};
    *result = chip->library->f.initialize(&params);
    return *result == CUPTI_SUCCESS ? params.pHostObject : NULL;
}

static void drop_object(struct cupti_chip *chip, CUpti_Profiler_Host_Object *object)
{
    CUpti_Profiler_Host_Deinitialize_Params params = {
        .structSize = CUpti_Profiler_Host_Deinitialize_Params_STRUCT_SIZE, .pHostObject = object};
    if (object)
        chip->library->f.deinitialize(&params);
}

static struct cupti_chip *open_chip(struct cupti_library *library, const char *name,
                                    CUpti_ProfilerType type, const uint8_t *availability,
                                    size_t availability_size, struct error *error)
{
    struct cupti_chip *chip = mem_alloc(sizeof *chip);
    CUptiResult result;
    chip->library = library;
    chip->name = mem_strdup(name);
    chip->type = type;
    if (availability_size) {
        chip->availability = mem_alloc(availability_size + AVAILABILITY_MARGIN);
        memcpy(chip->availability, availability, availability_size);
        chip->availability_size = availability_size;
    }
    chip->evaluator = new_object(chip, NULL, &result);
    if (chip->evaluator)
        return chip;
    error_set(error,
              type == CUPTI_PROFILER_TYPE_PM_SAMPLING
                  ? "CUPTI samples no counters of the chip \"%s\": %s"
                  : "CUPTI does not know the chip \"%s\": %s",
              name, result_name(library, result));
    cupti_chip_close(chip);
    return NULL;
}

struct cupti_chip *cupti_chip_open(struct cupti_library *library, const char *name,
                                   const uint8_t *availability, size_t availability_size,
                                   struct error *error)
{
    struct cupti_chip *chip = open_chip(library, name, CUPTI_PROFILER_TYPE_RANGE_PROFILER,
                                        availability, availability_size, error);
    if (chip)
        chip->throughput = throughput_open(library->path, name);
    return chip;
}

struct cupti_chip *cupti_chip_open_sampled(struct cupti_library *library, const char *name,
                                           struct error *error)
{
    return open_chip(library, name, CUPTI_PROFILER_TYPE_PM_SAMPLING, NULL, 0, error);
}

struct cupti_chip *cupti_chip_sampled(const struct cupti_chip *chip, struct error *error)
{
    return cupti_chip_open_sampled(chip->library, chip->name, error);
}

const char *cupti_chip_name(const struct cupti_chip *chip)
{
    return chip->name;
}

void cupti_chip_allow_links(struct cupti_chip *chip)
{
    CUptiResult result;
    uint8_t *availability = chip->availability;
    if (chip->links)
        return;
    chip->availability = NULL;
    chip->links = new_object(chip, NULL, &result);
    chip->availability = availability;
}

struct cupti_chip *cupti_chip_again(const struct cupti_chip *chip)
{
    struct cupti_chip *again = open_chip(chip->library, chip->name, chip->type, chip->availability,
                                         chip->availability_size, NULL);
    if (!again || !chip->links)
        return again;
    cupti_chip_allow_links(again);
    if (again->links)
        return again;
    cupti_chip_close(again);
    return NULL;
}

/* The object that answers questions about this metric. */
static CUpti_Profiler_Host_Object *evaluator_of(const struct cupti_chip *chip, const char *metric)
{
    return chip->links && is_link_counter(metric) ? chip->links : chip->evaluator;
}

void cupti_chip_close(struct cupti_chip *chip)
{
    if (!chip)
        return;
    drop_object(chip, chip->links);
    drop_object(chip, chip->evaluator);
    throughput_close(chip->throughput);
    base_names_free(&chip->bases);
    free(chip->availability);
    free(chip->name);
    free(chip);
}

static CUptiResult add_metrics(struct cupti_chip *chip, CUpti_Profiler_Host_Object *object,
                               const char *const *metrics, size_t count)
{
    CUpti_Profiler_Host_ConfigAddMetrics_Params params = {
        .structSize = CUpti_Profiler_Host_ConfigAddMetrics_Params_STRUCT_SIZE,
        .pHostObject = object,
        .ppMetricNames = (const char **)(uintptr_t)metrics,
        .numMetrics = count};
    return chip->library->f.add_metrics(&params);
}

bool cupti_chip_knows(struct cupti_chip *chip, const char *metric)
{
    CUptiResult result;
    /* A refused name spoils its object, so each name gets its own. */
    CUpti_Profiler_Host_Object *object = new_object(chip, metric, &result);
    bool known = object && add_metrics(chip, object, &metric, 1) == CUPTI_SUCCESS;
    drop_object(chip, object);
    return known;
}

void cupti_chip_each_metric(struct cupti_chip *chip, void (*use)(void *, const char *),
                            void *context)
{
    for (int type = 0; type < CUPTI_METRIC_TYPE__COUNT; type++) {
        CUpti_Profiler_Host_GetBaseMetrics_Params params = {
            .structSize = CUpti_Profiler_Host_GetBaseMetrics_Params_STRUCT_SIZE,
            .pHostObject = chip->evaluator,
            .metricType = (CUpti_MetricType)type};
        if (chip->library->f.base_metrics(&params) != CUPTI_SUCCESS)
            continue;
        for (size_t i = 0; i < params.numMetrics; i++)
            use(context, params.ppMetricNames[i]);
    }
}

static void add_base(void *bases, const char *name)
{
    base_names_add(bases, name);
}

bool cupti_chip_lists(struct cupti_chip *chip, const char *metric)
{
    if (!chip->bases.count) {
        cupti_chip_each_metric(chip, add_base, &chip->bases);
        base_names_sort(&chip->bases);
    }
    return base_names_have(&chip->bases, metric);
}

bool cupti_chip_describe(struct cupti_chip *chip, const char *metric, struct cupti_metric *is)
{
    static const char *const types[CUPTI_METRIC_TYPE__COUNT] = {"Counter", "Ratio", "Throughput"};
    CUpti_Profiler_Host_GetMetricProperties_Params params = {
        .structSize = CUpti_Profiler_Host_GetMetricProperties_Params_STRUCT_SIZE,
        .pHostObject = evaluator_of(chip, metric),
        .pMetricName = metric};
    if (chip->library->f.metric_properties(&params) != CUPTI_SUCCESS ||
        params.metricType >= CUPTI_METRIC_TYPE__COUNT)
        return false;
    *is = (struct cupti_metric){types[params.metricType], params.pHwUnit ? params.pHwUnit : "",
                                params.pDescription ? params.pDescription : ""};
    return true;
}

void cupti_chip_each_suffix(struct cupti_chip *chip, const char *base,
                            void (*use)(void *, const char *), void *context)
{
    for (int type = 0; type < CUPTI_METRIC_TYPE__COUNT; type++) {
        CUpti_Profiler_Host_GetSubMetrics_Params params = {
            .structSize = CUpti_Profiler_Host_GetSubMetrics_Params_STRUCT_SIZE,
            .pHostObject = evaluator_of(chip, base),
            .metricType = (CUpti_MetricType)type,
            .pMetricName = base};
        if (chip->library->f.sub_metrics(&params) != CUPTI_SUCCESS || !params.numOfSubmetrics)
            continue;
        for (size_t i = 0; i < params.numOfSubmetrics; i++)
            use(context, params.ppSubMetrics[i]);
        return;
    }
}

char *cupti_chip_breakdown(struct cupti_chip *chip, const char *throughput)
{
    return throughput_parts(chip->throughput, throughput);
}

static bool fail(struct cupti_chip *chip, CUptiResult result, const char *what, struct error *error)
{
    return error_set(error, "%s for %s: %s", what, chip->name, result_name(chip->library, result));
}

bool cupti_chip_config(struct cupti_chip *chip, const char *const *metrics, size_t count,
                       uint8_t **image, size_t *image_size, unsigned *passes, struct error *error)
{
    const struct functions *f = &chip->library->f;
    CUptiResult result;
    *image = NULL;
    CUpti_Profiler_Host_Object *object = new_object(chip, count ? metrics[0] : NULL, &result);
    if (object)
        result = add_metrics(chip, object, metrics, count);
    CUpti_Profiler_Host_GetConfigImageSize_Params size = {
        .structSize = CUpti_Profiler_Host_GetConfigImageSize_Params_STRUCT_SIZE,
        .pHostObject = object};
    if (result == CUPTI_SUCCESS)
        result = f->image_size(&size);
    if (result == CUPTI_SUCCESS) {
        *image_size = size.configImageSize;
        *image = mem_alloc(*image_size);
        CUpti_Profiler_Host_GetConfigImage_Params get = {
            .structSize = CUpti_Profiler_Host_GetConfigImage_Params_STRUCT_SIZE,
            .pHostObject = object,
            .configImageSize = *image_size,
            .pConfigImage = *image};
        result = f->image(&get);
    }
    if (result == CUPTI_SUCCESS) {
        CUpti_Profiler_Host_GetNumOfPasses_Params number = {
            .structSize = CUpti_Profiler_Host_GetNumOfPasses_Params_STRUCT_SIZE,
            .configImageSize = *image_size,
            .pConfigImage = *image};
        result = f->passes(&number);
        *passes = (unsigned)number.numOfPasses;
    }
    drop_object(chip, object);
    if (result == CUPTI_SUCCESS)
        return true;
    free(*image);
    *image = NULL;
    return fail(chip, result, "the metrics cannot be scheduled", error);
}

bool cupti_chip_evaluate(struct cupti_chip *chip, const uint8_t *image, size_t image_size,
                         size_t range, const char *const *metrics, size_t count, double *values,
                         struct error *error)
{
    for (size_t i = 0; i < count; i++)
        values[i] = NAN;
    CUpti_Profiler_Host_EvaluateToGpuValues_Params params = {
        .structSize = CUpti_Profiler_Host_EvaluateToGpuValues_Params_STRUCT_SIZE,
        .pHostObject = count ? evaluator_of(chip, metrics[0]) : chip->evaluator,
        .pCounterDataImage = image,
        .counterDataImageSize = image_size,
        .rangeIndex = range,
        .ppMetricNames = (const char **)(uintptr_t)metrics,
        .numMetrics = count,
        .pMetricValues = values};
    CUptiResult result = chip->library->f.evaluate(&params);
    return result == CUPTI_SUCCESS || fail(chip, result, "the counters cannot be evaluated", error);
}

/* Sampling of program counters as the real one was seen to behave: nothing is sampled
 * while a range profiler exists; records of a kernel go into the buffer of the configuration when
 * the kernel ends, and asking for data with that buffer destroys them; a record takes as many
 * reasons as its number says; a buffer that was full stays full until sampling is stopped. The
 * number of all samples is in the list of reasons, and no record has it. Kernels that had run
 * when a range profiler counted something, and were not sampled until then, have no records; where
 * instructions were counted before sampling was enabled for the first time, nothing is sampled.
 *
 * A kernel of T threads takes 1000 + T / 10 ns, twice as many cycles, and has a sample each period
 * on each of 132 SMs: i + 1 of 28 samples at instruction i. Of the samples at an instruction half
 * are of one reason, and half of these were not issued.
 *
 * FAKEGPU_SAMPLES_LOST=P: samples are lost at periods below 2^P.
 * FAKEGPU_SAMPLES_UP_TO=P: at periods above 2^P there is none.
 * FAKEGPU_SAMPLES_NOT=NAME: all samples of kernels with this in their name are lost.
 * FAKEGPU_SAMPLES_UNKNOWN=NAME: samples of kernels with this in their name have no records.
 * FAKEGPU_SAMPLES_IN=configuration: records stay in the buffer of the configuration, and asking
 * for data brings none; =nowhere: there are none anywhere. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cupti_inside.h"

enum { USUAL_PERIOD = 11, SMS = 132, SAMPLE_BYTES = 16, MOST_KERNELS = 8192 };

static const char *const reasons[] = {
    "smsp__pcsamp_warps_issue_stalled_wait_not_issued",
    "smsp__pcsamp_warps_issue_stalled_wait",
    "smsp__pcsamp_warps_issue_stalled_long_scoreboard_not_issued",
    "smsp__pcsamp_sample_count",
    "smsp__pcsamp_samples_data_dropped",
    "smsp__pcsamp_warps_issue_stalled_long_scoreboard",
    "smsp__pcsamp_warps_issue_stalled_selected",
    "smsp__pcsamp_warps_issue_stalled_selected_not_issued",
};

enum { REASONS = sizeof reasons / sizeof *reasons };

/* The index that CUPTI uses for a reason is not its place in the list. */
static uint32_t index_of(size_t place)
{
    return (uint32_t)((place * 3 + 5) % REASONS);
}

struct sampled {
    char name[256];
    uint64_t samples;
    uint64_t lost;
    bool unknown;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static CUcontext enabled;
static bool configured, full;
static unsigned period = USUAL_PERIOD;
static size_t hardware = (size_t)512 << 20;
static CUpti_PCSamplingData *given; /* by the configuration */
static struct sampled kernels[MOST_KERNELS];
static size_t first, count;

#define SAMPLING_ENTER(params, type)                                                               \
    do {                                                                                           \
        CUPTI_FAULT();                                                                             \
        if (!(params) || (params)->size != type##Size || (params)->pPriv)                          \
            return refuse(__func__, CUPTI_ERROR_INVALID_PARAMETER, "size or pPriv");               \
    } while (0)

/* Instructions were counted before anything was sampled. */
static bool was_enabled, sass_first;

/* Kernels that have run. unknown: before it was sampled a range profiler counted something. */
static struct known {
    char name[256];
    bool sampled, unknown;
} known[MOST_KERNELS];
static size_t known_count;

static struct known *know(const char *name)
{
    size_t i = 0;
    while (i < known_count && strcmp(known[i].name, name) != 0)
        i++;
    if (i == known_count && known_count < MOST_KERNELS)
        snprintf(known[known_count++].name, sizeof known->name, "%s", name);
    return &known[i < MOST_KERNELS ? i : MOST_KERNELS - 1];
}

void sampling_note_counted(const struct fakegpu_work *work)
{
    pthread_mutex_lock(&lock);
    know(work->name);
    for (size_t i = 0; i < known_count; i++)
        known[i].unknown = known[i].unknown || !known[i].sampled;
    pthread_mutex_unlock(&lock);
}

void sampling_note_sass(void)
{
    sass_first = sass_first || !was_enabled;
}

bool sampling_on(CUcontext context)
{
    return enabled && enabled == context;
}

CUptiResult CUPTIAPI cuptiPCSamplingEnable(CUpti_PCSamplingEnableParams *pParams)
{
    SAMPLING_ENTER(pParams, CUpti_PCSamplingEnableParams);
    if (enabled)
        return refuse(__func__, CUPTI_ERROR_INVALID_OPERATION, "enabled twice");
    if (range_exists(pParams->ctx))
        fault_log(__func__, "%s", "while a range profiler exists: nothing is sampled");
    enabled = pParams->ctx;
    was_enabled = true;
    period = USUAL_PERIOD;
    configured = full = false;
    first = count = 0;
    given = NULL;
    return CUPTI_SUCCESS;
}

CUptiResult CUPTIAPI cuptiPCSamplingDisable(CUpti_PCSamplingDisableParams *pParams)
{
    SAMPLING_ENTER(pParams, CUpti_PCSamplingDisableParams);
    if (!sampling_on(pParams->ctx))
        return refuse(__func__, CUPTI_ERROR_INVALID_OPERATION, "not enabled");
    enabled = NULL;
    return CUPTI_SUCCESS;
}

CUptiResult CUPTIAPI
cuptiPCSamplingGetNumStallReasons(CUpti_PCSamplingGetNumStallReasonsParams *pParams)
{
    SAMPLING_ENTER(pParams, CUpti_PCSamplingGetNumStallReasonsParams);
    *pParams->numStallReasons = REASONS;
    return CUPTI_SUCCESS;
}

CUptiResult CUPTIAPI cuptiPCSamplingGetStallReasons(CUpti_PCSamplingGetStallReasonsParams *pParams)
{
    SAMPLING_ENTER(pParams, CUpti_PCSamplingGetStallReasonsParams);
    for (size_t i = 0; i < pParams->numStallReasons && i < REASONS; i++) {
        pParams->stallReasonIndex[i] = index_of(i);
        snprintf(pParams->stallReasons[i], CUPTI_STALL_REASON_STRING_SIZE, "%s", reasons[i]);
    }
    return CUPTI_SUCCESS;
}

CUptiResult CUPTIAPI
cuptiPCSamplingGetConfigurationAttribute(CUpti_PCSamplingConfigurationInfoParams *pParams)
{
    SAMPLING_ENTER(pParams, CUpti_PCSamplingConfigurationInfoParams);
    for (size_t i = 0; i < pParams->numAttributes; i++) {
        CUpti_PCSamplingConfigurationInfo *info = &pParams->pPCSamplingConfigurationInfo[i];
        if (info->attributeType == CUPTI_PC_SAMPLING_CONFIGURATION_ATTR_TYPE_SAMPLING_PERIOD)
            info->attributeData.samplingPeriodData.samplingPeriod = period;
    }
    return CUPTI_SUCCESS;
}

static bool set_attribute(const CUpti_PCSamplingConfigurationInfo *info)
{
    switch (info->attributeType) {
    case CUPTI_PC_SAMPLING_CONFIGURATION_ATTR_TYPE_SAMPLING_PERIOD:
        period = info->attributeData.samplingPeriodData.samplingPeriod;
        return period >= 5 && period <= 31;
    case CUPTI_PC_SAMPLING_CONFIGURATION_ATTR_TYPE_COLLECTION_MODE:
        configured = true;
        return info->attributeData.collectionModeData.collectionMode !=
               CUPTI_PC_SAMPLING_COLLECTION_MODE_INVALID;
    case CUPTI_PC_SAMPLING_CONFIGURATION_ATTR_TYPE_HARDWARE_BUFFER_SIZE:
        hardware = info->attributeData.hardwareBufferSizeData.hardwareBufferSize;
        return hardware > 0;
    case CUPTI_PC_SAMPLING_CONFIGURATION_ATTR_TYPE_SAMPLING_DATA_BUFFER:
        given = info->attributeData.samplingDataBufferData.samplingDataBuffer;
        return given && given->collectNumPcs;
    case CUPTI_PC_SAMPLING_CONFIGURATION_ATTR_TYPE_SCRATCH_BUFFER_SIZE:
        return info->attributeData.scratchBufferSizeData.scratchBufferSize > 0;
    default:
        return false;
    }
}

CUptiResult CUPTIAPI
cuptiPCSamplingSetConfigurationAttribute(CUpti_PCSamplingConfigurationInfoParams *pParams)
{
    SAMPLING_ENTER(pParams, CUpti_PCSamplingConfigurationInfoParams);
    if (!sampling_on(pParams->ctx))
        return refuse(__func__, CUPTI_ERROR_INVALID_OPERATION, "not enabled");
    for (size_t i = 0; i < pParams->numAttributes; i++)
        if (!set_attribute(&pParams->pPCSamplingConfigurationInfo[i]))
            return refuse(__func__, CUPTI_ERROR_INVALID_OPERATION, "attribute");
    return CUPTI_SUCCESS;
}

static bool samples_in(const char *place)
{
    const char *set = getenv("FAKEGPU_SAMPLES_IN");
    return set && strcmp(set, place) == 0;
}

static void hand_over(CUpti_PCSamplingData *data, const struct sampled *kernel);

void sampling_work(const struct fakegpu_work *work)
{
    if (work->kind == WORK_GRAPH)
        return;
    pthread_mutex_lock(&lock);
    struct known *of = know(work->name);
    pthread_mutex_unlock(&lock);
    if (!sampling_on(work->context))
        return;
    if (!configured || !given) {
        fault_log(__func__, "%s", "a kernel ran before sampling was configured");
        return;
    }
    if (range_exists(work->context) || full || sass_first)
        return;
    pthread_mutex_lock(&lock);
    of->sampled = true;
    const char *lossy = getenv("FAKEGPU_SAMPLES_LOST");
    const uint64_t cycles = 2 * (1000 + work->threads / 10);
    struct sampled kernel = {.samples = cycles * SMS >> period,
                             .unknown = of->unknown,
                             .lost = lossy && period < (unsigned)atoi(lossy) ? 7 : 0};
    const char *up_to = getenv("FAKEGPU_SAMPLES_UP_TO");
    if (up_to && period > (unsigned)atoi(up_to))
        kernel.samples = 0;
    const char *unknown = getenv("FAKEGPU_SAMPLES_UNKNOWN");
    if (unknown && strstr(work->name, unknown))
        kernel.unknown = true;
    const char *lossy_name = getenv("FAKEGPU_SAMPLES_NOT");
    if (lossy_name && strstr(work->name, lossy_name))
        kernel = (struct sampled){.lost = 7};
    snprintf(kernel.name, sizeof kernel.name, "%s", work->name);
    full = kernel.samples * SAMPLE_BYTES > hardware;
    if (!full && (kernel.samples || kernel.lost) && count < MOST_KERNELS) {
        kernels[count++] = kernel;
        if (samples_in("configuration"))
            hand_over(given, &kernels[count - 1]);
    }
    pthread_mutex_unlock(&lock);
}

static void add_reason(CUpti_PCSamplingPCData *record, size_t place, uint64_t samples)
{
    if (samples)
        record->stallReason[record->stallReasonCount++] =
            (CUpti_PCSamplingStallReason){index_of(place), (uint32_t)samples};
}

/* false: the record has no room for its reasons. */
static bool fill(CUpti_PCSamplingPCData *record, const struct sampled *kernel, size_t instruction)
{
    const uint64_t samples = kernel->samples * (instruction + 1) / 28;
    if (record->stallReasonCount < REASONS)
        return false;
    record->stallReasonCount = 0;
    record->pcOffset = instruction * INSIDE_STEP;
    record->functionName = (char *)(uintptr_t)kernel->name;
    record->correlationId = 1; /* of our own launches: that of the call that they are made in */
    add_reason(record, 5, samples - samples / 2);
    add_reason(record, 1, samples / 2);
    add_reason(record, 0, samples / 4);
    return true;
}

static void hand_over(CUpti_PCSamplingData *data, const struct sampled *kernel)
{
    data->totalSamples = kernel->samples + kernel->lost;
    data->nonUsrKernelsTotalSamples = kernel->unknown ? kernel->samples : 0;
    if (kernel->unknown)
        return;
    for (size_t i = 0; i < INSIDE_INSTRUCTIONS; i++)
        if (kernel->samples * (i + 1) / 28 && data->totalNumPcs < data->collectNumPcs &&
            fill(&data->pPcData[data->totalNumPcs], kernel, i))
            data->totalNumPcs++;
}

CUptiResult CUPTIAPI cuptiPCSamplingGetData(CUpti_PCSamplingGetDataParams *pParams)
{
    SAMPLING_ENTER(pParams, CUpti_PCSamplingGetDataParams);
    CUpti_PCSamplingData *data = pParams->pcSamplingData;
    if (!sampling_on(pParams->ctx) || !data)
        return refuse(__func__, CUPTI_ERROR_INVALID_OPERATION, "not enabled");
    data->totalNumPcs = data->remainingNumPcs = 0;
    data->hardwareBufferFull = full;
    if (full)
        return CUPTI_ERROR_OUT_OF_MEMORY;
    if (data == given) {
        fault_log(__func__, "%s", "with the buffer of the configuration: records are lost");
        first = count;
    }
    if (first == count)
        return CUPTI_SUCCESS;
    const struct sampled *kernel = &kernels[first++];
    data->droppedSamples = kernel->lost;
    if (!samples_in("configuration") && !samples_in("nowhere"))
        hand_over(data, kernel);
    return CUPTI_SUCCESS;
}
